import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { maxFrameCharacters } from '../../bridge/protocol.ts';
import { watchBudgets } from '../../host/budgets.ts';
import { Heartbeat } from '../../host/heartbeat.ts';
import { EndSignal, type Substrate } from '../../host/substrate.ts';
import type { CodeRuntimeLimits } from '../../seam/limits.ts';
import { clock } from '../clock.ts';
import { randomBeat } from '../random-beat.ts';
import childScript from './child-entry.ts?script';
import { type ChildSettings, childCommand } from './command.ts';
import { onlyThese } from './inherited.ts';
import { FROM_CHILD, scriptPacket, TO_CHILD } from './loader.ts';
import { firstChild, innermost, limitsData, MEMORY_POLL_MS, ownMemory } from './memory.ts';
import { beatPacket, framePacket, PacketReader } from './packets.ts';
import { PipeEndpoint } from './pipe-endpoint.ts';
import { reaper } from './reaper.ts';

/** Often while a program is busy, which is what counts; seldom while it waits for a slow call. */
const PACE = { busyMs: 10, idleMs: 40 };

/** How long after the end of its pipe the exit of a child may be told, in ms. */
const EXIT_NOTICE_MS = 200;

const MEBIBYTE = 1024 * 1024;

/** The longest greeting of a guest is far shorter than this, in bytes; the limit of a run is set when it starts. */
const BYTES_A_CHARACTER = 2;

/** Starts a child for one program. */
export function startChild(settings: ChildSettings, limits: CodeRuntimeLimits): Substrate {
  const [command, ...args] = childCommand(settings);
  // Loaded with the first child: it is a fifth of what an import of this package takes.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(command, args, {
    env: {},
    stdio: onlyThese(['ignore', 'ignore', 'ignore', 'pipe', 'pipe']),
    // The leader of a group and a session of its own, which is killed as a whole.
    detached: true,
    ...(settings.realm === 'bare' && { cwd: '/' }),
  });
  const end = new EndSignal();
  const release = child.pid === undefined ? () => {} : reaper.watch(child.pid);
  // Without file descriptors left, there is nothing but an error that is told later.
  const fromChild = child.stdio?.[FROM_CHILD] as Readable | undefined;
  const toChild = child.stdio?.[TO_CHILD] as Writable | undefined;
  const exited = new Promise<void>((resolve) => {
    const gone = (detail: string): void => {
      end.fire({ cause: 'exited', detail });
      release();
      fromChild?.destroy();
      toChild?.destroy();
      resolve();
    };
    child.once('error', (error) => gone(`it cannot be spawned: ${error.message}`));
    // After its last frames, unless something that it left behind keeps the pipe open.
    child.once('exit', (code, signal) =>
      setImmediate(() => gone(exitDetail(code, signal, settings.maxMemoryMb))),
    );
  });
  if (child.pid === undefined || !fromChild || !toChild) return deadSubstrate(end, exited);
  // An idle runtime must not keep its process alive.
  child.unref();
  for (const pipe of [fromChild, toChild]) (pipe as Partial<Socket>).unref?.();

  let reportedMs = 0;
  let reportedBefore: number | undefined;
  let startedAt = 0;
  const heartbeat = new Heartbeat((beat) => toChild.write(beatPacket(beat)), randomBeat, clock, PACE);
  const endpoint = new PipeEndpoint(fromChild, (frame) => toChild.write(framePacket(frame)));
  const reader = new PacketReader(maxFrameCharacters(limits) * BYTES_A_CHARACTER, {
    frame: (frame) => endpoint.receive(frame),
    answer(beat, busyMs) {
      if (!heartbeat.isOut(beat)) return;
      // The first beat goes out before the program does.
      reportedBefore ??= busyMs;
      const reported = Math.min(busyMs - reportedBefore, clock.now() - startedAt);
      // A number that cannot be explains no delay.
      const isSane = reported >= reportedMs;
      heartbeat.answered(beat, isSane ? reported - reportedMs : Number.POSITIVE_INFINITY);
      if (isSane) reportedMs = reported;
    },
    // No frame of the bridge, so that whoever listens ends the run for it.
    malformed: () => endpoint.receive(''),
  });
  endpoint.read((chunk) => reader.push(chunk));
  // A child that exits closes its pipe as well, and then says how; one that goes on is of no use any more.
  fromChild.once('end', () =>
    clock.after(EXIT_NOTICE_MS, () => end.fire({ cause: 'exited', detail: 'it closed its pipe' })),
  );
  toChild.on('error', () => {});
  fromChild.on('error', () => {});
  toChild.write(scriptPacket(childScript));

  let unwatch = (): void => {};
  let stopping: Promise<{ readonly busyMs: number }> | undefined;
  // What the child says of itself makes up for what is not seen between two beats; it cannot lower what is.
  const busyMs = (): number => Math.max(heartbeat.busyMs(), reportedMs);

  function start(): void {
    startedAt = clock.now();
    heartbeat.start();
    const unwatchBudgets = watchBudgets(clock, limits, busyMs, (budget) =>
      end.fire({ cause: 'expired', budget }),
    );
    const unwatchMemory = watchMemory(child, limits.maxMemoryMb, () =>
      end.fire({ cause: 'expired', budget: 'maxMemoryMb' }),
    );
    unwatch = () => {
      unwatchBudgets();
      unwatchMemory();
    };
  }

  async function stop(): Promise<{ readonly busyMs: number }> {
    const busy = busyMs();
    unwatch();
    heartbeat.stop();
    endpoint.close();
    kill(child, settings);
    return { busyMs: busy };
  }

  return {
    endpoint,
    exited,
    onEnd: (listener) => end.listen(listener),
    start,
    stop: () => (stopping ??= stop()),
  };
}

