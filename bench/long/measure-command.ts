/** Runs a command and measures what it takes: time, and memory of it and all processes that it starts. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface Measured {
  readonly seconds: number;
  /** Of processor time, by all processes that were seen. */
  readonly cpuSeconds: number;
  /** The largest sum of all processes, with shared pages counted once (PSS). Linux only. */
  readonly peakMb: number;
  /** Undefined if it was stopped after the limit. */
  readonly code: number | null | undefined;
}

/** Milliseconds. Reading the memory of a process of a gigabyte takes some 10 ms: a short command is looked at more often. */
const sampleMs = { min: 10, max: 200 };

const ticksPerSecond = 100;

export async function measureCommand(words: readonly string[], limitMs: number): Promise<Measured> {
  const [program = '', ...args] = words;
  const started = performance.now();
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  let code: number | null | undefined;
  let hasEnded = false;
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => {
      hasEnded = true;
      code = 127;
      resolve();
    });
    child.once('exit', (status) => {
      hasEnded = true;
      code = status;
      resolve();
    });
  });
  let peakKb = 0;
  const cpu = new Map<number, number>();
  let ended = started;
  while (!hasEnded) {
    const processes = descendants(child.pid ?? 0);
    for (const pid of processes) cpu.set(pid, Math.max(cpu.get(pid) ?? 0, cpuTicks(pid)));
    peakKb = Math.max(
      peakKb,
      processes.reduce((sum, pid) => sum + residentKb(pid), 0),
    );
    if (performance.now() - started > limitMs) {
      for (const pid of processes.reverse()) kill(pid);
      break;
    }
    const elapsed = performance.now() - started;
    await Promise.race([delay(Math.min(sampleMs.max, Math.max(sampleMs.min, elapsed / 10))), exited]);
  }
  ended = performance.now();
  const ticks = [...cpu.values()].reduce((sum, own) => sum + own, 0);
  return {
    seconds: (ended - started) / 1000,
    cpuSeconds: ticks / ticksPerSecond,
    peakMb: peakKb / 1024,
    code,
  };
}

function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(Number(name))[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    found.push(pid);
    waiting.push(...(children.get(pid) ?? []));
  }
  return found;
}

/** Fields of `/proc/<pid>/stat` from the state on. */
function statOf(pid: number): readonly string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function cpuTicks(pid: number): number {
  const fields = statOf(pid);
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

const residentKb = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended in the meantime.
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
