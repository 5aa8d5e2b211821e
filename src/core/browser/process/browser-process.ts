/** One browser, found, launched and watched: what the command line has one of, and a server one after the other. */
import type { BrowserFacts } from '../browser.ts';
import { type Targets, watchTargets } from '../cdp/targets.ts';
import { type BrowserVariables, findBrowser, isHeadlessShell } from '../install/find-browser.ts';
import { type LaunchedBrowser, launch } from './launch.ts';
import { type RendererPids, watchRendererPids } from './renderer-pids.ts';
import type { Watch, WatchedRender } from './watchdog.ts';

export interface StartOptions {
  readonly cacheDirectory: string;
  readonly environment: BrowserVariables;
  readonly executablePath?: string;
  readonly sandbox: boolean;
  /** Where the browser's profile may lie, instead of the temporary directory. */
  readonly runDirectory?: string;
  /** Nice value of all its processes; that of this process by default. */
  readonly niceValue?: number | undefined;
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
  readonly rendererPids: RendererPids;
  readonly date: Date | undefined;
  /** Watches a document while it is printed, where there is a watchdog; see `Watchdog.enter`. */
  readonly watch?: ((render: WatchedRender) => Watch) | undefined;
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
  const rendererPids = watchRendererPids(launched.connection.browser);
  return { ...launched, facts, targets, rendererPids, canSaveFrames, date: options.date };
}
