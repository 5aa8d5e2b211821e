/** A browser process as a `Browser`: it starts in the background, and each print gets a context of its own. */

import type { Deadline } from '../deadline.ts';
import type { Browser, BrowserFacts, PrintedDocument, PrintJob } from './browser.ts';
import type { CdpSession, Connection } from './connection.ts';
import { refersToNetwork } from './document-address.ts';
import { egressContext } from './egress/chromium-flags.ts';
import type { Egress } from './egress/egress.ts';
import { type Environment, findBrowser } from './find.ts';
import { type LaunchedBrowser, launch } from './launch.ts';
import type { NetworkFindings } from './page-watch.ts';
import { hasScripts } from './scripts.ts';

export interface StartOptions {
  readonly cacheDirectory: string;
  readonly environment: Environment;
  readonly executablePath?: string;
  readonly sandbox: boolean;
  /** Told once when something takes long, such as unpacking at the first start. */
  readonly onProgress?: (text: string) => void;
}

/** What a context may take to close before the whole browser is ended instead. */
const closeLimitMs = 3_000;

/** Returns at once. Whatever goes wrong at the start is thrown by the first `print` or `ready`. */
export function startBrowser(options: StartOptions): Browser {
  const launched = findBrowser(options).then(async (found) => {
    const process = await launch(found, options);
    await closePopUps(process.connection);
    return { found, process };
  });
  launched.catch(() => {});
  // Loaded while the process starts, and not before it.
  const printing = import('./print-document.ts');

  async function print(job: PrintJob, deadline: Deadline): Promise<PrintedDocument> {
    const asked = performance.now();
    const { process } = await deadline.race('starting the browser', launched);
    const { printDocument } = await printing;
    const scripts = job.scripts && (await hasScripts(job.html));
    const network: NetworkFindings = { refused: [], unreachable: [] };
    const egress = scripts || mentionsNetwork(job) ? await openNetwork(job, network) : undefined;
    try {
      const context = { disposeOnDetach: true, ...(egress ? egressContext(egress) : {}) };
      const page = await deadline.race('opening a page', openPage(process.connection, context));
      const browser = performance.now() - asked;
      try {
        const { pdf, findings, timings } = await printDocument(
          page.session,
          { ...job, scripts },
          network,
          deadline,
        );
        return { pdf, findings, timings: { browser, ...timings } };
      } finally {
        closePage(process, page);
      }
    } finally {
      await egress?.close();
    }
  }

  async function ready(): Promise<BrowserFacts> {
    const { found, process } = await launched;
    return { path: found.path, version: process.version, sandbox: options.sandbox, pid: process.pid };
  }

  async function close(): Promise<void> {
    await launched.then(
      ({ process }) => process.kill(),
      () => {},
    );
  }

  return { print, ready, close };
}

const mentionsNetwork = ({ html, styles = '', header = '', footer = '' }: PrintJob): boolean =>
  [html, styles, header, footer].some(refersToNetwork);

async function openNetwork(job: PrintJob, network: NetworkFindings): Promise<Egress> {
  const { startEgress } = await import('./egress/egress.ts');
  return startEgress({
    allowHosts: job.allowHosts,
    onRefused: (event) => network.refused.push(event),
    onFailed: (event) => network.unreachable.push(event),
  });
}

/** A context of ours has one page. Any further one was opened by a document, and is closed unseen. */
async function closePopUps({ browser }: Connection): Promise<void> {
  const withPage = new Set<string>();
  browser.on('Target.targetCreated', ({ targetInfo: { targetId, type, browserContextId } }) => {
    if (type !== 'page' || !browserContextId) return;
    if (withPage.has(browserContextId)) browser.send('Target.closeTarget', { targetId }).catch(() => {});
    else withPage.add(browserContextId);
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
}

interface OpenPage {
  readonly session: CdpSession;
  readonly sessionId: string;
  readonly contextId: string;
}

async function openPage(connection: Connection, context: object): Promise<OpenPage> {
  const { browserContextId } = await connection.browser.send('Target.createBrowserContext', context);
  const { targetId } = await connection.browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
  return { session: connection.session(sessionId), sessionId, contextId: browserContextId };
}

/** Not awaited: the PDF is there already, and the next print uses another context. */
function closePage({ connection, kill }: LaunchedBrowser, page: OpenPage): void {
  connection.drop(page.sessionId);
  const timer = setTimeout(kill, closeLimitMs);
  timer.unref();
  connection.browser
    .send('Target.disposeBrowserContext', { browserContextId: page.contextId })
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}
