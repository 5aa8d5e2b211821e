/** Finds, launches and watches one browser. The command line uses one, a server one after another. */
import type { BrowserFacts } from '../browser.ts';
import { type Targets, watchTargets } from '../cdp/targets.ts';
import { type BrowserVariables, findBrowser, isHeadlessShell } from '../install/find-browser.ts';
import { type LaunchedBrowser, launch } from './launch.ts';
import { type RendererPids, watchRendererPids } from './renderer-pids.ts';
import { explainStart } from './start-error.ts';
import type { BrowserWatch } from './watchdog.ts';

export interface StartOptions {
  readonly cacheDirectory: string;
  readonly environment: BrowserVariables;
  readonly executablePath?: string;
  readonly sandbox: boolean;
  /** The parent directory of the browser's profile, instead of the temporary directory. */
  readonly runDirectory?: string;
  /**
   * Runs the network service in the browser's process, which is ready 10 ms sooner but ends if that service crashes.
   * For the browser of a single document.
   */
  readonly networkInProcess?: boolean | undefined;
  /** The nice value of all its processes. Defaults to the value of this process. */
  readonly niceValue?: number | undefined;
  /** Called when the process is running, which is long before it can print. */
  readonly onLaunch?: () => void;
  /** Called once if a step takes long, such as unpacking on the first start. */
  readonly onProgress?: (text: string) => void;
}

export interface BrowserProcess extends Omit<LaunchedBrowser, 'version'> {
  readonly facts: BrowserFacts;
  readonly targets: Targets;
  readonly rendererPids: RendererPids;
  /** Undefined without a watchdog. */
  readonly watch?: BrowserWatch | undefined;
  /** Whether its pages can be made to draw no frames; see `openPage`. */
  readonly canSaveFrames: boolean;
}

/** Throws `browser_missing`, `browser_failed` or `sandbox_unavailable`. The signal aborts a start in progress. */
export async function startBrowserProcess(
  options: StartOptions,
  signal?: AbortSignal,
): Promise<BrowserProcess> {
  const found = await findBrowser(options).catch((error) => {
    throw explainStart(error);
  });
  signal?.throwIfAborted();
  let targets: Targets | undefined;
  const { version, ...launched } = await launch(found, {
    ...options,
    onConnect: ({ browser }) => {
      targets = watchTargets(browser);
    },
    signal,
  });
  targets ??= watchTargets(launched.connection.browser);
  const facts = { path: found.path, version, sandbox: options.sandbox, pid: launched.pid };
  const canSaveFrames = isHeadlessShell(found) && process.platform !== 'darwin';
  const rendererPids = watchRendererPids(launched.connection.browser, launched.pid);
  return { ...launched, facts, targets, rendererPids, canSaveFrames };
}