/**
 * Kills a child with its group. All that is in a container, a group of its own, ends with the first process in there, and
 * that is what the child waits for: it exits when nothing is left.
 */
function kill(child: ChildProcess, { isolation }: ChildSettings): void {
  const { pid } = child;
  const inside = isolation === 'container' && pid !== undefined ? firstChild(pid) : undefined;
  if (inside !== undefined && killGroup(inside)) return;
  if (pid === undefined || process.platform === 'win32') child.kill('SIGKILL');
  else killGroup(pid);
}

/** False when there is no group with this leader, or none any more. */
function killGroup(leader: number): boolean {
  try {
    return process.kill(-leader, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Calls back once when the child's own memory has grown by more than its program may have. */
function watchMemory({ pid }: ChildProcess, maxMemoryMb: number, onExceeded: () => void): () => void {
  if (!limitsData || pid === undefined) return () => {};
  const inner = innermost(pid);
  const before = ownMemory(inner);
  const timer = setInterval(() => {
    if (ownMemory(inner) - before <= maxMemoryMb * MEBIBYTE) return;
    clearInterval(timer);
    onExceeded();
  }, MEMORY_POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** How an engine ends that gets no more memory, or that crashes. */
const CRASHES: readonly (string | null)[] = ['SIGABRT', 'SIGSEGV', 'SIGTRAP', 'SIGILL', 'SIGBUS'];

/** A shell or a container reports the death of its child by a signal as a status. */
const SIGNAL_STATUS = 128;
const CRASH_STATUS: readonly number[] = [4, 5, 6, 7, 11].map((signal) => SIGNAL_STATUS + signal);

function exitDetail(code: number | null, signal: string | null, maxMemoryMb: number): string {
  const how = signal === null ? `it exited with code ${code}` : `it was ended by ${signal}`;
  const crashed = CRASHES.includes(signal) || CRASH_STATUS.includes(code ?? 0);
  return crashed ? `${how}: it crashed, or ran out of memory (maxMemoryMb is ${maxMemoryMb})` : how;
}

/** Of a child that never was. */
function deadSubstrate(end: EndSignal, exited: Promise<void>): Substrate {
  return {
    endpoint: { postMessage() {}, addEventListener() {}, removeEventListener() {} },
    exited,
    onEnd: (listener) => end.listen(listener),
    start() {},
    stop: async () => ({ busyMs: 0 }),
  };
}
