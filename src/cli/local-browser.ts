/** The browser of this process, as the command line's options and environment want it. */
import type { Browser } from '../core/browser/browser.ts';
import type { Session } from './session.ts';

export interface LocalBrowserOptions {
  readonly sandbox: boolean;
  /** Documents printed at once, by a browser that is kept running for many of them. Default: a browser for few. */
  readonly workers?: number;
  /** Of reproducible documents: see `StartOptions.date`. */
  readonly date?: Date | undefined;
}

/** It starts in the background: what comes next is loaded and read meanwhile. */
export async function startLocalBrowser(session: Session, options: LocalBrowserOptions): Promise<Browser> {
  const { context, terminal, ending } = session;
  const sandbox = options.sandbox && !context.noSandbox;
  if (!sandbox) {
    terminal.warn('the sandbox of the browser is off: a hostile document can take over this user account.', {
      always: true,
    });
  }
  const { workers, date } = options;
  const settings = {
    cacheDirectory: context.cacheDirectory,
    environment: context.environment,
    date,
    sandbox,
    onProgress: (text: string) => terminal.activity(text),
    ...(context.browserPath === undefined ? {} : { executablePath: context.browserPath }),
  };
  if (workers !== undefined) {
    const { startPrinter } = await import('../core/browser/start-printer.ts');
    const printer = startPrinter({ ...settings, workers });
    ending.add(() => printer.close());
    return printer;
  }
  const { startBrowser } = await import('../core/browser/start.ts');
  const launched = Promise.withResolvers<void>();
  const browser = startBrowser({ ...settings, onLaunch: launched.resolve });
  ending.add(() => browser.close());
  // Until its process runs: what is imported next holds this one for longer than the browser takes to start.
  await Promise.race([launched.promise, browser.ready().catch(() => {})]);
  return browser;
}
