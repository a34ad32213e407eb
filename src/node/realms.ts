import type { Script } from 'node:vm';
import { PROGRAM_NAME } from '../bridge/program-hook.ts';

/** Where a guest and its program are evaluated. */
export interface ProgramRealm {
  /** Evaluates the guest's script and takes what it left under `hook`. `code` spares the engine compiling it. */
  evaluateGuest(script: string, hook: string, code?: Uint8Array): unknown;
  /** What the engine has made of the guest's script by now, as `code` for further realms of the kind in this process. */
  guestCode(): Uint8Array;
  /** Evaluates a program's script: see `GuestPowers.evaluate`. */
  evaluateProgram(script: string): string;
}

const GUEST_NAME = 'codeseam:guest';

/**
 * A context of its own, with nothing but ECMAScript in it: no object of this realm gets there, only the functions that
 * the guest keeps to itself. Code from strings is off: what is evaluated is evaluated here. There is no import callback.
 */
export function bareRealm(): ProgramRealm {
  const vm = process.getBuiltinModule('node:vm');
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY as unknown as object, {
    codeGeneration: { strings: false, wasm: false },
  });
  return realm({
    global: context,
    compile: (script, filename, code) => new vm.Script(script, { filename, ...cached(code) }),
    run: (script) => script.runInContext(context),
  });
}

/** This worker's own realm, with Node's authority and its module loader. */
export function nodeRealm(): ProgramRealm {
  const vm = process.getBuiltinModule('node:vm');
  silenceLoaderWarning();
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return realm({
    global: globalThis,
    compile: (script, filename, code) =>
      new vm.Script(script, { filename, importModuleDynamically, ...cached(code) }),
    run: (script) => script.runInThisContext(),
  });
}

function cached(code: Uint8Array | undefined): { cachedData?: Uint8Array } {
  return code === undefined ? {} : { cachedData: code };
}

/** Node warns of its own loader when a script first uses it. That is our doing, and no business of a program's log. */
function silenceLoaderWarning(): void {
  const { emitWarning } = process;
  process.emitWarning = (...args: unknown[]): void => {
    if (!String(args[0]).includes('USE_MAIN_CONTEXT_DEFAULT_LOADER'))
      Reflect.apply(emitWarning, process, args);
  };
}

function realm({
  global,
  compile,
  run,
}: {
  global: object;
  compile: (script: string, filename: string, code?: Uint8Array) => Script;
  run: (script: Script) => void;
}): ProgramRealm {
  let guest: Script | undefined;
  return {
    guestCode: () => guest?.createCachedData() ?? new Uint8Array(),
    evaluateGuest(script, hook, code) {
      guest = compile(script, GUEST_NAME, code);
      run(guest);
      const left: unknown = Reflect.get(global, hook);
      Reflect.deleteProperty(global, hook);
      return left;
    },
    evaluateProgram(script) {
      try {
        run(compile(script, PROGRAM_NAME));
        return '';
      } catch (error) {
        // An error of this realm, made by the compiler: it is taken apart here, and only text goes in.
        return JSON.stringify(compileProblem(error));
      }
    },
  };
}

/** Told apart by class: the errors of a sealed realm have no name. */
const COMPILE_ERRORS = [SyntaxError, RangeError, EvalError, Error];

/** The message of a compile error, and its position, which Node only writes above the stack. */
function compileProblem(error: unknown): [message: string, line: number, column: number] {
  const name = COMPILE_ERRORS.find((type) => error instanceof type)?.name;
  if (name === undefined) return ['The program could not be evaluated', 0, 0];
  const { message, stack } = error as Error;
  const [first = '', , caret = ''] = (stack ?? '').split('\n');
  const line = first.startsWith(`${PROGRAM_NAME}:`) ? Number(first.slice(PROGRAM_NAME.length + 1)) : 0;
  return [`${name}: ${message}`, line, line > 0 ? caret.indexOf('^') + 1 : 0];
}
