/**
 * Starts the browser's process: over pipes, with a minimal environment and a profile of its own. For root it runs under
 * an unprivileged user id, because Chromium's sandbox does not start for root.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { Failure } from '#contract/errors';
import { describeSystemLimit, findSystemLimit } from '#contract/files/system-limit';
import { CdpConnection } from '../cdp/connection.ts';
import { type BrowserVariables, type FoundBrowser, isHeadlessShell } from '../install/find-browser.ts';
import { endProcess } from './end-process.ts';
import { browserFlags } from './flags.ts';
import { setNiceValue } from './process-priority.ts';
import { processTree } from './process-tree.ts';
import { createProfile, removeIfEmpty, removeProfile, sweepProfiles } from './profile-directory.ts';
import { hasSharedMemory } from './shared-memory.ts';
import { type Shortage, watchShortage } from './shortage.ts';
import { explainStart, limitReason, StartError } from './start-error.ts';

export interface LaunchedBrowser {
  readonly connection: CdpConnection;
  readonly version: string;
  /** The process id of the browser itself, even if a script of the distribution started it. */
  readonly pid: number;
  /** Resolves when the browser can no longer print, for whatever reason. The process may still have to be killed. */
  readonly ended: Promise<void>;
  /** Whether the system has refused it a process, a thread or a file. */
  readonly shortage: Shortage;
  /** The exit code or the signal with which its process ended. Undefined while it runs. */
  exit(): number | string | undefined;
  /**
   * Kills the process immediately and removes its profile. Resolves when both are gone, and never rejects. Safe to call
   * twice.
   */
  kill(): Promise<void>;
  /**
   * Like `kill`, without waiting: the kernel takes 20 ms or more to tear down a process of this size. Returns false if
   * a profile is left over, which only `kill` can remove.
   */
  end(): boolean;
}

export interface LaunchOptions {
  readonly sandbox: boolean;
  readonly environment: BrowserVariables;
  /** See `StartOptions.networkInProcess`. */
  readonly networkInProcess?: boolean | undefined;
  /** See `StartOptions.niceValue`. */
  readonly niceValue?: number | undefined;
  /**
   * The parent directory of the profile, created if missing. Another directory is used if the browser's user cannot
   * enter it.
   */
  readonly runDirectory?: string;
  /** Called when the process is running, and again if it has to be restarted. */
  readonly onLaunch?: () => void;
  /** Called before the browser has sent anything. Commands sent now are handled as soon as it is ready. */
  readonly onConnect?: (connection: CdpConnection) => void;
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal | undefined;
}

/** `nobody`, which owns no files on any system. */
const unprivilegedId = 65534;
/** Chromium starts in 0.1 s on an idle machine, and in seconds on a machine that swaps. */
const startLimitMs = 20_000;
/** Milliseconds that it may still take after the system has refused it a process, a thread or a file. */
const refusedMs = 1_000;

/** Throws `browser_failed`, or `sandbox_unavailable` with the remedies. */
export async function launch(found: FoundBrowser, options: LaunchOptions): Promise<LaunchedBrowser> {
  try {
    return await start(found, options, false);
  } catch (error) {
    // A minimal machine lacks nss, nspr or expat, which come with the packaged browser.
    if (!(error instanceof StartError) || !/shared librar/.test(error.stderr) || !found.libraries)
      throw explainStart(error);
    return await start(found, options, true).catch((again) => {
      throw explainStart(again);
    });
  }
}

