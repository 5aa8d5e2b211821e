/**
 * What people use today, each as its own manual has it: scripts with Puppeteer, a warm full browser as the known
 * servers keep it, jsreport, and the commands of the system. What is not installed does not take part.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PythonEnvironment } from '../../test/support/python-environment.ts';
import type { Way } from './ways.ts';
import type { Workload } from './workloads.ts';

interface Page {
  setContent(html: string, options: { waitUntil: 'load' | 'networkidle0' }): Promise<void>;
  pdf(options: object): Promise<Uint8Array>;
}

interface Context {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Chromium extends Context {
  createBrowserContext(): Promise<Context>;
}

interface Puppeteer {
  launch(options: { executablePath: string; args: readonly string[] }): Promise<Chromium>;
}

interface JsReport {
  use(extension: unknown): void;
  init(): Promise<unknown>;
  render(request: object): Promise<{ content: Uint8Array }>;
  close(): Promise<void>;
}

const run = promisify(execFile);

/** PlutoPrint and ferropdf. */
export const pythonPeers = PythonEnvironment.inCache(
  'render-peers',
  join(import.meta.dirname, 'requirements.txt'),
);

const requirePeer = createRequire(new URL('../peers/package.json', import.meta.url));
// Chromium does not start as root without it, and the peers set it too.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Page settings that all peers support. */
const settings = {
  format: 'A4',
  printBackground: true,
  preferCSSPageSize: true,
  tagged: true,
  outline: true,
};

export async function peersOf(folder: string): Promise<Way[]> {
  const chromium = firstOf(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']);
  const puppeteer = installed<Puppeteer>('puppeteer-core');
  const jsreport = installed<(options: object) => JsReport>('@jsreport/jsreport-core');
  return [
    ...(chromium && puppeteer
      ? [
          naive('puppeteer, networkidle0', { puppeteer, chromium }, 'networkidle0'),
          naive('puppeteer, load', { puppeteer, chromium }, 'load'),
          await warm({ puppeteer, chromium }),
        ]
      : []),
    ...(chromium && jsreport ? [await report(jsreport, chromium)] : []),
    ...(chromium
      ? [
          command('chromium --print-to-pdf', folder, (source, output) => [
            chromium,
            ...['--headless', ...asRoot, `--print-to-pdf=${output}`, `file://${source}`],
          ]),
        ]
      : []),
    ...commands(folder),
    ...(pythonPeers.isInstalled ? ['plutoprint', 'ferropdf'].map((name) => inPython(name, folder)) : []),
  ];
}

function commands(folder: string): Way[] {
  const weasyprint = firstOf(['/usr/bin/weasyprint', '/usr/local/bin/weasyprint']);
  const wkhtmltopdf = firstOf(['/usr/bin/wkhtmltopdf', '/usr/local/bin/wkhtmltopdf']);
  return [
    ...(weasyprint
      ? [command('weasyprint', folder, (source, output) => [weasyprint, '-q', source, output])]
      : []),
    ...(wkhtmltopdf
      ? [
          command('wkhtmltopdf', folder, (source, output) => [
            wkhtmltopdf,
            ...['-q', '--enable-local-file-access', source, output],
          ]),
        ]
      : []),
  ];
}

/** As most scripts do: one browser per document. */
function naive(
  name: string,
  { puppeteer, chromium }: { puppeteer: Puppeteer; chromium: string },
  waitUntil: 'load' | 'networkidle0',
): Way {
  return {
    name,
    prepare: async (workload) => async () => {
      const browser = await puppeteer.launch({ executablePath: chromium, args: asRoot });
      const pdf = await printPage(browser, workload, waitUntil);
      await browser.close();
      return pdf;
    },
    close: async () => {},
  };
}

/** As the well-known servers do: one full browser, with a context and a page per document. */
async function warm({ puppeteer, chromium }: { puppeteer: Puppeteer; chromium: string }): Promise<Way> {
  const browser = await puppeteer.launch({ executablePath: chromium, args: asRoot });
  return {
    name: 'warm full Chromium, fresh context',
    prepare: async (workload) => async () => {
      const context = await browser.createBrowserContext();
      const pdf = await printPage(context, workload, 'load');
      await context.close();
      return pdf;
    },
    close: () => browser.close(),
  };
}

async function printPage(
  context: Context,
  workload: Workload,
  waitUntil: 'load' | 'networkidle0',
): Promise<Uint8Array> {
  const page = await context.newPage();
  await page.setContent(inlined(workload), { waitUntil });
  return await page.pdf({ ...settings, ...marginsOf(workload) });
}

/** Those of pdfapi. */
const marginsOf = ({
  header,
  footer,
}: Workload): { readonly margin: object; readonly [template: string]: unknown } =>
  header === undefined
    ? { margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } }
    : {
        displayHeaderFooter: true,
        headerTemplate: `<div style="font-size:8pt;width:100%;margin:0 18mm">${header}</div>`,
        footerTemplate: `<div style="font-size:8pt;width:100%;margin:0 18mm">${footer}</div>`,
        margin: { top: '25mm', bottom: '25mm', left: '18mm', right: '18mm' },
      };

