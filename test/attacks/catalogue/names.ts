import type { Kind } from '../attack.ts';
import { ODD_NAMES } from '../host-functions.ts';

const INHERITED =
  "['hasOwnProperty', '__proto__', '__defineGetter__', 'isPrototypeOf', 'nope', '', 'note\\u0000']";

/** Members that are called like something else, and names that are no members. */
export const names: Kind = {
  kind: 'names',
  attacks: [
    {
      name: 'members called as those of Object.prototype are ordinary',
      program: `const names = ${JSON.stringify(ODD_NAMES)}; const out = []; for (const name of names) out.push(await odd[name]()); return out`,
      returns: ODD_NAMES,
      calls: ODD_NAMES.length,
    },
    {
      name: 'names that are not listed reach nothing',
      program: `
        const out = ['constructor', 'toString', 'valueOf', 'then', 'toJSON'].map((name) => typeof tools[name]);
        for (const name of ${INHERITED}) try { await tools[name](); out.push(name) } catch (error) { out.push(error instanceof TypeError) }
        return out`,
      returns: [...Array(5).fill('undefined'), ...Array(7).fill(true)],
      calls: 0,
    },
    {
      name: 'members that a program adds are its own',
      program: `
        try { tools.mine = () => 1 } catch {}
        try { Object.defineProperty(tools, 'note', { value: () => 2 }) } catch {}
        try { Object.setPrototypeOf(tools, { inherited: () => 3 }) } catch {}
        try { await tools.mine() } catch {}
        try { await tools.inherited() } catch {}
        return 1`,
      returns: 1,
      calls: 0,
    },
    {
      name: 'members do not look at what they are called on',
      program:
        'return [await tools.echo.call(odd, 1), await Reflect.apply(tools.echo, null, [2]), await (0, tools.echo)(3)]',
      returns: [1, 2, 3],
      calls: 3,
    },
    {
      name: 'a namespace that is spread, awaited, printed and walked calls nothing',
      program: `
        const copy = { ...tools };
        await tools;
        console.log(tools, String(Object.keys(odd)), Object.entries(tools).length);
        for (const key in odd) void odd[key];
        try { String(tools) } catch {}
        return typeof copy.echo`,
      returns: 'function',
      calls: 0,
    },
  ],
};
