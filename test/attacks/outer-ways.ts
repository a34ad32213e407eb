// Ways by which an object of the outer realm could get to a program: what comes by them is climbed.

/** Bodies of functions that return what they found, by what they go by, and by the way. */
export const WAYS: Readonly<Record<string, readonly (readonly [way: string, body: string])[]>> = {
  bindings: [
    ['the globals', 'return foreign(globalThis)'],
    ['a binding and its members', 'return foreign(tools)'],
    ['the promise of a call', 'return foreign(tools.echo(1))'],
    [
      'a resolution',
      'return foreign(await tools.echo({ a: [new Map([[1, new Date(0)]]), new Uint8Array(2), /x/g] }))',
    ],
    ['a rejection', 'return foreign(await tools.failLate().catch((e: unknown) => e))'],
    ['a refused argument', 'return foreign(await tools.echo(() => 1).catch((e: unknown) => e))'],
    ['a call of a missing member', 'try { tools.nope() } catch (e) { return foreign(e) }'],
  ],
  builtins: [
    ['a timer', 'return foreign([setTimeout(() => {}, 0), setTimeout, clearTimeout])'],
    ['an error of a timer', "try { (setTimeout as any)('x') } catch (e) { return foreign(e) }"],
    ['a URL and its parameters', "const u = new URL('http://a/?b=1'); return foreign([u, u.searchParams])"],
    ['an invalid URL', "try { new URL('::') } catch (e) { return foreign(e) }"],
    ['random values', 'return foreign([crypto, crypto.getRandomValues(new Uint8Array(4))])'],
    ['a clone', 'return foreign(structuredClone({ a: new Error("x") }))'],
  ],
  'code from strings': [
    ['the error of eval', "try { eval('1') } catch (e) { return foreign(e) }"],
    ['the error of Function', "try { (Function as any)('return this')() } catch (e) { return foreign(e) }"],
    [
      'the error of every function constructor',
      `const out = [];
     for (const f of [async () => {}, function* () {}, async function* () {}]) {
       try { out.push((f as any).constructor('return 1')()); } catch (e) { out.push(e); }
     }
     return foreign(out)`,
    ],
  ],
  modules: [
    ['import()', "return foreign(await import('node:fs').catch((e: unknown) => e))"],
    ['the promise of import()', "const p = import('node:fs'); p.catch(() => {}); return foreign(p)"],
    [
      'a hidden import()',
      "const v: any = {}; try { return foreign(v?.x / (import('node:fs') as any) / 1) } catch (e) { return foreign(e) }",
    ],
    ['require', "try { return foreign((require as any)('fs')) } catch (e) { return foreign(e) }"],
  ],
  'errors caught at stack overflow, in every power': [
    [
      'errors caught at stack overflow, in every power',
      `const caught: unknown[] = [];
     const doors = [
       () => tools.echo(1).catch((e: unknown) => caught.push(e)),
       () => console.log('x'),
       () => setTimeout(() => {}, 0),
       () => clearTimeout(1),
       () => new URL('http://a/'),
       () => crypto.randomUUID(),
       () => performance.now(),
       () => new TextDecoder().decode(new TextEncoder().encode('x')),
       () => structuredClone({ a: 1 }),
       () => atob('eA=='),
       () => new Error('x').stack,
       () => queueMicrotask(() => {}),
     ];
     for (const door of doors) {
       for (let spare = 0; spare < 3; spare++) {
         let depth = 0;
         const measure = (): void => { depth++; measure(); };
         try { measure(); } catch {}
         const dive = (left: number): void => { if (left > 0) dive(left - 1); else door(); };
         for (const back of [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]) {
           try { dive(Math.max(0, Math.floor(depth * 0.6) - back - 7 * spare)); } catch (e) { caught.push(e); }
           try { dive(Math.max(0, depth - back - 7 * spare)); } catch (e) { caught.push(e); }
         }
         if (caught.length > 200) break;
       }
     }
     return [...new Set(foreign(caught))]`,
    ],
  ],
  'call sites from prepareStackTrace': [
    [
      'call sites from prepareStackTrace',
      `const seen: unknown[] = [];
     try { (Error as any).prepareStackTrace = (_e: unknown, sites: unknown) => { seen.push(sites); return 'x'; }; } catch {}
     try { Object.defineProperty(Error, 'prepareStackTrace', { value: (_e: unknown, s: unknown) => seen.push(s) }); } catch {}
     try { (globalThis as any).Error = class { static prepareStackTrace(_e: unknown, s: unknown) { seen.push(s); } }; } catch {}
     void new TypeError('x').stack; void (await tools.failLate().catch((e: any) => e.stack));
     const holder: any = {}; (Error as any).captureStackTrace(holder); void holder.stack;
     try { null!.x } catch (e: any) { void e.stack }
     return [...foreign(seen), ...(seen.length ? ['call sites'] : [])]`,
    ],
  ],
  'what handlers are handed': [
    [
      'what handlers are handed',
      `const args: unknown[] = [];
     const spy = (...all: unknown[]) => { args.push(all); return all[0]; };
     await tools.echo(1).then(spy);
     await new Promise((resolve) => setTimeout((...all: unknown[]) => resolve(spy(...all)), 1, 'a'));
     await new Promise<void>((resolve) => queueMicrotask((...all: unknown[]) => { spy(...all); resolve(); }));
     await tools.echo({ get x() { args.push([this]); return 1; } });
     return foreign(args)`,
    ],
  ],
  'a thenable that looks like a promise of the host': [
    [
      'a thenable that looks like a promise of the host',
      `const seen: unknown[] = [];
     await tools.echo(1).then(() => ({ then(...all: unknown[]) { seen.push(all); (all[0] as any)(1); } }));
     return foreign(seen)`,
    ],
  ],
  'patched prototypes that the guest may call': [
    [
      'patched prototypes that the guest may call',
      `const seen: unknown[] = [];
     const apply = Reflect.apply;
     const spy = (name: string, target: any, key: any) => {
       const real = target[key];
       target[key] = function (this: unknown, ...all: unknown[]) { seen[seen.length] = [this, all]; return apply(real, this, all); };
     };
     for (const key of ['call', 'apply', 'bind']) spy(key, Function.prototype, key);
     for (const key of ['push', 'slice', 'map', 'join', 'indexOf']) spy(key, Array.prototype, key);
     for (const key of ['get', 'set', 'has', 'delete']) spy(key, Map.prototype, key);
     for (const key of ['then', 'catch']) spy(key, Promise.prototype, key);
     for (const key of ['stringify', 'parse']) spy(key, JSON, key);
     await tools.echo({ a: new Map([[1, [2]]]) });
     await tools.failLate().catch(() => {});
     console.log({ a: 1 }, [2]);
     const result = seen.slice();
     return foreign(result)`,
    ],
  ],
};
