/** The browser of this process, as the command line's options and environment want it. */
import type { Browser } from '../core/browser/browser.ts';
import type { Session } from './session.ts';

/** Starts it in the background: what comes next is loaded and read while it starts. */
export async function startLocalBrowser(session: Session, options: { sandbox: boolean }): Promise<Browser> {
  const { context, terminal, ending } = session;
  const sandbox = options.sandbox && !context.noSandbox;
  if (!sandbox) {
    terminal.warn('the sandbox of the browser is off: a hostile document can take over this user account.', {
      always: true,
    });
  }
  const { startBrowser } = await import('../core/browser/start.ts');
  const browser = startBrowser({
    cacheDirectory: context.cacheDirectory,
    environment: context.environment,
    sandbox,
    onProgress: (text) => terminal.activity(text),
    ...(context.browserPath === undefined ? {} : { executablePath: context.browserPath }),
  });
  ending.add(() => browser.close());
  return browser;
}