/** The same as jsreport takes them. */
function reportOptions(workload: Workload): object {
  const { margin, ...templates } = marginsOf(workload);
  const sides = Object.entries(margin).map(([side, length]) => [
    `margin${side.charAt(0).toUpperCase()}${side.slice(1)}`,
    length,
  ]);
  return { ...templates, ...Object.fromEntries(sides) };
}

async function report(jsreport: (options: object) => JsReport, chromium: string): Promise<Way> {
  const server = jsreport({
    discover: false,
    loadConfig: false,
    logger: { silent: true },
    workers: { numberOfWorkers: 2 },
    // Its quickest strategy: browsers that are kept.
    chrome: {
      strategy: 'chrome-pool',
      numberOfWorkers: 2,
      launchOptions: { executablePath: chromium, args: asRoot },
    },
  });
  server.use(requirePeer('@jsreport/jsreport-chrome-pdf')());
  await server.init();
  return {
    name: 'jsreport, chrome pool',
    prepare: async (workload) => async () => {
      const { content } = await server.render({
        template: {
          content: inlined(workload),
          engine: 'none',
          recipe: 'chrome-pdf',
          chrome: { printBackground: true, format: 'A4', ...reportOptions(workload) },
        },
      });
      return content;
    },
    close: () => server.close(),
  };
}

/** A library for Python, in a process that is kept. */
function inPython(name: string, folder: string): Way {
  const output = join(folder, 'python-peer.pdf');
  const script = join(import.meta.dirname, 'python-peer.py');
  const python = spawn(pythonPeers.program('python'), [script, name], { stdio: ['pipe', 'pipe', 'ignore'] });
  const answers = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  return {
    name: `${name}, warm`,
    async prepare(workload) {
      const source = join(folder, `${name}-${workload.name}.html`);
      writeFileSync(source, inlined(workload, '@page{size:A4;margin:10mm}'));
      return async () => {
        python.stdin.write(`${source}\t${output}\n`);
        const { value } = await answers.next();
        if (value !== 'done') throw new Error(`${name} does not print ${workload.name}: ${value}`);
        return readFileSync(output);
      };
    },
    async close() {
      python.stdin.end();
      await once(python, 'exit');
    },
  };
}

function command(
  name: string,
  folder: string,
  words: (source: string, output: string) => readonly string[],
): Way {
  const output = join(folder, 'peer.pdf');
  return {
    name,
    async prepare(workload) {
      const source = join(folder, `peer-${workload.name}.html`);
      writeFileSync(source, inlined(workload, '@page{size:A4;margin:10mm}'));
      const [program = '', ...args] = words(source, output);
      return async () => {
        await run(program, args);
        return readFileSync(output);
      };
    },
    close: async () => {},
  };
}

/** The document with its styles and fonts inlined. `pageRule`: for programs without settings. */
function inlined({ html, styles = '', files }: Workload, pageRule = ''): string {
  const css = Object.entries(files).reduce(
    (text, [path, { type, bytes }]) => text.replace(path, `data:${type};base64,${bytes.toString('base64')}`),
    styles,
  );
  return html.replace('<head>', `<head><style>${pageRule}${css}</style>`);
}

function firstOf(paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    try {
      accessSync(path);
      return true;
    } catch {
      return false;
    }
  });
}

function installed<Module>(name: string): Module | undefined {
  try {
    return requirePeer(name) as Module;
  } catch {
    return undefined;
  }
}

/** Versions for the heading of the table: `puppeteer-core 24.43.1, …`. */
export function peerVersions(): string {
  const names = ['puppeteer-core', '@jsreport/jsreport-core', '@jsreport/jsreport-chrome-pdf'];
  return names
    .flatMap((name) => {
      const path = new URL(`../peers/node_modules/${name}/package.json`, import.meta.url);
      try {
        return [`${name} ${JSON.parse(readFileSync(path, 'utf8')).version}`];
      } catch {
        return [];
      }
    })
    .join(', ');
}
