/** A page in a context of its own: cookies, cache, storage and renderer process are nobody else's. */
import type { Protocol } from 'devtools-protocol';
import type { Deadline } from '../../deadline.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { withTimeout } from '../cdp/with-timeout.ts';
import type { BrowserProcess } from '../process/browser-process.ts';
import { endProcess } from '../process/end-process.ts';

export interface OpenPage {
  readonly session: CdpSession;
  readonly mainFrame: string;
  /** Aborted with the reason when a process of the page dies. */
  readonly crashed: AbortSignal;
  /** Its renderer process, as soon as that is known. */
  readonly pid: number | undefined;
  /** Whether its document has opened a window. */
  hasOpened(): boolean;
  /** Whether frames of it have renderer processes of their own. */
  hasFrameTargets(): boolean;
  /** Forgets who listens, so that the next document starts with nothing of this one. */
  renew(): void;
  /** Resolves when it is gone with all that ran in it. Never throws. */
  close(): Promise<void>;
}

export interface PageUse {
  readonly scripts: boolean;
  /** Without it, there is no way to the network at all. */
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
      // Frames are drawn for people who look at a page: without them a render costs a quarter less. Only scripts
      // wait for them. (Frames that we ask for one by one end the browser as soon as two pages do so at once.)
      ...(canSaveFrames && !scripts ? { enableBeginFrameControl: true } : {}),
    }),
  );
  return await attach(owner, { targetId: opened.targetId, browserContextId }, started, () =>
    browser.send('Target.disposeBrowserContext', { browserContextId }),
  );
}

/**
 * The page that the browser opens at its start: 25 ms sooner than another one, for a browser that is there for one
 * document. Its context is the browser's own, which has no way to the network either. Once only, and before any
 * other use of the browser; undefined where it has none.
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

/** `dispose` ends the page with all that runs in it. */
async function attach(
  { connection, targets, kill }: BrowserProcess,
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
    // Where there are several, one of them is the page's, and it is not known which.
    started.forEach(endProcess);
    // A browser that answers has never been seen to keep a context: it is the browser itself that hangs.
    if (!(await withTimeout(answerLimitMs, disposed))) await kill();
  }

  const session = connection.session(sessionId);
  return {
    session,
    // A page and its main frame have one id.
    mainFrame: targetId,
    crashed,
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

/** Throws the deadline's reason; a page that opens later is closed then, and a browser that opens none is ended. */
export async function awaitPage(
  opening: Promise<OpenPage>,
  browser: BrowserProcess,
  deadline: Deadline,
): Promise<OpenPage> {
  try {
    return await deadline.race('opening a page', opening);
  } catch (error) {
    giveUp(opening, browser);
    throw error;
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

/** From here on a page that does not close loses its renderer, and after `answerLimitMs` more its browser. */
const closeLimitMs = 3_000;
const answerLimitMs = 1_000;