async function start(
  found: FoundBrowser,
  options: LaunchOptions,
  ownLibraries: boolean,
): Promise<LaunchedBrowser> {
  const { sandbox, environment } = options;
  const asRoot = process.getuid?.() === 0;
  const dropPrivileges = asRoot && sandbox;
  const profile = createProfile(options.runDirectory, dropPrivileges ? unprivilegedId : undefined);
  const flags = browserFlags({
    profile: isHeadlessShell(found) ? undefined : profile,
    sandbox,
    networkInProcess: options.networkInProcess ?? false,
    sharedMemory: hasSharedMemory(),
  });
  const child = await spawnProcess(found.path, [...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    cwd: profile,
    env: browserEnvironment(found, { environment, profile, ownLibraries }),
    ...(dropPrivileges ? { uid: unprivilegedId, gid: unprivilegedId } : {}),
  }).catch((error) => {
    removeProfile(profile);
    throw error;
  });
  // Set before the process starts most of its threads and processes, which inherit it.
  if (child.pid && options.niceValue !== undefined) setNiceValue(child.pid, options.niceValue);
  options.onLaunch?.();
  const shortage = watchShortage();
  const stderr = collectLastOutput(child, shortage);
  const connection = new CdpConnection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  // 'exit' and not 'close': a stopped child process keeps stderr open.
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  );
  const end = () => {
    connection.close(new Failure('browser_failed', 'The browser was closed.'));
    // Each process is killed individually: a stopped one does not notice that the others have ended.
    if (child.pid) for (const { pid } of processTree(child.pid)) endProcess(pid);
    child.kill('SIGKILL');
    return removeIfEmpty(profile);
  };
  const kill = async () => {
    end();
    await gone;
    removeProfile(profile);
  };
  const failed = new Promise<never>((_, reject) => {
    // 'close' and not 'exit': only then is stderr complete.
    child.once('close', (code, signal) =>
      reject(new StartError('it ended right after starting', `it ended with ${signal ?? code}`, stderr())),
    );
  });
  failed.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const late = () =>
      reject(
        new StartError('it did not respond', `it did not respond within ${startLimitMs / 1000} s`, stderr()),
      );
    timer = setTimeout(late, startLimitMs);
  });
  const isOver = new AbortController();
  const refused = shortage.next(refusedMs, isOver.signal).then(() => {
    throw new StartError('it did not respond', 'it did not respond', stderr());
  });
  refused.catch(() => {});
  const abort = () => void child.kill('SIGKILL');
  if (options.signal?.aborted) abort();
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    options.onConnect?.(connection);
    const hello = connection.browser.send('Browser.getVersion').catch(() => failed);
    // Both while the browser starts, because the document waits for it.
    sweepProfiles(profile);
    const startedByScript = isScript(found.path);
    const { product } = await Promise.race([hello, failed, tooLate, refused]);
    const ended = new Promise<void>((resolve) => {
      connection.lost.addEventListener('abort', () => resolve(), { once: true });
      if (connection.lost.aborted) resolve();
    });
    const pid = (startedByScript && (await findPid(connection))) || child.pid || 0;
    // On a busy machine, or below a launch script, processes may have started before their parent had its nice value.
    if (options.niceValue !== undefined) setNiceValueBelow(pid, options.niceValue);
    const exit = () => child.signalCode ?? child.exitCode ?? undefined;
    return { connection, version: product, pid, ended, shortage, exit, kill, end };
  } catch (error) {
    await kill();
    throw error;
  } finally {
    clearTimeout(timer);
    isOver.abort();
    options.signal?.removeEventListener('abort', abort);
  }
}

interface EnvironmentOptions {
  /** The environment of the caller. */
  readonly environment: BrowserVariables;
  readonly profile: string;
  /** Whether to use the shared libraries that came with the packaged browser. */
  readonly ownLibraries: boolean;
}

/** Passes only what a browser needs: no token, proxy setting or path of the caller reaches it. */
function browserEnvironment(
  found: FoundBrowser,
  { environment, profile, ownLibraries }: EnvironmentOptions,
): NodeJS.ProcessEnv {
  return {
    HOME: profile,
    TMPDIR: profile,
    XDG_CONFIG_HOME: profile,
    XDG_CACHE_HOME: profile,
    // From `C.UTF-8` Chromium derives the language `en-US@posix`, which `Intl` rejects.
    LANG: 'en_US.UTF-8',
    ...(environment.TZ ? { TZ: environment.TZ } : {}),
    ...(environment.SystemRoot ? { SystemRoot: environment.SystemRoot } : {}),
    ...(found.fontConfig ? { FONTCONFIG_FILE: found.fontConfig } : {}),
    ...(ownLibraries && found.libraries ? { LD_LIBRARY_PATH: found.libraries } : {}),
  };
}

/**
 * Throws `StartError`. Node.js reports some errors at once, others by an event, and has no pipes to the process after
 * some of them.
 */
async function spawnProcess(
  path: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  try {
    const child = spawn(path, args, options);
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', resolve);
    });
    // A signal that cannot be sent is reported later by the same event.
    child.on('error', () => {});
    return child;
  } catch (error) {
    const limit = findSystemLimit(error);
    const { message } = error as Error;
    if (limit) throw new StartError(limitReason, `${describeSystemLimit(limit)}: ${message}`);
    throw new StartError('its file cannot be executed', message);
  }
}

/**
 * Repeats until the tree stops growing: a process started while the list is read has the old nice value and appears in
 * the next list.
 */
function setNiceValueBelow(pid: number, niceValue: number): void {
  for (let known = 0, tree = processTree(pid); tree.length > known; tree = processTree(pid)) {
    known = tree.length;
    for (const each of tree) setNiceValue(each.pid, niceValue);
  }
}

/** Linux distributions start their browsers with scripts, some of which remain as the browser's parent. */
function isScript(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(2);
    readSync(file, head);
    return head.toString('latin1') === '#!';
  } finally {
    closeSync(file);
  }
}

async function findPid({ browser }: CdpConnection): Promise<number | undefined> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo').catch(() => ({ processInfo: [] }));
  return processInfo.find(({ type }) => type === 'browser')?.id;
}

/** Returns the last 8 KB of the process's stderr, which explain a failed start. */
function collectLastOutput(child: ChildProcess, shortage: Shortage): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-8192);
    shortage.read(chunk);
  });
  return () => text;
}
