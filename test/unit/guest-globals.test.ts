import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GlobalsFixture } from './fixtures/guest-globals.ts';
import script from './fixtures/guest-globals.ts?script';
import { makeRealm } from './fixtures/guest-realm.ts';

const COMPONENTS = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
  'origin',
] as const;

/** The power as a worker has it. */
function parseUrl(input: string, base: string | undefined, property?: string, value?: string): string {
  try {
    const url = new URL(input, base);
    if (property !== undefined) Reflect.set(url, property, value);
    return JSON.stringify(COMPONENTS.map((name) => url[name]));
  } catch {
    return '';
  }
}

const uncaught: unknown[] = [];
const { fixture, run } = makeRealm<GlobalsFixture>(script);
fixture.define(
  { parseUrl, randomBytes: (count) => randomBytes(count).toString('latin1'), now: () => 12.5 },
  (error) => uncaught.push(error),
);
const there = run('globalThis') as typeof globalThis;

/** What a function returns or throws, as plain data of this realm. */
function outcome(action: () => unknown): unknown {
  try {
    return JSON.parse(JSON.stringify({ value: action() })) as unknown;
  } catch (error) {
    return { threw: (error as Error).name };
  }
}

const seeded = { seed: 7, numRuns: 300 };

describe('URL', () => {
  const inputs = [
    'http://example.com',
    'HTTP://EXAMPLE.com:80/%7Efoo/../bar?q#f',
    'https://user:pa%20ss@münchen.de:8443/ü?ü=ü#ü',
    'http://[2001:db8::1]:8080/',
    'http://[::ffff:1.2.3.4]/',
    'http://0x7f.1/',
    'http://1.2.3/',
    'http://256.256.256.256/',
    'file:///C:/a/../b',
    'file://host/share',
    'mailto:a@b.c',
    'data:text/plain,hello world',
    'javascript:alert(1)',
    'blob:https://example.com/id',
    'ws://a:80',
    'ftp://a:21/b',
    'custom://Host/Path',
    'custom:opaque path ?x#y',
    '//no-base',
    '/path',
    '',
    'http://',
    'http://a b/',
    'http://a:99999',
    'http://a:b@:1',
    ' \t http://trim.me/\n ',
    'http://ex.com/a\tb',
    'http:\\\\back\\slash',
    'http://☃.net/',
    'http://xn--mnchen-3ya.de/',
    'http://a/\ud800',
    'http://a/?\udc00=1',
    'http://a?a=1&b=%20+&c',
    'http://faß.de',
    'http://ex%41mple.com',
    'http://a//b///c',
    'http://a/%zz%41',
    '?query',
    '#hash',
    '../up',
    '//other/x',
  ];
  const bases = [undefined, 'http://base.org/dir/file?x=1#y', 'mailto:x@y.z', 'nonsense', 'file:///C:/dir/'];

  it('parses as the platform does', () => {
    for (const input of inputs) {
      for (const base of bases) {
        const parts = (Class: typeof URL) => () => {
          const url = new Class(input, base);
          return [
            ...COMPONENTS.map((name) => url[name]),
            url.toString(),
            url.toJSON(),
            `${url}`,
            [...url.searchParams],
          ];
        };
        expect(outcome(parts(there.URL)), `${input} ${base}`).toEqual(outcome(parts(URL)));
        expect(there.URL.canParse(input, base)).toBe(URL.canParse(input, base));
      }
    }
  });

  it('sets every component as the platform does', () => {
    const values = [
      '',
      'x',
      'https:',
      'a b',
      'ü',
      '80',
      '99999',
      '8080x',
      '[::1]',
      '/p?q#r',
      '?a=1',
      '#z',
      '//',
      '\ud800',
    ];
    const starts = ['http://u:p@example.com:81/a/b?c=d#e', 'mailto:a@b.c', 'file:///x/y', 'custom://h/p?q'];
    for (const start of starts) {
      for (const name of COMPONENTS) {
        for (const value of values) {
          const set = (Class: typeof URL) => () => {
            const url = new Class(start);
            const { searchParams } = url;
            if (name !== 'origin') url[name] = value;
            return [...COMPONENTS.map((key) => url[key]), [...searchParams]];
          };
          expect(outcome(set(there.URL)), `${start} ${name} = ${value}`).toEqual(outcome(set(URL)));
        }
      }
    }
  });

  it('parses any text as the platform does', () => {
    const unit = fc.constantFrom(...'ab:/?#[]@!&=%.20é\\ \t\ud800');
    const text = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit, maxLength: 30 }),
    );
    fc.assert(
      fc.property(text, (input) => {
        const href = (Class: typeof URL) => () => new Class(input, 'http://b/c/d').href;
        expect(outcome(href(there.URL))).toEqual(outcome(href(URL)));
      }),
      seeded,
    );
  });

  it('keeps its search parameters in step, both ways', () => {
    const scenario = (Class: typeof URL) => () => {
      const url = new Class('http://a/p?x=1&y=2#h');
      const { searchParams } = url;
      const seen: unknown[] = [];
      searchParams.append('z', 'a b&ü');
      seen.push(url.href, url.search);
      searchParams.set('x', '9');
      searchParams.delete('y');
      seen.push(url.href);
      url.search = '?new=%20';
      seen.push([...searchParams]);
      url.href = 'http://b/?other=1';
      seen.push([...searchParams], searchParams === url.searchParams);
      searchParams.delete('other');
      seen.push(url.href);
      searchParams.append('k', 'v');
      searchParams.sort();
      return [...seen, url.href];
    };
    expect(outcome(scenario(there.URL))).toEqual(outcome(scenario(URL)));
  });

  it('refuses what is no URL with the error that programs know', () => {
    const error = run('(() => { try { new URL("no url", "no base") } catch (e) { return e } })()') as Record<
      string,
      unknown
    >;
    expect(error).toMatchObject({
      message: 'Invalid URL',
      code: 'ERR_INVALID_URL',
      input: 'no url',
      base: 'no base',
    });
    expect(error).toBeInstanceOf(there.TypeError);
    expect(
      run(
        '(() => { const u = new URL("http://a"); try { u.href = "x" } catch (e) { return [e.message, u.href].join() } })()',
      ),
    ).toBe('Invalid URL,http://a/');
    expect(run('URL.parse("http://a/b").href + URL.parse("x")')).toBe('http://a/bnull');
  });

  it('looks like what it is', () => {
    expect(
      run('[URL.name, URL.length, URLSearchParams.length, Object.keys(new URL("http://a"))].join()'),
    ).toBe('URL,1,0,');
    expect(run('Object.prototype.toString.call(new URL("http://a"))')).toBe('[object URL]');
    expect(run('JSON.stringify({ u: new URL("http://a") })')).toBe('{"u":"http://a/"}');
    expect(run('new (class extends URL { get x() { return this.host } })("http://a").x')).toBe('a');
    expect(outcome(() => run('URL.prototype.host'))).toEqual({ threw: 'TypeError' });
    expect(outcome(() => run('URL("http://a")'))).toEqual({ threw: 'TypeError' });
  });

  it('prints its components', () => {
    expect(fixture.inspect(run('new URL("http://u:p@a:81/b?c=1#d")'))).toBe(
      [
        'URL {',
        "  href: 'http://u:p@a:81/b?c=1#d',",
        "  origin: 'http://a:81',",
        "  protocol: 'http:',",
        "  username: 'u',",
        "  password: 'p',",
        "  host: 'a:81',",
        "  hostname: 'a',",
        "  port: '81',",
        "  pathname: '/b',",
        "  search: '?c=1',",
        "  searchParams: URLSearchParams { 'c' => '1' },",
        "  hash: '#d'",
        '}',
      ].join('\n'),
    );
    expect(fixture.inspect(run('({ a: { b: { c: new URL("http://a") } } })'))).toBe(
      "{ a: { b: { c: URL { href: 'http://a/' } } } }",
    );
    expect(fixture.inspect(run('URL.prototype'))).toBe('Object [URL] {}');
  });
});

