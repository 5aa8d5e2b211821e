/** The ways of making a PDF that are compared. Each prints one workload once; all produce the same document. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, PrintJob } from '../../src/browser/browser.ts';
import { startBrowserPool } from '../../src/browser/browser-pool.ts';
import { openPage } from '../../src/browser/page/open-page.ts';
import { printPage } from '../../src/browser/print/print-document.ts';
import { hasScripts } from '../../src/browser/print/scripts.ts';
import { lazyDocumentFacts } from '../../src/browser/print/text-facts.ts';
import {
  type BrowserProcess,
  type StartOptions,
  startBrowserProcess,
} from '../../src/browser/process/browser-process.ts';
import { plainHeaderFooter } from '../../src/render/paged/overlay/plain-header-footer.ts';
import { printLayers } from '../../src/render/paged/print-layers.ts';
import { pdfWorkInThisThread } from '../../src/render/pdf-work.ts';
import { Deadline } from '../../src/runtime/deadline.ts';
import { peersOf } from './peers.ts';
import type { Workload } from './workloads.ts';

export interface Way {
  readonly name: string;
  /** Gives the function that prints the workload and returns the PDF, or undefined where this way cannot. */
  prepare(workload: Workload): Promise<(() => Promise<Uint8Array>) | undefined>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const margin = 10;

function jobOf({ html, styles, files }: Workload, owner?: string): PrintJob {
  return {
    html,
    ...(styles ? { styles } : {}),
    paper: { width: 210, height: 297, sizeGiven: true, margins: {} },
    assets: { read: async (path) => files[path] },
    scripts: true,
    tags: true,
    allowHosts: [],
    listFonts: false,
    ...(owner ? { owner } : {}),
  };
}

/** Prints the document, and the header and footer that are laid over it. */
export async function print(browser: Browser, workload: Workload, owner?: string): Promise<Uint8Array> {
  const deadline = new Deadline(60_000);
  try {
    const tools = { browser, deadline, work: pdfWorkInThisThread };
    const { header, footer } = workload;
    const { printed } = await printLayers(
      jobOf(workload, owner),
      plainHeaderFooter({ header, footer }),
      tools,
    );
    return printed.pdf;
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

/** `Page.printToPDF` alone. */
export async function floor(options: StartOptions): Promise<Way> {
  const browser: BrowserProcess = await startBrowserProcess(options);
  return {
    name: 'floor',
    async prepare(workload) {
      const job = jobOf(workload);
      const scripts = await hasScripts(job.html);
      const page = await openPage(browser, { scripts });
      const facts = lazyDocumentFacts(job);
      await printPage(page, { ...job, scripts, facts }, {}, new Deadline(60_000));
      const parameters = parametersOf(workload);
      return async () => (await page.session.send('Page.printToPDF', parameters)).data;
    },
    close: () => browser.kill(),
  };
}

/** The same print options for every way that has any. */
function parametersOf(workload: Workload) {
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
    ...marginTemplates(workload),
  };
}

/** Chromium prints headers and footers from documents that see neither the styles of the page nor its files. */
function marginTemplates({ styles = '', header, footer, files }: Workload) {
  if (!header && !footer) return {};
  const css = styles.replaceAll(/url\("([^"]+)"\)/g, (written, path: string) => {
    const file = files[path];
    return file ? `url("data:${file.type};base64,${file.bytes.toString('base64')}")` : written;
  });
  const side = (html = '') => `<div style="width: 100%; padding: 0 18mm; font-size: 9pt">${html}</div>`;
  return {
    displayHeaderFooter: true,
    headerTemplate: `<style>${css}</style>${side(header)}`,
    footerTemplate: side(footer),
  };
}

function printer(name: string, options: StartOptions, owner: (round: number) => string): Way {
  const browser = startBrowserPool({ ...options, workers: 2 });
  let round = 0;
  return {
    name,
    prepare: async (workload) => () => print(browser, workload, owner(round++)),
    close: () => browser.close(),
  };
}

/** A headless shell with a context and page for each document, and nothing else: no waits, no checks, no network. */
async function bare(options: StartOptions): Promise<Way> {
  const browser = await startBrowserProcess(options);
  return {
    name: 'bare fresh context, headless shell',
    async prepare(workload) {
      const parameters = parametersOf(workload);
      return async () => {
        const page = await openPage(browser, { scripts: true });
        const loaded = new Promise<void>((resolve) =>
          page.session.on('Page.loadEventFired', () => resolve()),
        );
        await page.session.send('Page.enable');
        await page.session.send('Page.setDocumentContent', { frameId: page.mainFrame, html: workload.html });
        await loaded;
        const { data } = await page.session.send('Page.printToPDF', parameters);
        await page.close();
        return data;
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
        return await readFile(output);
      };
    },
    close: async () => {},
  };
}
