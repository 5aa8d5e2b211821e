/**
 * Gotenberg 8, built from its source into the cache, with the browser of pdfapi. It runs with processes and temporary files of
 * its own, because it ends every Chromium of the machine when its own ends.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FormData, request } from 'undici';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { findBrowser } from '../../src/browser/install/find-browser.ts';
import { findFreePort } from '../../test/support/free-port.ts';
import type { Document } from '../budget/documents.ts';

export const gotenbergVersion = '8.36.0';

const folder = join(defaultCacheDirectory(process.env), `gotenberg-${gotenbergVersion}`);
const program = join(folder, 'gotenberg-chromium');

/** Needs Go, and its proxy. */
export function installGotenberg(): string {
  mkdirSync(folder, { recursive: true });
  const source = 'github.com/gotenberg/gotenberg/v8/cmd/gotenberg-chromium';
  const go = (...args: readonly string[]) =>
    execFileSync('go', args, {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, CGO_ENABLED: '0' },
    });
  // Of a module of its own, because `go install` asks the proxy for a list of all versions.
  if (!existsSync(join(folder, 'go.mod'))) go('mod', 'init', 'gotenberg.test/build');
  go('get', `${source}@v${gotenbergVersion}`);
  go('build', '-mod=mod', '-o', program, source);
  return program;
}

export interface Gotenberg {
  /** Throws if it makes no PDF of it. */
  print(document: Document): Promise<number>;
  close(): Promise<void>;
}

/** Undefined if it is not installed, or where it cannot have processes of its own. */
export async function startGotenberg(): Promise<Gotenberg | undefined> {
  if (!existsSync(program) || process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const { path } = await findBrowser({
    cacheDirectory: defaultCacheDirectory(process.env),
    environment: process.env,
  });
  const port = await findFreePort();
  const own = ['--pid', '--fork', '--kill-child', '--mount', '--mount-proc'];
  const command = 'mount -t tmpfs tmpfs /tmp && exec "$@"';
  const args = [`--api-port=${port}`, '--chromium-auto-start', '--log-level=error'];
  const child = spawn('unshare', [...own, 'sh', '-c', command, 'sh', program, ...args], {
    stdio: 'ignore',
    env: {
      ...process.env,
      CHROMIUM_BIN_PATH: path,
      CHROMIUM_HYPHEN_DATA_DIR_PATH: join(dirname(path), 'hyphen-data'),
      // They take no part in printing HTML, and it does not start without them.
      ...{ QPDF_BIN_PATH: '/bin/true', PDFTK_BIN_PATH: '/bin/true', PDFCPU_BIN_PATH: '/bin/true' },
      ...{ EXIFTOOL_BIN_PATH: '/bin/true', PDFENGINES_CONVERT_ENGINES: '' },
      ...{ OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' },
    },
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const isUp = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (attempt === 100 || child.exitCode !== null) throw new Error('Gotenberg does not start.');
    await sleep(200);
  }
  return {
    async print(document) {
      const body = formOf(document);
      const answer = await request(`${url}/forms/chromium/convert/html`, { method: 'POST', body });
      const bytes = await answer.body.arrayBuffer();
      if (answer.statusCode !== 200)
        throw new Error(`Gotenberg answered ${document.name} with ${answer.statusCode}.`);
      return bytes.byteLength;
    },
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** With what pdfapi does by default: A4, 10 mm, backgrounds, tags and outline. */
function formOf({ html, header, footer }: Document): FormData {
  const form = new FormData();
  const add = (name: string, text: string) =>
    form.append('files', new Blob([text], { type: 'text/html' }), name);
  add('index.html', html);
  const side = (text: string) => `<div style="width: 100%; padding: 0 10mm; font-size: 8pt">${text}</div>`;
  if (header) add('header.html', side(header));
  if (footer) add('footer.html', side(footer));
  const settings = {
    ...{ paperWidth: '210mm', paperHeight: '297mm', preferCssPageSize: 'true', printBackground: 'true' },
    ...{ marginTop: '10mm', marginRight: '10mm', marginBottom: '10mm', marginLeft: '10mm' },
    ...{ generateTaggedPdf: 'true', generateDocumentOutline: 'true' },
  };
  for (const [name, value] of Object.entries(settings)) form.append(name, value);
  return form;
}
