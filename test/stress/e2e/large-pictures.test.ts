/** `pdfapi html`, `batch` and `merge` with more pictures than they hold in memory. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { noiseJpeg } from '../../support/pictures/noise-jpeg.ts';
import { noisePng } from '../../support/pictures/noise-png.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { run, runForBytes, shell } from '../../support/run.ts';

const pictures = Object.fromEntries(
  Array.from({ length: 8 }, (_, seed): [string, Buffer] =>
    seed % 2 === 0
      ? [`${seed}.jpg`, noiseJpeg({ width: 1600, height: 1200, detail: 21, seed })]
      : [`${seed}.png`, noisePng({ width: 840, height: 830, seed })],
  ),
);
const images = Object.keys(pictures).map((name) => `<img src="${name}" alt="" style="width: 5cm">`);
const page = `<!doctype html><title>Photos</title><p>Photos of {{ name }}</p>${images.join('')}`;
/** Chromium would write the pixels of a PNG in its own way. */
const pixels = pictures['7.png']?.subarray(100, 200_000) ?? Buffer.alloc(0);

it('writes pictures from their files into the PDF, on disk and on stdout', async () => {
  const cwd = temporaryFolder({ ...pictures, 'page.html': page });
  const { stdout, stderr, exitCode } = await run(['html', 'page.html', '-s', 'name=Ada'], { cwd });
  expect([stdout, exitCode]).toEqual(['page.pdf\n', 0]);
  expect(stderr).toMatch(/local · \d+ pages? · \d+\.\d MB/);
  const pdf = readFileSync(join(cwd, 'page.pdf'));
  expect(pdf.includes(pixels)).toBe(true);
  expect((await readPdf(pdf)).pages[0]).toContain('Photos of Ada');
  const piped = await runForBytes(['html', 'page.html', '-s', 'name=Ada', '-o', '-'], { cwd });
  expect(Buffer.from(piped.stdout).includes(pixels)).toBe(true);
});

it('leaves nothing behind if the disk is full or a file may not become so large', async () => {
  const cwd = temporaryFolder({ ...pictures, 'page.html': page });
  const before = readdirSync(cwd);
  const limited = await shell('ulimit -f 11000; pdfapi html page.html -o out.pdf', { cwd });
  expect(limited.stderr).toContain('error: Cannot write out.pdf: the file would be too large.');
  expect(limited.exitCode).toBe(9);
  const temporary = await shell('pdfapi html page.html -o out.pdf', {
    cwd,
    env: { TMPDIR: join(cwd, 'none') },
  });
  expect(temporary.exitCode === 0 || /file_unwritable/.test(temporary.stderr)).toBe(true);
  expect(readdirSync(cwd).filter((name) => name !== 'out.pdf')).toEqual(before);
  if (process.platform !== 'linux') return;
  const full = await run(['html', 'page.html', '-o', '/dev/full'], { cwd });
  expect(full.stderr).toContain('error: Cannot write /dev/full: the disk is full.');
  expect(full.exitCode).toBe(9);
});

it('merges documents and rows, which share their pictures, and encrypts them', async () => {
  const files = Object.entries(pictures).map(([name, bytes]) => [`photos/${name}`, bytes]);
  const cwd = temporaryFolder({
    ...Object.fromEntries(files),
    'photos/template.html': page,
    'photos/data.json': '{"name":"Ada"}',
    'rows.csv': 'name\nAda\nGrace\n',
    'secret.txt': 'secret',
  });
  const batch = await run(['batch', './photos', 'rows.csv', '--merge-into', 'rows.pdf'], { cwd });
  expect(batch.exitCode).toBe(0);
  const rows = readFileSync(join(cwd, 'rows.pdf'));
  const { pages } = await readPdf(rows);
  expect(pages.join(' ')).toMatch(/Ada.*Grace/s);
  expect(rows.includes(pixels)).toBe(true);
  expect(rows.indexOf(pixels)).toBe(rows.lastIndexOf(pixels));
  expect(rows.length).toBeLessThan(16_000_000);
  const merge = ['merge', './photos', './photos', '-o', 'both.pdf', '--password-file', 'secret.txt'];
  expect((await run(merge, { cwd })).exitCode).toBe(0);
  const both = readFileSync(join(cwd, 'both.pdf'));
  expect(both.includes('/Encrypt')).toBe(true);
  expect(both.includes(pixels)).toBe(false);
  expect(both.length).toBeLessThan(16_000_000);
});
