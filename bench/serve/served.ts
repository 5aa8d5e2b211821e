/** Starts `pdfapi serve` as installed, on an empty data directory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { request } from 'undici';
import { processTree } from '../../src/browser/process/process-tree.ts';

/** Of processes, since they started. `megabytes`: without files that are mapped. */
interface Usage {
  readonly cpuMs: number;
  readonly megabytes: number;
}

export interface Served {
  /** The size of the PDF in bytes, or the status where there is none. */
  ask(path: string, body: object): Promise<{ readonly status: number; readonly bytes: number }>;
  /** Of an example. */
  templateId(name: string): Promise<number>;
  /** Of the server with its threads, and of all of Chromium's processes. */
  usage(): { readonly node: Usage; readonly chromium: Usage };
  close(): Promise<void>;
}

interface Ready {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
}

/** `tree`: the built checkout whose server is started. Default: this one. */
export async function startServed(
  args: readonly string[] = [],
  tree = resolve(import.meta.dirname, '../..'),
): Promise<Served> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pdfapi-bench-'));
  const bin = join(tree, 'bin/pdfapi.js');
  const child = spawn(
    process.execPath,
    [
      ...[bin, 'serve', '--json', '--port', '0', '--data-dir', dataDir, '--rate-limit', '0'],
      ...['--quota', 'pro=100000000', '--log-level', 'warn', ...args],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url, token, pid } = JSON.parse(line.toString()) as Ready;
  return {
    async ask(path, body) {
      const { statusCode, body: answer } = await request(`${url}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, output: 'binary' }),
      });
      const { byteLength } = await answer.arrayBuffer();
      return { status: statusCode, bytes: statusCode === 200 ? byteLength : 0 };
    },
    async templateId(name) {
      const response = await fetch(`${url}/api/v1/templates`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { data } = (await response.json()) as { data: { id: number; name: string }[] };
      return data.find((template) => template.name === name)?.id ?? 0;
    },
    usage() {
      const [own, ...rest] = processTree(pid);
      const add = (sum: Usage, { cpuMs, megabytes }: Usage): Usage => ({
        cpuMs: sum.cpuMs + cpuMs,
        megabytes: sum.megabytes + megabytes,
      });
      const none: Usage = { cpuMs: 0, megabytes: 0 };
      const chromium = rest.map((each) => ({ ...each, cpuMs: each.cpuMs + cpuMsOfEnded(each.pid) }));
      return { node: own ?? none, chromium: chromium.reduce(add, none) };
    },
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Of the processes that one has started and that have ended, as pages do; see proc_pid_stat(5). */
function cpuMsOfEnded(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // In ticks of a hundredth of a second.
    return (Number(fields[16 - 3]) + Number(fields[17 - 3])) * 10;
  } catch {
    return 0;
  }
}
