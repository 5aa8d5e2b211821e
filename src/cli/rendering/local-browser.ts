/** The browser of this process, configured by the options and the environment of the command line. */
import type { Browser } from '#browser/browser';
import type { Session } from '../session.ts';

export interface LocalBrowserOptions {
  readonly sandbox: boolean;
  /**
   * Documents printed concurrently by a browser that is kept running for many of them. Default: a browser for few
   * documents.
   */
  readonly workers?: number;
  /** Whether the command prints one document only. Default: false. */
  readonly once?: boolean;
}

/** Returns a function that starts a browser when it is first called, and returns the same one from then on. */
export function browserOnDemand(session: Session, options: LocalBrowserOptions): () => Promise<Browser> {
  let started: Promise<Browser> | undefined;
  return async () => {
    started ??= startLocalBrowser(session, options);
    return await started;
  };
}

/** Starts the browser in the background, while the next modules and inputs are loaded. */
export async function startLocalBrowser(session: Session, options: LocalBrowserOptions): Promise<Browser> {
  const { context, terminal, shutdown } = session;
  const sandbox = options.sandbox && !context.noSandbox;
  if (!sandbox) {
    terminal.warn('the browser sandbox is off: a hostile document can take over this user account.', {
      always: true,
    });
  }
  const { workers } = options;
  const settings = {
    cacheDirectory: context.cacheDirectory,
    environment: context.environment,
    sandbox,
    onProgress: (text: string) => terminal.activity(text),
    ...(context.browserPath === undefined ? {} : { executablePath: context.browserPath }),
  };
  if (workers !== undefined) {
    const { startBrowserPool } = await import('#browser/browser-pool');
    const browserPool = startBrowserPool({ ...settings, workers });
    shutdown.add(() => browserPool.close());
    return browserPool;
  }
  const { startSingleUseBrowser } = await import('#browser/single-use-browser');
  const launched = Promise.withResolvers<void>();
  const browser = startSingleUseBrowser({ ...settings, once: options.once, onLaunch: launched.resolve });
  shutdown.add(() => browser.close());
  // Waits until its process runs: the imports that follow block this process for longer than the browser takes to
  // start.
  await Promise.race([launched.promise, browser.ready().catch(() => {})]);
  return browser;
}
