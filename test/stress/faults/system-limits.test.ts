/** A server at the limits of its operating system: it stays, costs requests at most a 503, and names the limit. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { defaultCacheDirectory } from '../../../src/browser/install/cache-directory.ts';
import { findBrowser } from '../../../src/browser/install/find-browser.ts';
import { processesBelow } from '../../support/browser/process-list.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { bare, bin, root } from '../../support/run.ts';
import { type ServingProcess, startServing } from './serving-process.ts';

const hasPrlimit = isInstalled('prlimit');
const isRoot = process.getuid?.() === 0;
if (!hasPrlimit)
  console.warn('Skipped, because prlimit is not installed: servers at the limits of their system.');
else if (!isRoot)
  console.warn('Skipped, because it needs root: a server at the limit of processes of its user.');

/** No other process of the machine belongs to these users, or the limit of processes would count it too. */
const lonelyUser = 64_242;
const lonelyCommandUser = 64_243;

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function print(server: ServingProcess, html = '<h1>Hi</h1>', limitMs = 60_000): Promise<Response> {
  return await fetch(`${server.url}/api/v1/html-to-pdf`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      // One that is kept waits longest, and is closed for others, maybe as the next request is sent.
      connection: 'close',
    },
    body: JSON.stringify({ html, output: 'binary' }),
    signal: AbortSignal.timeout(limitMs),
  });
}

/** Prints until it succeeds, and returns the statuses of all requests. */
async function printUntilDone(server: ServingProcess): Promise<number[]> {
  const statuses: number[] = [];
  for (let tries = 0; tries < 60; tries++) {
    const response = await print(server);
    statuses.push(response.status);
    if (response.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await response.arrayBuffer();
    if (response.status === 200) break;
    await delay(250);
  }
  return statuses;
}

async function connectSilently(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let index = 0; index < count; index++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    sockets.push(socket);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  }
  return sockets;
}

function killBrowser(server: ServingProcess): void {
  const browsers = processesBelow(server.child.pid as number).filter(
    ({ command }) => command.includes('--remote-debugging-pipe') && !command.includes('--type='),
  );
  expect(browsers.length).toBeGreaterThan(0);
  for (const { pid } of browsers) process.kill(pid, 'SIGKILL');
}

const limited = (option: string): readonly string[] => ['prlimit', option];

it.runIf(hasPrlimit)(
  'a server with more silent connections than files stays and prints after its browser was killed',
  { timeout: 120_000 },
  async () => {
    const server = await startServing(temporaryFolder(), { under: limited('--nofile=1024:1024') });
    expect(await printUntilDone(server)).toContain(200);
    await connectSilently(server.url, 1_000);
    killBrowser(server);
    const statuses = await printUntilDone(server);
    expect(statuses.at(-1)).toBe(200);
    expect(statuses.filter((status) => status !== 503 && status !== 200)).toEqual([]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(server.child.exitCode).toBeNull();
  },
);

it.runIf(hasPrlimit)(
  'a server that may open few files warns at its start and answers each of many requests with a PDF or 503',
  { timeout: 120_000 },
  async () => {
    const server = await startServing(temporaryFolder(), { under: limited('--nofile=64:64') });
    expect(server.log()).toMatch(/may open only 64 files/);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const response = await print(server).catch(() => undefined);
        await response?.arrayBuffer();
        return response?.status ?? 'closed';
      }),
    );
    // Beyond its share of connections, a server can only close them.
    expect(statuses.filter((status) => ![200, 503, 'closed'].includes(status))).toEqual([]);
    expect(server.child.exitCode).toBeNull();
    expect((await printUntilDone(server)).at(-1)).toBe(200);
  },
);

it.runIf(hasPrlimit)(
  'a running server that loses the right to open any file stays, and prints once it may again',
  { timeout: 120_000 },
  async () => {
    const server = await startServing(temporaryFolder());
    expect(await printUntilDone(server)).toContain(200);
    const pid = String(server.child.pid);
    // Of the running server and of what it starts.
    execFileSync('prlimit', ['--pid', pid, '--nofile=20:']);
    killBrowser(server);
    for (const html of ['a', '<script>1</script>b', '<img src="https://example.com/a.png">']) {
      // A connection that cannot be accepted waits in the system.
      const status = await print(server, html, 5_000).then(
        (response) => response.status,
        () => 'closed',
      );
      expect([503, 'closed']).toContain(status);
    }
    await delay(1_000);
    expect(server.child.exitCode).toBeNull();
    execFileSync('prlimit', ['--pid', pid, '--nofile=4096:']);
    expect((await printUntilDone(server)).at(-1)).toBe(200);
    expect(server.log()).toMatch(/ulimit -n/);
  },
);