describe('URLSearchParams', () => {
  it('reads and writes any query as the platform does', () => {
    const unit = fc.constantFrom(..."ab+%20=&?Cfé😀\ud800*-._~!'() ");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (query) => {
        const read = (Class: typeof URLSearchParams) => () => {
          const params = new Class(query);
          return [[...params], params.toString(), params.size, [...params.keys()], [...params.values()]];
        };
        expect(outcome(read(there.URLSearchParams))).toEqual(outcome(read(URLSearchParams)));
      }),
      seeded,
    );
  });

  it('changes as the platform does', () => {
    const name = fc.constantFrom('a', 'b', 'é', '', 'a=b');
    const value = fc.oneof(name, fc.constant(undefined));
    const step = fc.oneof(
      fc.tuple(fc.constantFrom('append', 'set'), name, name),
      fc.tuple(fc.constantFrom('delete', 'has', 'get', 'getAll', 'sort'), name, value),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const play = (Class: typeof URLSearchParams) => () => {
          const params = new Class([
            ['b', '1'],
            ['a', '2'],
            ['b', '3'],
          ]);
          const results = steps.map(([method, key, item]) => {
            const result = (params[method as 'set'] as (...args: unknown[]) => unknown).call(
              params,
              key,
              item,
            );
            return [result ?? null, params.toString()];
          });
          return results;
        };
        expect(outcome(play(there.URLSearchParams))).toEqual(outcome(play(URLSearchParams)));
      }),
      seeded,
    );
  });

  it('takes all that the platform takes', () => {
    const inits: unknown[] = [
      undefined,
      '?a=1',
      '??a',
      { a: 1, b: [2, 3] },
      [['a', 1], new Set(['b', '2'])],
      new Map([['a', '1']]),
      new URLSearchParams('a=1'),
      [['a']],
      [['a', 'b', 'c']],
      ['ab'],
      [1],
      { [Symbol.iterator]: 5 },
      7,
    ];
    for (const init of inits) {
      const make = (Class: typeof URLSearchParams) => () => new Class(init as string).toString();
      expect(outcome(make(there.URLSearchParams))).toEqual(outcome(make(URLSearchParams)));
    }
    expect(outcome(() => run('new URLSearchParams().append("a")'))).toEqual({ threw: 'TypeError' });
    expect(outcome(() => run('new URLSearchParams().forEach(1)'))).toEqual({ threw: 'TypeError' });
  });

  it('iterates over what changes meanwhile', () => {
    const program = (Class: typeof URLSearchParams) => () => {
      const params = new Class('a=1&b=2');
      const seen: string[] = [];
      for (const [name] of params) {
        seen.push(name);
        if (name === 'a') params.append('c', '3');
      }
      params.forEach((value, name, self) => {
        seen.push(value, name, String(self === params));
      });
      return seen;
    };
    expect(outcome(program(there.URLSearchParams))).toEqual(outcome(program(URLSearchParams)));
    expect(run('Object.prototype.toString.call(new URLSearchParams().entries())')).toBe(
      '[object URLSearchParams Iterator]',
    );
    expect(run('new URLSearchParams()[Symbol.iterator] === URLSearchParams.prototype.entries')).toBe(true);
  });

  it('prints its pairs', () => {
    expect(fixture.inspect(run(`new URLSearchParams("a=1&b=it's")`))).toBe(
      `URLSearchParams { 'a' => '1', 'b' => "it's" }`,
    );
    expect(fixture.inspect(run(`new URLSearchParams()`))).toBe('URLSearchParams {}');
  });
});

