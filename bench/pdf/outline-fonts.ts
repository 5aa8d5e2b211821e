/**
 * What it brings to embed the Type 3 fonts of Chromium as fonts: bytes, and time to draw the pages with poppler. The font has
 * CFF outlines. Needs a build and, for the times, poppler.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactPdf } from '../../src/pdf/index.ts';
import { mergeFiles } from '../../src/pdf/merge/merge-files.ts';

const root = join(import.meta.dirname, '../..');
const rounds = 7;
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-fonts-'));

const words =
  'Sphinx of black quartz, judge my vow; 0123456789 (Pack my box with five dozen liquor jugs) '.repeat(4);
const textOf = (pages: number) =>
  `<!doctype html><html lang="en"><title>Text</title><style>@font-face { font-family: T; src: url(font.otf) } p { font-family: T } div { break-after: page }</style>${Array.from({ length: pages }, (_, page) => `<div>${Array.from({ length: 8 }, (_, i) => `<p>${page}.${i} ${words}</p>`).join('')}</div>`).join('')}`;

/** Milliseconds, the median. */
function drawingTime(path: string): number | undefined {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    const { status } = spawnSync('pdftoppm', ['-r', '100', path], { stdio: ['ignore', 'ignore', 'ignore'] });
    return status === 0 ? performance.now() - start : Number.NaN;
  }).sort((a, b) => a - b);
  const median = times[rounds >> 1];
  return median === undefined || Number.isNaN(median) ? undefined : Math.round(median);
}

try {
  copyFileSync(join(root, 'node_modules/bwip-js/fonts/Inconsolata.otf'), join(folder, 'font.otf'));
  for (const pages of [1, 30]) {
    const [source, printed] = [join(folder, 'text.html'), join(folder, 'text.pdf')];
    writeFileSync(source, textOf(pages));
    const args = [join(root, 'bin/pdfapi.js'), 'html', source, '-o', printed, '--no-compact'];
    const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (stderr) console.error(stderr);
    const pdf = readFileSync(printed);
    // A merge unites fonts, and leaves Type 3 as it is.
    const variants = {
      'Type 3': mergeFiles([pdf]),
      'Type 1C': compactPdf(pdf, { metadata: {}, date: new Date(0) }),
    };
    for (const [name, bytes] of Object.entries(variants)) {
      const path = join(folder, 'variant.pdf');
      writeFileSync(path, bytes);
      console.log({ pages, name, bytes: bytes.length, drawn: drawingTime(path) });
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
