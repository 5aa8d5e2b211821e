/** Starts Chromium as a renderer does, and opens pages in it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { CdpSession } from '../../../../src/browser/cdp/connection.ts';
import { egressContext } from '../../../../src/browser/egress/chromium-flags.ts';
import type { Egress } from '../../../../src/browser/egress/egress.ts';
import { defaultCacheDirectory } from '../../../../src/browser/install/cache-directory.ts';
import { findBrowser } from '../../../../src/browser/install/find-browser.ts';
import { type LaunchedBrowser, launch } from '../../../../src/browser/process/launch.ts';

export async function startChromium(): Promise<LaunchedBrowser> {
  const environment = process.env;
  const found = await findBrowser({ cacheDirectory: defaultCacheDirectory(environment), environment });
  const launched = await launch(found, { sandbox: true, environment }).catch((error) => {
    if (error.code !== 'sandbox_unavailable') throw error;
    return launch(found, { sandbox: false, environment });
  });
  return launched;
}

export interface TestPage {
  readonly session: CdpSession;
  close(): Promise<void>;
}

/** Opens a page in a new context: with the given proxy, or without a network. */
export async function openPage({ connection }: LaunchedBrowser, egress?: Egress): Promise<TestPage> {
  const context = egress ? egressContext(egress) : {};
  const { browserContextId } = await connection.browser.send('Target.createBrowserContext', context);
  const { targetId } = await connection.browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
  return {
    session: connection.session(sessionId),
    async close() {
      connection.drop(sessionId);
      await connection.browser.send('Target.disposeBrowserContext', { browserContextId });
    },
  };
}

/** Waits up to `ms` milliseconds for a condition. Does not throw: the caller asserts the outcome. */
export async function holds(condition: () => boolean, ms = 5_000): Promise<void> {
  const end = performance.now() + ms;
  while (!condition() && performance.now() < end) await delay(10);
}
