/** A page of a real browser that visits a server of a test, as a person would. */
import { afterAll } from 'vitest';
import { type BrowserProcess, startBrowserProcess } from '../src/core/browser/browser-process.ts';
import { defaultCacheDirectory } from '../src/core/browser/cache-directory.ts';

export interface RealPage {
  /** Resolves when the page has loaded. */
  go(url: string): Promise<void>;
  /** The value of an expression in the page; a promise is awaited. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>;
  /** Addresses of all requests so far. */
  readonly requests: readonly string[];
  /** What the page's console said at level `error`, violations of its policy included. */
  readonly errors: readonly string[];
}

/** Call it at the top of a test file. Pages end with the file. */
export function realPages(): () => Promise<RealPage> {
  let browser: Promise<BrowserProcess> | undefined;
  afterAll(async () => (await browser)?.kill());
  return async () => {
    browser ??= startBrowserProcess({
      cacheDirectory: defaultCacheDirectory(process.env),
      environment: process.env,
      sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
    });
    return await openPage((await browser).connection);
  };
}

async function openPage(connection: BrowserProcess['connection']): Promise<RealPage> {
  // Documents of strangers go through a proxy; this page goes where a person sends it.
  const { browserContextId } = await connection.browser.send('Target.createBrowserContext', {
    proxyServer: 'direct://',
  });
  const { targetId } = await connection.browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = connection.session(sessionId);
  const requests: string[] = [];
  const errors: string[] = [];
  session.on('Network.requestWillBeSent', ({ request }) => requests.push(request.url));
  session.on('Log.entryAdded', ({ entry }) => {
    if (entry.level === 'error') errors.push(entry.text);
  });
  for (const domain of ['Page.enable', 'Network.enable', 'Log.enable', 'Runtime.enable'] as const) {
    await session.send(domain);
  }

  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const until = async (expression: string) => {
    // The test's own limit ends this.
    for (;;) {
      const isTrue = await evaluate<boolean>(`Boolean(${expression})`).catch(() => false);
      if (isTrue) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    async go(url) {
      await session.send('Page.navigate', { url });
      await until(
        `location.href.split('#')[0] === ${JSON.stringify(url.split('#')[0])} && document.readyState === 'complete'`,
      );
    },
    evaluate,
    until,
    requests,
    errors,
  };
}
