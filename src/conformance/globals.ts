import { fact, topic } from './case.ts';

/** Uses of the globals that the guest provides, with what they give in every environment. */
const USES: readonly [fact: string, program: string, value: unknown][] = [
  [
    'URL parses',
    "const u = new URL('/b?x=1#h', 'https://u:p@example.com:8080/a'); return [u.href, u.origin, u.host, u.pathname, u.search, u.hash, u.username, u.port]",
    [
      'https://u:p@example.com:8080/b?x=1#h',
      'https://example.com:8080',
      'example.com:8080',
      '/b',
      '?x=1',
      '#h',
      'u',
      '8080',
    ],
  ],
  [
    'URL normalises',
    "return String(new URL('HTTPS://EXAMPLE.com:443/a/../ü'))",
    'https://example.com/%C3%BC',
  ],
  [
    'URL is changed by its setters',
    "const u = new URL('https://a.b/c'); u.pathname = '/d e'; u.hash = 'f'; u.protocol = 'http'; return u.href",
    'http://a.b/d%20e#f',
  ],
  [
    'URL shares its search parameters',
    "const u = new URL('https://a.b/?x=1'); u.searchParams.append('y', 'ü&'); const first = u.href; u.search = '?z=2'; return [first, u.searchParams.get('z')]",
    ['https://a.b/?x=1&y=%C3%BC%26', '2'],
  ],
  [
    'URL refuses what is none',
    "try { new URL('not a url') } catch (e) { return e instanceof TypeError }",
    true,
  ],
  ['URL becomes JSON', "return JSON.stringify({ u: new URL('https://a.b') })", '{"u":"https://a.b/"}'],
  [
    'URLSearchParams parses and prints',
    "const p = new URLSearchParams('a=1&b=2&a=%20+'); return [p.getAll('a'), p.has('b'), p.toString(), [...p].length]",
    [['1', '  '], true, 'a=1&b=2&a=++', 3],
  ],
  [
    'URLSearchParams takes pairs and records',
    "const p = new URLSearchParams([['a', '1']]); const q = new URLSearchParams({ b: '2' }); p.set('c', '3'); p.delete('a'); return [`${p}`, `${q}`]",
    ['c=3', 'b=2'],
  ],
  [
    'TextEncoder encodes',
    "return [...new TextEncoder().encode('aü€🦩\\ud800')]",
    [97, 195, 188, 226, 130, 172, 240, 159, 166, 169, 239, 191, 189],
  ],
  [
    'TextDecoder decodes',
    'return new TextDecoder().decode(new Uint8Array([97, 195, 188, 226, 130, 172, 240, 159, 166, 169, 255]))',
    'aü€🦩\ufffd',
  ],
  [
    'TextDecoder refuses bad bytes when fatal',
    "try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])) } catch (e) { return e instanceof TypeError }",
    true,
  ],
  [
    'btoa and atob are inverse',
    "return [btoa('hello ÿ'), atob('aGVsbG8g/w=='), atob(' aGVs bG8 ')]",
    ['aGVsbG8g/w==', 'hello ÿ', 'hello'],
  ],
  [
    'btoa and atob refuse what they cannot take',
    "return [() => btoa('€'), () => atob('a')].map((f) => { try { f() } catch (e) { return e instanceof Error } })",
    [true, true],
  ],
  [
    'structuredClone copies deeply',
    'const s = { d: new Date(0), m: new Map([[1, [2]]]) }; s.self = s; const c = structuredClone(s); return [c !== s, c.self === c, c.d instanceof Date, c.m.get(1)[0], c.m !== s.m]',
    [true, true, true, 2, true],
  ],
  [
    'structuredClone refuses functions',
    'try { structuredClone({ f() {} }) } catch (e) { return e instanceof Error }',
    true,
  ],
  [
    'queueMicrotask runs after the present job and before timers',
    "const o = []; setTimeout(() => o.push('timer'), 0); queueMicrotask(() => o.push('micro')); o.push('now'); await new Promise((r) => setTimeout(r, 20)); return o",
    ['now', 'micro', 'timer'],
  ],
  [
    'performance.now never runs backwards',
    'const a = performance.now(); await new Promise((r) => setTimeout(r, 5)); return [typeof a, performance.now() > a]',
    ['number', true],
  ],
  [
    'crypto.randomUUID gives different UUIDs of version 4',
    'const a = crypto.randomUUID(); return [/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(a), a !== crypto.randomUUID()]',
    [true, true],
  ],
  [
    'crypto.getRandomValues fills and returns its array',
    'const a = new Uint32Array(64); return [crypto.getRandomValues(a) === a, a.some((n) => n > 65535)]',
    [true, true],
  ],
  [
    'Date and Intl work',
    "return [typeof Date.now(), new Intl.NumberFormat('en-US').format(1234.5), (1234.5).toLocaleString('de-DE')]",
    ['number', '1,234.5', '1.234,5'],
  ],
  [
    'WeakRef, FinalizationRegistry, Proxy and Reflect work',
    'const o = {}; new FinalizationRegistry(() => {}).register(o, 1); return [new WeakRef(o).deref() === o, new Proxy({}, { get: () => 5 }).x, Reflect.ownKeys({ a: 1 })]',
    [true, 5, ['a']],
  ],
  [
    'setTimeout passes arguments',
    'return await new Promise((resolve) => setTimeout((a, b) => resolve([a, b]), 1, 1, 2))',
    [1, 2],
  ],
  [
    'setTimeout keeps the order of delays',
    'const o = []; for (const ms of [60, 1, 30]) setTimeout(() => o.push(ms), ms); await new Promise((r) => setTimeout(r, 120)); return o',
    [1, 30, 60],
  ],
  [
    'setTimeout accepts odd delays',
    "let n = 0; for (const ms of [undefined, -5, NaN, '1', 0.5]) setTimeout(() => n++, ms); await new Promise((r) => setTimeout(r, 40)); return n",
    5,
  ],
  [
    'clearTimeout cancels',
    'let n = 0; const t = setTimeout(() => n++, 1); clearTimeout(t); await new Promise((r) => setTimeout(r, 30)); return n',
    0,
  ],
  [
    'setInterval repeats until it is cleared',
    'let n = 0; await new Promise((r) => { const t = setInterval(() => { if (++n === 3) { clearInterval(t); r() } }, 1) }); await new Promise((r) => setTimeout(r, 30)); return n',
    3,
  ],
  [
    'clearing what is no timer does nothing',
    'clearTimeout(); clearTimeout(null); clearInterval(12345); clearTimeout({}); return 1',
    1,
  ],
];

export const globalCases = topic('globals', [
  ...USES.map(([name, program, expected]) =>
    fact(name, async ({ value, expect }) => {
      expect(await value(program)).toEqual(expected);
    }),
  ),
]);
