/** The browser of this process, as the command line's options and environment want it. */
import type { Browser } from '../core/browser/browser.ts';
import type { Session } from './session.ts';

export interface LocalBrowserOptions {
  readonly sandbox: boolean;
  /** Documents printed at once, by a browser that is kept running for many of them. Default: a browser for few. */
  readonly workers?: number;
}

/** Starts it in the background: what comes next is loaded and read while it starts. */
export async function startLocalBrowser(session: Session, options: LocalBrowserOptions): Promise<Browser> {
  const { context, terminal, ending } = session;
  const sandbox = options.sandbox && !context.noSandbox;
  if (!sandbox) {
    terminal.warn('the sandbox of the browser is off: a hostile document can take over this user account.', {
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
  const browser =
    workers === undefined
      ? (await import('../core/browser/start.ts')).startBrowser(settings)
      : (await import('../core/browser/start-printer.ts')).startPrinter({ ...settings, workers });
  ending.add(() => browser.close());
  return browser;
}
