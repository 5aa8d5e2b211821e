/** The ways of making a PDF that are compared. Each prints one workload once; all produce the same document. */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, PrintJob } from '../../src/core/browser/browser.ts';
import { startBrowserPool } from '../../src/core/browser/browser-pool.ts';
import { headerFooterHtml } from '../../src/core/browser/header-footer/header-footer.ts';
import { openPage } from '../../src/core/browser/page/open-page.ts';
import { printPage } from '../../src/core/browser/print/print-document.ts';
import { hasScripts } from '../../src/core/browser/print/scripts.ts';
import { lazyDocumentFacts } from '../../src/core/browser/print/text-facts.ts';
import {
  type BrowserProcess,
  type StartOptions,
  startBrowserProcess,
} from '../../src/core/browser/process/browser-process.ts';
import { Deadline } from '../../src/core/deadline.ts';
import { peersOf } from './peers.ts';
import type { Workload } from './workloads.ts';

export interface Way {
  readonly name: string;
  /** Gives the function that prints the workload, or undefined where this way cannot. */
  prepare(workload: Workload): Promise<(() => Promise<unknown>) | undefined>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const margin = 10;
const margins = { top: '25mm', right: '18mm', bottom: '25mm', left: '18mm' };

export function jobOf({ html, styles, header, footer, files }: Workload, owner?: string): PrintJob {
  return {
    html,
    ...(styles ? { styles } : {}),
    ...(header ? { header } : {}),
    ...(footer ? { footer } : {}),
    paper: { width: 210, height: 297, sizeGiven: true, margins: {} },
    assets: { read: async (path) => files[path] },
    scripts: true,
    tags: true,
    allowHosts: [],
    listFonts: false,
    ...(owner ? { owner } : {}),
  };
}

export async function print(browser: Browser, job: PrintJob): Promise<number> {
  const deadline = new Deadline(60_000);
  try {
    return (await browser.print(job, deadline)).pdf.length;
  } finally {
    deadline.close();
  }
}

export async function waysOf(options: StartOptions, folder: string): Promise<Way[]> {
  return [
    await floor(options),
    printer('printer, same owner', options, () => 'owner'),
    printer('printer, new owner', options, (round) => `owner ${round}`),
    await bare(options),
    cold(folder),
    ...(await peersOf(folder)),
  ];
}

async function floor(options: StartOptions): Promise<Way> {
  const browser: BrowserProcess = await startBrowserProcess(options);
  return {
    name: 'floor',
    async prepare(workload) {
      const job = jobOf(workload);
      const scripts = await hasScripts(job.html);
      const page = await openPage(browser, { scripts });
      const facts = lazyDocumentFacts(job);
      await printPage(page, { ...job, scripts, facts }, {}, new Deadline(60_000));
      const parameters = await parametersOf(workload);
      return () => page.session.send('Page.printToPDF', parameters);
    },
    close: () => browser.kill(),
  };
}

/** The same print options for every way that has any. */
async function parametersOf(workload: Workload) {
  const both = await headerFooterHtml({ ...workload, assets: jobOf(workload).assets });
  return {
    printBackground: true,
    preferCSSPageSize: true,
    paperWidth: 210 / 25.4,
    paperHeight: 297 / 25.4,
    marginTop: margin / 25.4,
    marginRight: margin / 25.4,
    marginBottom: margin / 25.4,
    marginLeft: margin / 25.4,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    ...(both ? { displayHeaderFooter: true, ...both.templates(margins) } : {}),
  };
}

function printer(name: string, options: StartOptions, owner: (round: number) => string): Way {
  const browser = startBrowserPool({ ...options, workers: 2 });
  let round = 0;
  return {
    name,
    prepare: async (workload) => () => print(browser, jobOf(workload, owner(round++))),
    close: () => browser.close(),
  };
}

/** A headless shell with a context and page for each document, and nothing else: no waits, no checks, no network. */
async function bare(options: StartOptions): Promise<Way> {
  const browser = await startBrowserProcess(options);
  return {
    name: 'bare fresh context, headless shell',
    async prepare(workload) {
      const parameters = await parametersOf(workload);
      return async () => {
        const page = await openPage(browser, { scripts: true });
        const loaded = new Promise<void>((resolve) =>
          page.session.on('Page.loadEventFired', () => resolve()),
        );
        await page.session.send('Page.enable');
        await page.session.send('Page.setDocumentContent', { frameId: page.mainFrame, html: workload.html });
        await loaded;
        await page.session.send('Page.printToPDF', parameters);
        await page.close();
      };
    },
    close: () => browser.kill(),
  };
}

/** Writes the document to a folder, because a command reads files. */
async function asFile(workload: Workload, folder: string): Promise<string> {
  for (const [path, { bytes }] of Object.entries(workload.files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  const path = join(folder, `${workload.name}.html`);
  const { html, styles } = workload;
  await writeFile(path, styles ? html.replace('<head>', `<head><style>${styles}</style>`) : html);
  return path;
}

function cold(folder: string): Way {
  const command = new URL('../../bin/pdfapi.js', import.meta.url).pathname;
  return {
    name: 'cold: pdfapi html',
    async prepare(workload) {
      const path = await asFile(workload, folder);
      const output = join(folder, 'cold.pdf');
      return async () => {
        await rm(output, { force: true });
        await run(process.execPath, [command, 'html', path, '--no-twig', '-o', output, '--quiet']);
      };
    },
    close: async () => {},
  };
}
