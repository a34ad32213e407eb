/**
 * Text of `find(name)`, for programs and for uncontained scripts: everything that can be reached under a name from
 * whatever a program can lay its hands on, through properties, getters, prototypes and constructors.
 */
export const REACH = String.raw`
const roots = [globalThis, typeof self === 'undefined' ? undefined : self, host, host.f, console, this];
const keep = (make) => { try { roots.push(make()) } catch (error) { roots.push(error) } };
keep(() => (function () { return this })());
keep(() => (0, function () { return this }).call(undefined));
keep(() => [].concat.call()[0]);
keep(() => Array.prototype.concat.call(null));
keep(() => Function('return this')());
keep(() => (0, eval)('this'));
keep(() => find.constructor.constructor('return this')());
keep(() => (function* () {}).constructor('yield this')().next().value);
keep(() => Reflect.construct(Function, ['return this'], Object)());
keep(() => new Proxy(function () { return this }, {}).call());
keep(() => (function () { return arguments.callee.caller })());
keep(() => null.x);
keep(() => new URL('::'));
keep(() => atob('?'));
keep(() => structuredClone(() => 1));
keep(() => crypto.getRandomValues(new Uint8Array(70000)));
keep(() => queueMicrotask(1));
keep(() => setTimeout(() => {}, 1));
keep(() => new Error('x').stack);
keep(() => host.f({ get x() { keep(() => this); return 1 }, toJSON() { keep(() => this); return 2 } }));
for (const make of [async () => {}, function* () {}, async function* () {}, class {}, /x/g, [].values(), new Map().entries()]) roots.push(make);
for (const promise of [host.f(1), host.fail(), host.f(() => 1), import('data:text/javascript,').catch((error) => error)]) {
  promise?.catch?.(() => {});
  roots.push(promise);
  try { roots.push(await promise) } catch (error) { roots.push(error) }
}
// The engine's own call sites, and errors made where there is no stack left.
Error.prepareStackTrace = (error, sites) => {
  for (const site of sites) for (const key of ['getThis', 'getFunction', 'getEvalOrigin', 'getScriptNameOrSourceURL', 'getPromiseIndex']) keep(() => site[key]());
  roots.push(error, ...sites);
  return '';
};
keep(() => new Error('x').stack);
await new Promise((done) => setTimeout(() => { keep(() => new Error('x').stack); done() }, 1));
for (const call of [() => host.f(1), () => new URL('http://a'), () => console.log('x'), () => setTimeout(() => {}), () => structuredClone([1]), () => crypto.randomUUID()]) {
  let left = 3;
  const dive = () => { try { dive() } catch (error) { if (left-- > 0) roots.push(error); if (left >= 0) try { roots.push(call()) } catch (inner) { roots.push(inner) } } };
  dive();
}
try { Error.prepareStackTrace = undefined } catch {}

const everything = new Set();
const named = new Map();
{
  const queue = [];
  const note = (name, value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
    // A getter of a promise answers a stranger with one that is rejected.
    try { Promise.prototype.then.call(value, undefined, () => {}) } catch {}
    if (!named.has(name)) named.set(name, new Set());
    named.get(name).add(value);
    if (everything.has(value) || everything.size > 6000) return;
    everything.add(value);
    queue.push(value);
  };
  const keysOf = (item) => { try { return Reflect.ownKeys(item) } catch { return [] } };
  roots.forEach((root, index) => note('root ' + index, root));
  for (let index = 0; index < queue.length; index++) {
    const item = queue[index];
    note('prototype', Object.getPrototypeOf(item));
    // Inherited getters too: what they give depends on whom they are asked of.
    const chain = [];
    for (let at = item; at !== null && chain.length < 8; at = Object.getPrototypeOf(at)) chain.push(at);
    for (const holder of chain) for (const key of keysOf(holder)) {
      if (typeof key === 'string' && /^\d+$/.test(key)) continue;
      try {
        const { value, get, set } = Reflect.getOwnPropertyDescriptor(holder, key);
        note(key, value);
        if (typeof value === 'function') note(value.name, value);
        if (get) { note('get', get); for (const target of [globalThis, item]) try { note(key, Reflect.apply(get, target, [])) } catch {} }
        note('set', set);
      } catch {}
    }
  }
}
function find(name) { return [...(named.get(name) ?? [])] }
const what = [];
const opened = (name) => { what.push(name) };
const soon = (promise) => { promise?.catch?.(() => {}); return Promise.race([promise, new Promise((done) => setTimeout(done, 400))]) };
`;
