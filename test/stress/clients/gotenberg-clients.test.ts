/**
 * Clients that others wrote for Gotenberg, in three languages: each program of clients/gotenberg is run as it is against
 * `pdfapi serve --gotenberg`, with nothing but the address. Skipped for a client that is not installed.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startSite } from '../../support/browser/start-site.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { readZip } from '../../support/read-zip.ts';
import { startServe } from '../../support/running-server.ts';
import { openReceiver } from '../../support/server/webhook-receiver.ts';
import { gotenbergClients, gotenbergPrograms } from './cached-packages.ts';

const { js, php, python } = gotenbergClients;
const hasPhp = spawnSync('php', ['-r', 'exit(extension_loaded("mbstring") ? 0 : 1);']).status === 0;

interface Client {
  readonly name: string;
  readonly folder: string;
  readonly isInstalled: boolean;
  readonly command: string;
  readonly program: string;
  /** The folder that the language wants beside the program, and where it was installed. */
  readonly packages?: readonly [name: string, target: string];
}

const clients: readonly Client[] = [
  {
    name: 'chromiumly',
    folder: 'js',
    isInstalled: existsSync(js.folder),
    command: process.execPath,
    program: 'convert.mjs',
    packages: ['node_modules', join(js.folder, 'node_modules')],
  },
  {
    name: 'gotenberg-client',
    folder: 'python',
    isInstalled: python.isInstalled,
    command: python.program('python'),
    program: 'convert.py',
  },
  {
    name: 'gotenberg-php',
    folder: 'php',
    isInstalled: hasPhp && existsSync(php.folder),
    command: 'php',
    program: 'convert.php',
    packages: ['vendor', join(php.folder, 'vendor')],
  },
];
const missing = clients.filter(({ isInstalled }) => !isInstalled);
if (missing.length > 0) {
  const names = missing.map(({ name }) => name).join(', ');
  if (process.env.PDFAPI_TEST_CLIENTS === 'required' && !clients[0]?.isInstalled)
    throw new Error('First: npm run install-clients');
  console.warn(`Clients of Gotenberg that are not tested: ${names}. To test them: npm run install-clients`);
}

const home = mkdtempSync(join(tmpdir(), 'pdfapi-gotenberg-clients-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const site = await startSite(() => '<title>Site</title><p>From the site</p>');
afterAll(() => site[Symbol.asyncDispose]());
// All receivers have one host.
const { host } = new URL((await openReceiver()).url);
const server = await startServe(join(home, 'server'), [
  ...['--gotenberg', '--unlimited'],
  ...['--allow-host', `${site.host},${host}`],
]);

describe.each(clients)('$name', ({ folder, isInstalled, command, program, packages }) => {
  it.skipIf(!isInstalled)(
    'converts, captures, merges, splits, stamps, describes, and has a file sent',
    async () => {
      const cwd = join(home, folder);
      mkdirSync(cwd);
      copyFileSync(join(gotenbergPrograms, folder, program), join(cwd, program));
      if (packages) symlinkSync(packages[1], join(cwd, packages[0]));
      const receiver = await openReceiver();
      const { exitCode, stderr } = await execa(command, [program], {
        cwd,
        env: { GOTENBERG_URL: server.url, PAGE_URL: `${site.origin}/page`, WEBHOOK_URL: receiver.url },
        reject: false,
      });
      expect(exitCode, stderr).toBe(0);

      const made = (name: string) => readFileSync(join(cwd, 'made', name));
      const invoice = await readPdf(made('invoice.pdf'));
      expect(invoice.pages).toEqual(['Invoice 2026-104 at night']);
      expect(invoice.sizes).toEqual([{ width: 210, height: 297 }]);
      expect(invoice.info.Title).toBe('Invoice 2026-104');
      expect((await readPdf(made('page.pdf'))).pages).toEqual(['From the site']);
      expect((await readPdf(made('notes.pdf'))).pages[0]).toMatch(/^Notes\s.*one$/s);

      const picture = made('screen.png');
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([400, 300]);

      const { pages } = await readPdf(made('merged.pdf'));
      expect(pages).toEqual(['From the site', 'Invoice 2026-104 at night', expect.stringContaining('Notes')]);
      const parts = await readZip(made('parts.zip'));
      expect([...parts.keys()]).toEqual([
        expect.stringMatching(/_0\.pdf$/),
        expect.stringMatching(/_1\.pdf$/),
      ]);
      const texts = [];
      for (const part of parts.values()) texts.push((await readPdf(part)).pages);
      expect(texts).toEqual([['From the site'], ['Invoice 2026-104 at night']]);
      const [stamped] = (await readPdf(made('stamped.pdf'))).pages;
      expect(stamped).toMatch(/PAID/);
      expect(stamped).toMatch(/From the site/);
      expect(JSON.parse(made('metadata.json').toString())).toMatchObject({
        Author: 'Ada Lovelace',
        PageCount: 3,
      });
      expect(made('error.txt').toString()).toContain(
        "Chromium does not handle the page ranges 'x' (nativePageRanges) syntax",
      );

      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 60_000 });
      const [sent] = receiver.received;
      expect(sent).toMatchObject({
        method: 'PUT',
        headers: { 'content-type': 'application/pdf', 'x-order': '104' },
      });
      expect(sent?.headers['content-disposition']).toContain('later.pdf');
      // The receiver keeps the body as text, in which only the ends of a PDF can be read.
      expect(sent?.body).toMatch(/^%PDF-.*%%EOF\s*$/s);
    },
  );
});
