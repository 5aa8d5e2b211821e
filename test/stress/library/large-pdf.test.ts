/** PDFs of the library that go to a file as they are made. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRenderer } from '../../../src/index.ts';
import { noisePng } from '../../support/pictures/noise-png.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-library-'));
const renderer = await openRenderer({ browserPath: otherBrowser, sandbox: browserOptions.sandbox });
afterAll(async () => {
  await renderer.close();
  rmSync(folder, { recursive: true, force: true });
});

const last = noisePng({ width: 840, height: 830, seed: 6 });
for (let seed = 1; seed < 6; seed++)
  writeFileSync(join(folder, `${seed}.png`), noisePng({ width: 840, height: 830, seed }));
writeFileSync(join(folder, '6.png'), last);
const html = `<title>Photos</title><p>Photos</p>${[1, 2, 3, 4, 5, 6].map((n) => `<img src="${n}.png" alt="" style="width: 4cm">`).join('')}`;

it('writes a large PDF to the file, with its pictures as they are', async () => {
  const file = join(folder, 'photos.pdf');
  const result = await renderer.html(html, { assets: folder, file });
  expect([result.pdf.length, result.pages]).toEqual([0, 1]);
  const pdf = readFileSync(file);
  expect(pdf.length).toBe(result.report.bytes);
  expect(pdf.includes(last.subarray(100, 100_000))).toBe(true);
  expect((await readPdf(pdf)).pages[0]).toContain('Photos');
  const { pdf: returned } = await renderer.html(html, { assets: folder });
  expect(Buffer.from(returned).includes(last.subarray(100, 100_000))).toBe(true);
});

it('writes a small PDF to the file too, over an existing one', async () => {
  const file = join(folder, 'small.pdf');
  writeFileSync(file, 'old');
  expect((await renderer.html('<p>Small', { file })).pdf.length).toBe(0);
  expect((await readPdf(readFileSync(file))).pages[0]).toContain('Small');
});

it('says why it cannot write, and leaves nothing behind', async () => {
  const names = readdirSync(folder);
  const file = join(folder, 'none', 'photos.pdf');
  await expect(renderer.html(html, { assets: folder, file })).rejects.toMatchObject({
    code: 'file_unwritable',
  });
  await expect(renderer.html('<p>', { file: '' })).rejects.toMatchObject({
    code: 'invalid_option',
    errors: { file: ['The file must not be empty.'] },
  });
  expect(readdirSync(folder)).toEqual(names);
});

it('has no file for rows, which would overwrite each other', async () => {
  const rows = renderer.rows({ template: { files: {} }, rows: [{}], file: 'a.pdf' } as never);
  await expect(rows.next()).rejects.toMatchObject({ code: 'invalid_option' });
});