describe('TextEncoder', () => {
  it('encodes any text as the platform does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(20), (text, room) => {
        expect([...new there.TextEncoder().encode(text)]).toEqual([...new TextEncoder().encode(text)]);
        const [here, over] = [new Uint8Array(room), new there.Uint8Array(room)];
        expect({ ...new there.TextEncoder().encodeInto(text, over) }).toEqual(
          new TextEncoder().encodeInto(text, here),
        );
        expect([...over]).toEqual([...here]);
      }),
      seeded,
    );
    const lone = 'a\ud800b\udc00\ud83d\ude00\ud83d';
    expect([...new there.TextEncoder().encode(lone)]).toEqual([...new TextEncoder().encode(lone)]);
    expect(run('new TextEncoder().encode().length + new TextEncoder().encoding')).toBe('0utf-8');
    expect(run('new TextEncoder().encode("a") instanceof Uint8Array')).toBe(true);
    expect(outcome(() => run('new TextEncoder().encodeInto("a", [])'))).toEqual({ threw: 'TypeError' });
  });
});

describe('TextDecoder', () => {
  const byte = fc.oneof(
    fc.nat(255),
    fc.constantFrom(0xef, 0xbb, 0xbf, 0xe0, 0xed, 0xf0, 0xf4, 0x80, 0xa0, 0x9f, 0xc0, 0xff, 0xfe, 0xd8, 0xdc),
  );
  const chunks = fc.array(fc.array(byte, { maxLength: 9 }), { maxLength: 5 });

  it.each(['utf-8', 'utf-16le'])('decodes any bytes of %s as the platform does', (label) => {
    fc.assert(
      fc.property(chunks, fc.boolean(), fc.boolean(), (parts, fatal, ignoreBOM) => {
        const whole = (Class: typeof TextDecoder) => () =>
          new Class(label, { fatal, ignoreBOM }).decode(new Uint8Array(parts.flat()));
        expect(outcome(whole(there.TextDecoder))).toEqual(outcome(whole(TextDecoder)));
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });

  it.each(['utf-8', 'utf-16le'])('decodes a stream of %s as the whole', (label) => {
    fc.assert(
      fc.property(chunks, fc.boolean(), fc.boolean(), (parts, fatal, ignoreBOM) => {
        const whole = () => new TextDecoder(label, { fatal, ignoreBOM }).decode(new Uint8Array(parts.flat()));
        const streamed = () => {
          const decoder = new there.TextDecoder(label, { fatal, ignoreBOM });
          const texts = parts.map((part) => decoder.decode(new Uint8Array(part), { stream: true }));
          return texts.join('') + decoder.decode();
        };
        expect(outcome(streamed)).toEqual(outcome(whole));
      }),
      { seed: 7, numRuns: 1_000 },
    );
  });

  it('starts anew after a stream has ended', () => {
    const decoder = new there.TextDecoder();
    const bom = [0xef, 0xbb, 0xbf, 0x61];
    expect(decoder.decode(new Uint8Array([0xf0, 0x9f]), { stream: true })).toBe('');
    expect(decoder.decode(new Uint8Array([0x98, 0x80]))).toBe('😀');
    expect(decoder.decode(new Uint8Array(bom))).toBe('a');
    expect(decoder.decode(new Uint8Array(bom))).toBe('a');
    expect(decoder.decode()).toBe('');
  });

  it('decodes one byte a character, as the web reads Latin-1', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const text = new there.TextDecoder('latin1').decode(bytes);
    expect(text).toHaveLength(256);
    expect(text.slice(0x80, 0xa0)).toBe('€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ');
    expect(text.slice(0, 0x80) + text.slice(0xa0)).toBe(
      String.fromCharCode(...bytes.subarray(0, 0x80), ...bytes.subarray(0xa0)),
    );
  });

  it('knows the labels of its encodings, and refuses others', () => {
    const labels = [
      'utf8',
      ' UTF-8\n',
      'unicode-1-1-utf-8',
      'utf-16',
      'ucs-2',
      'ascii',
      'ISO-8859-1',
      'latin1',
      'utf-16be',
    ];
    for (const label of labels)
      expect(new there.TextDecoder(label).encoding).toBe(new TextDecoder(label).encoding);
    for (const label of ['nope', 'shift-jis', '__proto__', '']) {
      expect(outcome(() => new there.TextDecoder(label))).toEqual({ threw: 'RangeError' });
    }
    const decoder = new there.TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    expect([decoder.fatal, decoder.ignoreBOM, decoder.encoding]).toEqual([true, true, 'utf-8']);
  });

  it('takes buffers and all views of them, and nothing else', () => {
    const program = `
      const bytes = new TextEncoder().encode('héllo');
      const d = new TextDecoder();
      return [d.decode(bytes.buffer), d.decode(new DataView(bytes.buffer, 1, 2)), d.decode(bytes.subarray(3)), d.decode(new Uint16Array(bytes.buffer, 0, 3))].join('|');
    `;
    expect(run(`(() => {${program}})()`)).toBe('héllo|é|llo|héllo');
    for (const wrong of ['"x"', '5', '{}', '[1]', 'null']) {
      expect(outcome(() => run(`new TextDecoder().decode(${wrong})`))).toEqual({ threw: 'TypeError' });
    }
  });
});

describe('atob and btoa', () => {
  it('encode and decode any text as the platform does', () => {
    const unit = fc.constantFrom(...'AZaz09+/= \n\t\f\u00ff\u0100\u000b-_');
    const text = fc.oneof(
      fc.string({ unit, maxLength: 24 }),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => btoa(String.fromCharCode(...bytes))),
    );
    fc.assert(
      fc.property(text, (input) => {
        expect(outcome(() => there.btoa(input))).toEqual(outcome(() => btoa(input)));
        expect(outcome(() => there.atob(input))).toEqual(outcome(() => atob(input)));
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });

  it('refuse with the error that programs know', () => {
    expect(
      run('(() => { try { btoa("€") } catch (e) { return [e instanceof Error, e.name, e.code].join() } })()'),
    ).toBe('true,InvalidCharacterError,5');
    expect(run('[atob.name, atob.length, "prototype" in atob].join()')).toBe('atob,1,false');
  });
});

describe('structuredClone', () => {
  it('clones what can cross to a binding', () => {
    const program = `
      const shared = { d: new Date(0) };
      const source = { shared, again: shared, map: new Map([[1, [-0]]]), bytes: new Uint8Array([1, 2]), big: 1n, hole: [, 1], undef: undefined };
      source.self = source;
      const copy = structuredClone(source);
      return [copy !== source, copy.shared === copy.again, copy.self === copy, copy.shared.d.getTime(), Object.is(copy.map.get(1)[0], -0),
        copy.bytes[1], copy.bytes !== source.bytes, copy.big, 0 in copy.hole, 'undef' in copy, copy.map instanceof Map].join();
    `;
    expect(run(`(() => {${program}})()`)).toBe('true,true,true,0,true,2,true,1,false,true,true');
  });

  it.each(['() => {}', 'Symbol()', '{ a: [new Proxy({}, {})] }', 'Promise.resolve()'])(
    'refuses %s, naming it',
    (value) => {
      const error = run(`(() => { try { structuredClone(${value}) } catch (e) { return e } })()`) as Error;
      expect(error).toBeInstanceOf(there.Error);
      expect(error.name).toBe('DataCloneError');
      expect(error.message).toMatch(/^value/);
    },
  );

  it('detaches the buffers that it is told to transfer, where the engine can', () => {
    const program = `
      const buffer = new Uint8Array([1, 2]).buffer;
      const copy = structuredClone({ buffer }, { transfer: [buffer] });
      return [new Uint8Array(copy.buffer).join(''), buffer.byteLength === (buffer.transfer ? 0 : 2)].join();
    `;
    expect(run(`(() => {${program}})()`)).toBe('12,true');
    expect(
      run('(() => { try { structuredClone(1, { transfer: [{}] }) } catch (e) { return e.name } })()'),
    ).toBe('DataCloneError');
  });
});

describe('crypto, performance and queueMicrotask', () => {
  it('makes random values', () => {
    expect(run('crypto.randomUUID()')).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    const program = `
      const a = new Uint32Array(new ArrayBuffer(40), 4, 8);
      const whole = new Uint8Array(a.buffer);
      return [crypto.getRandomValues(a) === a, whole.subarray(4, 36).some((n) => n > 0), whole[0], whole[36], crypto.getRandomValues(new BigInt64Array(1))[0] !== 0n].join();
    `;
    expect(run(`(() => {${program}})()`)).toBe('true,true,0,0,true');
  });

  it.each([
    ['new Float32Array(1)', 'TypeMismatchError'],
    ['new Uint8Array(65537)', 'QuotaExceededError'],
    ['[1]', 'TypeError'],
    ['new DataView(new ArrayBuffer(1))', 'TypeError'],
  ])('refuses to fill %s', (target, name) => {
    expect(run(`(() => { try { crypto.getRandomValues(${target}) } catch (e) { return e.name } })()`)).toBe(
      name,
    );
  });

  it('gives nothing but the listed powers', () => {
    expect(run('Object.getOwnPropertyNames(crypto).sort().join()')).toBe('getRandomValues,randomUUID');
    expect(run('Object.getOwnPropertyNames(performance).join() + performance.now()')).toBe('now12.5');
  });

  it('runs microtasks in order and reports what they throw', async () => {
    uncaught.length = 0;
    const order = run(`
      globalThis.order = [];
      queueMicrotask(() => order.push(1));
      Promise.resolve().then(() => order.push(2));
      queueMicrotask(() => { throw 'thrown' });
      queueMicrotask(() => order.push(3));
      order
    `) as number[];
    expect([...order]).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect([...order]).toEqual([1, 2, 3]);
    expect(uncaught).toEqual(['thrown']);
    expect(outcome(() => run('queueMicrotask(5)'))).toEqual({ threw: 'TypeError' });
  });

  it('is not stopped by patched builtins', async () => {
    const realm = makeRealm<GlobalsFixture>(script);
    realm.fixture.define(
      { parseUrl, randomBytes: (count) => randomBytes(count).toString('latin1'), now: () => 1 },
      () => {},
    );
    const results = realm.run(`
      const { defineProperty } = Object;
      const bomb = () => { throw new Error('patched') };
      for (const key of ['then', 'constructor']) defineProperty(Promise.prototype, key, { get: bomb });
      for (const key of ['charCodeAt', 'slice', 'indexOf', 'padStart', 'toLowerCase', 'replace', 'split']) defineProperty(String.prototype, key, { value: bomb });
      for (const key of ['push', 'join', 'map', 'slice', 'sort', 'length']) try { defineProperty(Array.prototype, key, { value: bomb }) } catch {}
      defineProperty(RegExp.prototype, 'exec', { value: bomb });
      defineProperty(JSON, 'parse', { value: bomb });
      defineProperty(Function.prototype, 'call', { value: bomb });
      defineProperty(Function.prototype, 'apply', { value: bomb });
      defineProperty(Object.prototype, '0', { set: bomb });
      const results = {};
      queueMicrotask(() => { results.ran = true });
      const url = new URL('http://a/?b=1 2');
      url.searchParams.append('c', 'ü');
      results.url = url.href;
      results.text = new TextDecoder().decode(new TextEncoder().encode('ü'));
      results.base64 = atob(btoa('xyz'));
      results.uuid = crypto.randomUUID();
      results
    `);
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(results).toMatchObject({ ran: true, url: 'http://a/?b=1+2&c=%C3%BC', text: 'ü', base64: 'xyz' });
  });
});
