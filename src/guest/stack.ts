import { TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import {
  append,
  defineData,
  defineProperty,
  ErrorConstructor,
  type List,
  list,
  regExpExec,
  stringSlice,
  weakMapGet,
  weakMapSet,
} from '../bridge/intrinsics.ts';
import { PROGRAM_NAME } from '../bridge/program-hook.ts';
import type { RunMessage } from '../bridge/protocol.ts';
import { lineAt, locationAt } from '../seam/source-lines.ts';
import type { CodeLocation } from '../seam/types.ts';
import { expressionStart } from './divot.ts';
import { EngineStacks, enginePreparesStacks } from './engine-stacks.ts';
import type { ScriptPlace } from './parse-stack.ts';
import { read, readString } from './read.ts';
import { findWord, refineOffset } from './refine-position.ts';

/** A place in the submitted program, 1-based, and the function it is in. */
export interface Frame {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** A script, what it was made from, and the map between them. */
type Source = Pick<RunMessage, 'script' | 'program' | 'mappings'>;

const CLASS_HEAD = /^class(?:\s+([\w$\u0080-\uffff]+)|\s*\{)/;

/** The engine's call site, as far as it is used. Its methods are out of a program's reach: it never gets to see one. */
interface CallSite {
  getFunctionName(): string | null;
  getScriptNameOrSourceURL(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
}

/**
 * Stack traces that speak of the submitted program alone: positions are mapped back, and frames of the guest, of the
 * host and of the platform do not exist. A program sees nothing else, whichever way it asks for a stack.
 */
export class Stacks {
  readonly #frames = new WeakMap<object, List<Frame>>();
  readonly #texts = new WeakMap<object, string>();
  #source: Source = { script: '', program: '', mappings: '' };
  #firstLine = 1;
  #map: TraceMap | undefined;
  /** Where the engine writes stacks itself. */
  #engine: EngineStacks | undefined;

  /** Says what the script was made from. The source map is decoded when the first error needs it. */
  setSource({ script, program, mappings }: Source, firstLine: number): void {
    this.#source = { script, program, mappings };
    this.#firstLine = firstLine;
    this.#map = undefined;
  }

  /** Takes over the formatting of stacks in this realm. With `lock`, for good: call sites of other realms must not be seen. */
  install(lock: boolean): void {
    const prepares = enginePreparesStacks();
    const Visible = prepares ? ErrorConstructor : this.#replaceStacks();
    if (prepares) this.#prepareStacks(lock);
    // The engine looks the hook up on whatever the global `Error` is at the time.
    if (lock) defineProperty(globalThis, 'Error', { value: Visible, writable: false, configurable: false });
  }

  #prepareStacks(lock: boolean): void {
    const prepare = (error: object, sites: readonly CallSite[]): string => this.#format(error, sites);
    const ignore = (): void => {};
    defineProperty(
      ErrorConstructor,
      'prepareStackTrace',
      lock
        ? { get: () => prepare, set: ignore, configurable: false }
        : { value: prepare, writable: true, configurable: true },
    );
  }

  #replaceStacks(): object {
    const engine = new EngineStacks(
      (error) => this.#describe(error),
      (target, raw) => {
        const frames = this.#parse(engine, raw);
        defineData(target, 'stack', render(target, frames), false);
        weakMapSet(this.#frames, target, frames);
      },
    );
    this.#engine = engine;
    return engine.install();
  }

  /** The program's frames of an error, innermost first; none for what is not an error, or was not thrown by the program. */
  framesOf(error: unknown): List<Frame> {
    if (typeof error !== 'object' || error === null) return list();
    if (this.#engine === undefined) {
      // Stacks are formatted when they are first read.
      read(error, 'stack');
    } else if (weakMapGet(this.#frames, error) === undefined) {
      const raw = this.#engine.rawOf(error);
      if (raw !== undefined) weakMapSet(this.#frames, error, this.#parse(this.#engine, raw));
    }
    return weakMapGet(this.#frames, error) ?? list();
  }

  /** What to print for an error: its own stack if a program wrote one, else header and frames. */
  textOf(error: object): string | undefined {
    // Also relieves it of a text of the engine's.
    if (this.#engine !== undefined) this.framesOf(error);
    return readString(error, 'stack');
  }

  /** Gives an error the frames of another: of the call that it is the answer to. */
  adopt(error: object, site: object): void {
    const frames = this.framesOf(site);
    this.#engine?.relieve(error);
    // The engine may format the stack that is being replaced, and so come back here: the frames are set last.
    defineData(error, 'stack', render(error, frames), false);
    weakMapSet(this.#frames, error, frames);
  }

  /** Like the stack of an error in V8, it is written when it is first read, and stays. */
  #describe(error: object): string {
    const known = weakMapGet(this.#texts, error);
    if (known !== undefined) return known;
    const text = render(error, this.framesOf(error));
    weakMapSet(this.#texts, error, text);
    return text;
  }

  #parse(engine: EngineStacks, raw: string): List<Frame> {
    const frames = list<Frame>();
    const places = engine.parse(raw);
    for (let index = 0; index < places.length; index++) {
      const frame = this.#frameAt(places[index]!, engine.pointsBehind);
      if (frame) append(frames, frame);
    }
    return frames;
  }

  #frameAt({ name, line, column }: ScriptPlace, isBehind: boolean): Frame | undefined {
    try {
      const { script } = this.#source;
      const lineStart = lineAt(script, line).start;
      const told = lineStart + column - 1;
      const start = isBehind ? expressionStart(script, told) : told;
      if (isImpliedConstructor(script, start, name)) return undefined;
      const position = this.position(line, start - lineStart + 1);
      return position && { name, ...position };
    } catch {
      // As in `position`.
      return undefined;
    }
  }

  #format(error: object, sites: readonly CallSite[]): string {
    const frames = list<Frame>();
    for (let index = 0; index < sites.length; index++) {
      const frame = this.#frame(sites[index]!);
      if (frame) append(frames, frame);
    }
    weakMapSet(this.#frames, error, frames);
    return render(error, frames);
  }

  #frame(site: CallSite): Frame | undefined {
    if (site.getScriptNameOrSourceURL() !== PROGRAM_NAME) return undefined;
    const position = this.position(site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0);
    return position && { name: site.getFunctionName() ?? '', ...position };
  }

  /** The place of a name at or after a place: for errors that the engine reports at the statement which holds the name. */
  placeOfName(name: string, from: Frame): Frame {
    const { program } = this.#source;
    const start = lineAt(program, from.line).start + from.column - 1;
    const at = findWord(program, name, start);
    return at < 0 ? from : { name: from.name, ...locationAt(program, at) };
  }

  /** Maps a 1-based position of the script back to the program; `undefined` for code that the compiler added. */
  position(line: number, column: number): CodeLocation | undefined {
    if (line < 1 || column < 1) return undefined;
    try {
      const { script, program, mappings } = this.#source;
      this.#map ??= new TraceMap({ version: 3, mappings, names: [], sources: [PROGRAM_NAME] });
      const segment = traceSegment(this.#map, line - 1, column - 1);
      if (segment === null || segment.length === 1) return undefined;
      const programLine = segment[2] + 2 - this.#firstLine;
      if (programLine < 1) return undefined;
      const lineStart = lineAt(script, line).start;
      const start = lineAt(program, programLine).start + segment[3];
      const offset = refineOffset(script, lineStart + segment[0], lineStart + column - 1, program, start);
      return locationAt(program, offset);
    } catch {
      // A program that patched its realm may break the decoder: it loses its positions, nothing else.
      return undefined;
    }
  }
}

/** `Name: message`, as an engine puts it above a stack, of anything that claims to be an error. */
export function headline(error: unknown): string {
  const name = readString(error, 'name') ?? 'Error';
  const message = readString(error, 'message') ?? '';
  if (name === '') return message;
  return message === '' ? name : `${name}: ${message}`;
}

/** Whether a frame is of a constructor that nobody wrote: one is where its class begins, and V8 does not show it. */
function isImpliedConstructor(script: string, start: number, name: string): boolean {
  if (name === '') return false;
  const head = regExpExec(CLASS_HEAD, stringSlice(script, start, start + name.length + 20));
  return head !== null && (head[1] === undefined || head[1] === 'extends' || head[1] === name);
}

function render(error: object, frames: List<Frame>): string {
  let text = headline(error);
  for (let index = 0; index < frames.length; index++) {
    const { name, line, column } = frames[index]!;
    const place = `${PROGRAM_NAME}:${line}:${column}`;
    text += name === '' ? `\n    at ${place}` : `\n    at ${name} (${place})`;
  }
  return text;
}