/** Processes and threads of a user, as the system counts them. */
function countTasks(user: number): number {
  const statuses = readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/status`, 'latin1')] : [];
    } catch {
      return [];
    }
  });
  return statuses
    .filter((status) => new RegExp(`^Uid:\\s+${user}\\s`, 'm').test(status))
    .reduce((sum, status) => sum + Number(/^Threads:\s+(\d+)/m.exec(status)?.[1]), 0);
}

async function findBrowserPath(): Promise<string> {
  const cacheDirectory = defaultCacheDirectory(process.env);
  return (await findBrowser({ cacheDirectory, environment: process.env })).path;
}

/** Folders of root may be closed to the user whose processes are counted. */
const asUser = (user: number) => ['--reuid', `${user}`, '--regid', `${user}`, '--clear-groups'];
const asLonelyUser = asUser(lonelyUser);
const mayRead =
  isRoot && spawnSync('setpriv', [...asLonelyUser, 'test', '-r', join(root, 'bin/pdfapi.js')]).status === 0;
if (isRoot && !mayRead)
  console.warn('Skipped, because another user cannot read this folder: a server at the limit of processes.');

it.runIf(hasPrlimit && mayRead).each([
  ['a page has processes', 8],
  ['a browser starts', -25],
])(
  'a server that is at the limit of processes before %s never blames a document, and its log names the limit',
  { timeout: 180_000 },
  async (_when, more) => {
    const folder = temporaryFolder();
    chownSync(folder, lonelyUser, lonelyUser);
    const path = await findBrowserPath();
    const server = await startServing(join(folder, 'data'), {
      under: ['setpriv', ...asLonelyUser],
      // An answer that only a time-out brings comes too late for `print`.
      flags: ['--browser', path, '--timeout', '5m'],
      environment: { PDFAPI_CACHE_DIR: join(folder, 'cache') },
    });
    const limit = ['prlimit', '--pid', String(server.child.pid), `--nproc=${countTasks(lonelyUser) + more}:`];
    execFileSync('setpriv', [...asLonelyUser, ...limit]);
    // The limit holds for what starts from now on.
    killBrowser(server);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const response = await print(server);
        const retry = response.headers.get('retry-after');
        return { status: response.status, retry, body: await response.text() };
      }),
    );
    expect(answers.filter(({ status, retry }) => status !== 200 && (status !== 503 || !retry))).toEqual([]);
    expect(server.log()).toMatch(/ulimit -u/);
    expect(server.child.exitCode).toBeNull();
  },
);

it.runIf(hasPrlimit && mayRead)(
  'a command that is at the limit of processes prints, or names the limit and not the document',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryFolder();
    chownSync(folder, lonelyCommandUser, lonelyCommandUser);
    writeFileSync(join(folder, 'plain.html'), '<h1>Hi</h1>');
    writeFileSync(
      join(folder, 'busy.html'),
      '<script>document.title = 1</script><img src="https://localhost/a.png">',
    );
    const env = {
      ...bare,
      HOME: folder,
      // The one of `bare` may be another user's: batches of other tests keep their journals there.
      PDFAPI_CONFIG_DIR: join(folder, 'config'),
      PDFAPI_BROWSER: await findBrowserPath(),
      PDFAPI_CACHE_DIR: join(folder, 'cache'),
    };
    const outcomes: string[] = [];
    // Below, Node.js itself does not start; above, there is enough for all of it.
    for (let limit = 44; limit <= 80; limit += 2) {
      for (const file of ['plain.html', 'busy.html']) {
        const command = [
          'prlimit',
          `--nproc=${limit}:${limit}`,
          process.execPath,
          bin,
          'html',
          file,
          '-o',
          'out.pdf',
        ];
        const { exitCode, stderr } = await execa(
          'setpriv',
          [...asUser(lonelyCommandUser), ...command, '--timeout', '5m'],
          {
            cwd: folder,
            env,
            reject: false,
            timeout: 60_000,
          },
        );
        outcomes.push(
          exitCode === 0 ? 'printed' : /ulimit -u/.test(stderr) ? 'limit' : `${limit}, ${file}: ${stderr}`,
        );
      }
    }
    expect(new Set(outcomes)).toEqual(new Set(['limit', 'printed']));
  },
);
