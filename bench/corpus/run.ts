/**
 * Prints pages around the libraries that people print with, with pdfapi and with the same browser alone, and compares
 * pages, words and pixels. Writes RESULTS.md.
 *
 *   npm run build && npm run install-corpus && npm run bench:corpus [name…]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { findBrowser } from '../../src/browser/install/find-browser.ts';
import { describeRun } from '../result-sections.ts';
import { type Comparison, comparePdfs } from './compare-pdfs.ts';
import type { CorpusPage } from './corpus-page.ts';
import { librariesFolder } from './libraries-folder.ts';
import { behaviour } from './pages/behaviour.ts';
import { books } from './pages/books.ts';
import { charts } from './pages/charts.ts';
import { frameworks } from './pages/frameworks.ts';
import { styles } from './pages/styles.ts';
import { text } from './pages/text.ts';
import { startPlainChromium } from './plain-chromium.ts';
import { missingLibraries, writePage } from './work-folder.ts';

const only = process.argv.slice(2);
const bin = resolve(import.meta.dirname, '../../bin/pdfapi.js');
const all = [...charts, ...frameworks, ...text, ...styles, ...books, ...behaviour];
const pages = all.filter(({ name }) => !only.length || only.includes(name));

interface Result extends Comparison {
  readonly page: CorpusPage;
  readonly warnings: readonly string[];
  /** Wall clock: the whole command over the other way to print, its wait included. */
  readonly ratio: number;
}

if (!existsSync(librariesFolder))
  throw new Error('Nothing to compare with is installed: npm run install-corpus');
const cacheDirectory = defaultCacheDirectory(process.env);
const browser = await findBrowser({ cacheDirectory, environment: process.env });
const work = join(cacheDirectory, `corpus-work-${process.pid}`);
const skipped: string[] = [];
const failed: string[] = [];
const results: Result[] = [];

const chromium = await startPlainChromium({ installed: librariesFolder, served: work, browser });
try {
  for (const page of pages) {
    const missing = missingLibraries(page, librariesFolder);
    if (missing.length) {
      skipped.push(`${page.name} (${missing.join(', ')})`);
      console.warn(`skipped: ${skipped.at(-1)}`);
      continue;
    }
    try {
      const result = await printBoth(page);
      results.push(result);
      console.log(rowOf(result));
    } catch (error) {
      failed.push(`${page.name}: ${String(error).split('\n')[0]}`);
      console.warn(`failed: ${failed.at(-1)}`);
    }
  }
} finally {
  await chromium.close();
  rmSync(work, { recursive: true, force: true });
}
if (!only.length) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), report());

async function printBoth(page: CorpusPage): Promise<Result> {
  const folder = join(work, page.name);
  mkdirSync(folder, { recursive: true });
  const html = writePage(page, folder, librariesFolder);
  const out = join(folder, 'out.pdf');
  const started = performance.now();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [bin, 'html', html, '-o', out, '--local', '--json', ...(page.options ?? [])],
    { encoding: 'utf8' },
  );
  const ownMs = performance.now() - started;
  if (status !== 0) throw new Error(`pdfapi ended with ${status}: ${stderr.slice(0, 300)}`);
  const { warnings } = JSON.parse(stdout) as { warnings: string[] };
  const before = performance.now();
  const plain = await chromium.print(`${page.name}/page.html`);
  const plainMs = performance.now() - before;
  const keep = process.env.PDFAPI_CORPUS_KEEP;
  if (keep) {
    mkdirSync(keep, { recursive: true });
    writeFileSync(join(keep, `${page.name}.pdfapi.pdf`), readFileSync(out));
    writeFileSync(join(keep, `${page.name}.chromium.pdf`), plain);
  }
  const comparison = await comparePdfs(readFileSync(out), plain);
  rmSync(folder, { recursive: true, force: true });
  return { ...comparison, page, warnings, ratio: ownMs / plainMs };
}

function rowOf({ page, pages, sameSizes, sameWords, differentPixels, warnings, ratio }: Result): string {
  const counts = pages[0] === pages[1] ? String(pages[0]) : `${pages[0]}, not ${pages[1]}`;
  const cells = [
    page.name,
    sameSizes ? counts : `${counts} (sizes differ)`,
    sameWords ? 'same' : '**differ**',
    differentPixels || 'none',
    warnings
      .map((warning) => warning.slice(0, 120))
      .join('; ')
      .replaceAll('|', '\\|'),
    ratio.toFixed(2),
    page.reason ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
}

function report(): string {
  const count = (isTrue: (result: Result) => boolean) => results.filter(isTrue).length;
  const isSame = ({ pages: [own, plain], sameSizes, sameWords, differentPixels }: Result) =>
    own === plain && sameSizes && sameWords && differentPixels === 0;
  const unexplained = results.filter((result) => !isSame(result) && !result.page.reason);
  const ratios = results.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
  return `# Real pages

${all.length} pages of our own writing around the libraries and features that people print with: each with \`pdfapi html\`
as it is, and with the same browser alone (puppeteer-core, 10 mm margins, an idle network and five seconds more). A
pixel differs if a channel is more than 16 of 255 away, at 72 dpi, in the first 12 pages. The ratio is the wall clock of
the whole command over the other way with its wait; only ratios within a row can be compared.

| what | pages |
| --- | ---: |
| printed and compared | ${results.length} |
| same page count | ${count(({ pages: [own, plain] }) => own === plain)} |
| same words | ${count(({ sameWords }) => sameWords)} |
| no pixel different | ${count(({ differentPixels }) => differentPixels === 0)} |
| the same in all of this | ${count(isSame)} |
| different, with the reason below | ${count((result) => !isSame(result) && result.page.reason !== undefined)} |
| different, without one | ${unexplained.length} |
| with warnings | ${count(({ warnings }) => warnings.length > 0)} |
| skipped, because a library is not installed | ${skipped.length} |
| failed | ${failed.length} |

Median ratio of time: ${(ratios[Math.floor(ratios.length / 2)] ?? 0).toFixed(2)}. ${describeRun()}

| page | pages | words | pixels that differ | warnings | ratio | why it differs |
| --- | --- | --- | ---: | --- | ---: | --- |
${results.map(rowOf).join('\n')}
${[...skipped.map((each) => `\nSkipped: ${each}\n`), ...failed.map((each) => `\nFailed: ${each}\n`)].join('')}`;
}
