/** One browser, found, launched and watched: what the command line has one of, and a server one after the other. */
import type { BrowserFacts } from './browser.ts';
import { type Environment, findBrowser, isHeadlessShell } from './find.ts';
import { type LaunchedBrowser, launch } from './launch.ts';
import { type Targets, watchTargets } from './targets.ts';

export interface StartOptions {
  readonly cacheDirectory: string;
  readonly environment: Environment;
  readonly executablePath?: string;
  readonly sandbox: boolean;
  /** Where the browser's profile may lie, instead of the temporary directory. */
  readonly runDirectory?: string;
  /** What day it is for its documents, which are to be the same again at any time and place. Default: today, here. */
  readonly date?: Date | undefined;
  /** Told when its process runs, which is long before it can print. */
  readonly onLaunch?: () => void;
  /** Told once when something takes long, such as unpacking at the first start. */
  readonly onProgress?: (text: string) => void;
}

export interface BrowserProcess extends Omit<LaunchedBrowser, 'version'> {
  readonly facts: BrowserFacts;
  readonly targets: Targets;
  readonly date: Date | undefined;
  /** Whether its pages can be made to draw no frames; see `openPage`. */
  readonly canSaveFrames: boolean;
}

/** Throws `browser_missing`, `browser_failed` or `sandbox_unavailable`. The signal ends a start under way. */
export async function startBrowserProcess(
  options: StartOptions,
  signal?: AbortSignal,
): Promise<BrowserProcess> {
  const found = await findBrowser(options);
  signal?.throwIfAborted();
  let targets: Targets | undefined;
  const { version, ...launched } = await launch(found, {
    ...options,
    onConnect: ({ browser }) => {
      targets = watchTargets(browser);
    },
    ...(signal ? { signal } : {}),
  });
  targets ??= watchTargets(launched.connection.browser);
  const facts = { path: found.path, version, sandbox: options.sandbox, pid: launched.pid };
  const canSaveFrames = isHeadlessShell(found) && process.platform !== 'darwin';
  return { ...launched, facts, targets, canSaveFrames, date: options.date };
}
