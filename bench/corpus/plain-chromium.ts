/** The same browser without pdfapi, driven as a careful script would: it waits for `load`, an idle network, and a while. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface Page {
  goto(url: string, options: { waitUntil: readonly string[]; timeout: number }): Promise<unknown>;
  pdf(options: object): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Puppeteer {
  launch(options: object): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>;
}

export interface PlainChromium {
  /** `path`: of a page below the folder that is served. */
  print(path: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The wait after the network is idle. Animations and page-by-page layouts have ended by then. */
const waitMs = 5_000;
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export interface PlainOptions {
  /** Where puppeteer-core is installed. */
  readonly installed: string;
  /** The folder of all pages. */
  readonly served: string;
  readonly browser: { readonly path: string; readonly fontConfig?: string | undefined };
}

export async function startPlainChromium({
  installed,
  served,
  browser: { path: executablePath, fontConfig },
}: PlainOptions): Promise<PlainChromium> {
  const puppeteer = createRequire(join(installed, 'package.json'))('puppeteer-core') as Puppeteer;
  const { origin, close } = await serve(served);
  const browser = await puppeteer.launch({
    executablePath,
    headless: 'shell',
    // The fonts and their drawing are no part of the comparison.
    env: { ...process.env, LANG: 'en_US.UTF-8', ...(fontConfig ? { FONTCONFIG_FILE: fontConfig } : {}) },
    args: ['--font-render-hinting=none', '--force-color-profile=srgb', ...asRoot],
  });
  return {
    async print(file) {
      const page = await browser.newPage();
      try {
        await page.goto(`${origin}/${file}`, { waitUntil: ['load', 'networkidle0'], timeout: 60_000 });
        await delay(waitMs);
        return await page.pdf({
          format: 'A4',
          margin: { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' },
          printBackground: true,
          preferCSSPageSize: true,
          tagged: true,
          outline: true,
          timeout: 60_000,
        });
      } finally {
        await page.close();
      }
    },
    async close() {
      await browser.close();
      close();
    },
  };
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Pages are served over HTTP, because scripts of a local file cannot fetch anything. */
async function serve(folder: string): Promise<{ origin: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    try {
      const bytes = await readFile(join(folder, pathname));
      response
        .writeHead(200, { 'content-type': types[extname(pathname)] ?? 'application/octet-stream' })
        .end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
