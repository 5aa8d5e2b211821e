/** One document in a context of its own, with its own way to the network if it needs one. */
import type { Deadline } from '../deadline.ts';
import type { PrintedDocument, PrintJob } from './browser.ts';
import type { BrowserProcess } from './browser-process.ts';
import { refersToNetwork } from './document-address.ts';
import { egressContext } from './egress/chromium-flags.ts';
import type { Egress } from './egress/egress.ts';
import { openPage } from './open-page.ts';
import type { NetworkFindings } from './page-watch.ts';
import { printDocument } from './print-document.ts';
import { hasScripts } from './scripts.ts';

/** `asked` is when somebody began to wait for it, as `performance.now()` says it. */
export async function printApart(
  browser: BrowserProcess,
  job: PrintJob,
  deadline: Deadline,
  asked: number,
): Promise<PrintedDocument> {
  const scripts = job.scripts && (await hasScripts(job.html));
  const network: NetworkFindings = { refused: [], unreachable: [] };
  const egress = scripts || mentionsNetwork(job) ? await openNetwork(job, network) : undefined;
  try {
    const page = await openPage(browser, deadline, egress ? egressContext(egress) : {});
    const opened = performance.now();
    try {
      const printing = printDocument(page.session, { ...job, scripts }, network, deadline);
      printing.catch(() => {});
      const { pdf, findings, timings } = await Promise.race([
        printing,
        page.crashed,
        browser.connection.failed,
      ]);
      return { pdf, findings, timings: { browser: opened - asked, ...timings } };
    } finally {
      page.close();
    }
  } finally {
    await egress?.close();
  }
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
