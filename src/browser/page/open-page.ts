/** Opens a page in a browser context of its own, with separate cookies, cache, storage and renderer process. */
import type { Protocol } from 'devtools-protocol';
import type { Deadline } from '#runtime/deadline';
import type { CdpSession } from '../cdp/connection.ts';
import { withTimeout } from '../cdp/with-timeout.ts';
import type { BrowserProcess } from '../process/browser-process.ts';
import { endProcess } from '../process/end-process.ts';
import type { Shortage } from '../process/shortage.ts';

export interface OpenPage {
  readonly session: CdpSession;
  readonly mainFrame: string;
  /** Aborted with the reason when a process of the page dies. */
  readonly crashed: AbortSignal;
  /** Whether the system has refused its browser something. */
  readonly shortage: Shortage;
  /** The renderer process, as soon as it is known. */
  readonly pid: number | undefined;
  /** Whether its document has opened a window. */
  hasOpened(): boolean;
  /** Whether frames of it have renderer processes of their own. */
  hasFrameTargets(): boolean;
  /** Removes event handlers and counters, so that the next document starts without any from this one. */
  renew(): void;
  /** Resolves when the page and everything that ran in it is gone. Never throws. */
  close(): Promise<void>;
}

export interface PageUse {
  readonly scripts: boolean;
  /** If undefined, the page has no network access at all. */
  readonly network?: Pick<Protocol.Target.CreateBrowserContextRequest, 'proxyServer' | 'proxyBypassList'>;
}

export async function openPage(owner: BrowserProcess, { scripts, network }: PageUse): Promise<OpenPage> {
  const { connection, canSaveFrames } = owner;
  const { browser } = connection;
  const { browserContextId } = await browser.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    ...network,
  });
  const { opened, started } = await owner.rendererPids.open(() =>
    browser.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      // Frames are only drawn for display, and a render without them costs a quarter less. Only scripts wait for them.
      // (Requesting frames one by one crashes the browser as soon as two pages do so concurrently.)
      ...(canSaveFrames && !scripts ? { enableBeginFrameControl: true } : {}),
    }),
  );
  return await attach(owner, { targetId: opened.targetId, browserContextId }, started, () =>
    browser.send('Target.disposeBrowserContext', { browserContextId }),
  );
}

/**
 * Takes the page that the browser opens at its start, which is available 25 ms sooner than a new one, for a browser
 * that prints a single document. It uses the browser's default context, which has no network access either. May be
 * called only once, before any other use of the browser. Returns undefined if the browser has no such page.
 */
export async function takeFirstPage(owner: BrowserProcess): Promise<OpenPage | undefined> {
  const { browser } = owner.connection;
  const { targetId, url, browserContextId } = owner.targets.first ?? {};
  if (!targetId || !browserContextId || url !== 'about:blank') return undefined;
  return await attach(owner, { targetId, browserContextId }, owner.rendererPids.first(), () =>
    browser.send('Target.closeTarget', { targetId }),
  );
}

interface OpenTarget {
  readonly targetId: string;
  readonly browserContextId: string;
}

/** Attaches to an open target. `dispose` closes the page and everything that runs in it. */
async function attach(
  { connection, targets, shortage, kill }: BrowserProcess,
  { targetId, browserContextId }: OpenTarget,
  finding: Promise<readonly number[]>,
  dispose: () => Promise<unknown>,
): Promise<OpenPage> {
  const { browser } = connection;
  const crashed = targets.crashed(browserContextId);
  let started: readonly number[] = [];
  finding.then((found) => {
    started = found;
  });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });

  async function close(): Promise<void> {
    connection.drop(sessionId);
    targets.forget(browserContextId);
    const disposed = dispose().then(
      () => true,
      () => true,
    );
    if (await withTimeout(closeLimitMs, disposed)) return;
    // If there are several, one of them belongs to the page, and it is not known which.
    started.forEach(endProcess);
    // A responsive browser has never been seen to keep a context, so the browser itself must be hanging.
    if (!(await withTimeout(answerLimitMs, disposed))) await kill();
  }

  const session = connection.session(sessionId);
  return {
    session,
    // A page and its main frame share one id.
    mainFrame: targetId,
    crashed,
    shortage,
    get pid() {
      return started.length === 1 ? started[0] : undefined;
    },
    hasOpened: () => targets.hasOpened(browserContextId),
    hasFrameTargets: () => targets.hasFrames(browserContextId),
    renew() {
      connection.drop(sessionId);
      targets.renew(browserContextId);
    },
    close,
  };
}

/**
 * Waits for a page to open. Throws the deadline's reason; a page that opens later is then closed, and a browser that
 * opens none is killed.
 */
export async function awaitPage(
  opening: Promise<OpenPage>,
  browser: BrowserProcess,
  deadline: Deadline,
): Promise<OpenPage> {
  const leave = browser.watch?.enterOpening();
  try {
    return await deadline.race('opening a page', browser.shortage.race(opening), { kind: 'waiting' });
  } catch (error) {
    giveUp(opening, browser);
    throw error;
  } finally {
    leave?.();
  }
}

async function giveUp(opening: Promise<OpenPage>, browser: BrowserProcess): Promise<void> {
  const closed = opening
    .then(({ close }) => close())
    .then(
      () => true,
      () => true,
    );
  if (!(await withTimeout(closeLimitMs, closed))) await browser.kill();
}

/** A page that takes longer to close has its renderer killed, and after another `answerLimitMs` its browser. */
const closeLimitMs = 3_000;
const answerLimitMs = 1_000;
