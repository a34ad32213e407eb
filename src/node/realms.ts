import { PROGRAM_NAME } from '../bridge/program-hook.ts';

/** Where a guest and its program are evaluated. */
export interface ProgramRealm {
  /** Evaluates the guest's script and takes what it left under `hook`. */
  evaluateGuest(script: string, hook: string): unknown;
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
    evaluate: (script, filename) => new vm.Script(script, { filename }).runInContext(context),
  });
}

/** This worker's own realm, with Node's authority and its module loader. */
export function nodeRealm(): ProgramRealm {
  const vm = process.getBuiltinModule('node:vm');
  silenceLoaderWarning();
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return realm({
    global: globalThis,
    evaluate: (script, filename) =>
      new vm.Script(script, { filename, importModuleDynamically }).runInThisContext(),
  });
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
  evaluate,
}: {
  global: object;
  evaluate: (script: string, filename: string) => void;
}): ProgramRealm {
  return {
    evaluateGuest(script, hook) {
      evaluate(script, GUEST_NAME);
      const left: unknown = Reflect.get(global, hook);
      Reflect.deleteProperty(global, hook);
      return left;
    },
    evaluateProgram(script) {
      try {
        evaluate(script, PROGRAM_NAME);
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
