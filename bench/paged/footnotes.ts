/**
 * Measures a book with footnotes and without them, and beside the other programs that print them. Writes its section of RESULTS.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRenderer } from '../../src/index.ts';
import { readPages } from '../../test/integration/render/paged/read-pages.ts';
import { describeRun, replaceSection } from '../result-sections.ts';
import { book, bookHeading } from './book.ts';
import { limitMs, type Program, programs, timeProgram } from './programs.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
/** About 15 pages each. */
const chapters = Number(process.env.CHAPTERS ?? 20);

interface Printed {
  readonly seconds: number;
  readonly pages: number;
  /** Notes that begin on the page of their call. */
  readonly right: number;
}

async function readNotes(pdf: Buffer): Promise<Omit<Printed, 'seconds'>> {
  const { pages } = await readPages(pdf);
  const calls = new Map<string, number>();
  const found = new Map<string, number>();
  for (const [page, { runs }] of pages.entries()) {
    for (const token of runs.flatMap(({ text }) => text.match(/\b[cn]\d+/g) ?? [])) {
      const places = token.startsWith('c') ? calls : found;
      if (!places.has(token.slice(1))) places.set(token.slice(1), page);
    }
  }
  const right = [...calls].filter(([number, page]) => found.get(number) === page).length;
  return { pages: pages.length, right };
}

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-book-'));
const [withNotes, without] = [book(chapters, true), book(chapters, false)];
const results = new Map<string, Printed | string>();
const own = await inTurns();
for (const program of programs.filter(({ name }) => name !== 'Chromium alone')) {
  const result = await once(program);
  console.log(program.name, result);
  results.set(program.name, result);
  replaceSection(join(import.meta.dirname, 'RESULTS.md'), bookHeading, toSection());
}
rmSync(folder, { recursive: true });
console.log(toSection());

async function once(program: Program): Promise<Printed | string> {
  const source = join(folder, 'book.html');
  const output = join(folder, `${program.name.replace(/\W/g, '-')}.pdf`);
  writeFileSync(source, withNotes.html);
  const seconds = await timeProgram(program, { source, output, folder });
  return typeof seconds === 'string' ? seconds : { seconds, ...(await readNotes(readFileSync(output))) };
}

/** Both books in turns, in a browser that runs already. */
async function inTurns() {
  await using renderer = await openRenderer({
    workers: 1,
    timeoutMs: limitMs,
    sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
  });
  const times: [number[], number[]] = [[], []];
  const pages = [0, 0];
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { html }] of [without, withNotes].entries()) {
      const started = performance.now();
      const result = await renderer.html(html, { twig: false });
      // The first round warms up.
      if (round > 0) times[index]?.push((performance.now() - started) / 1000);
      pages[index] = result.pages;
    }
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
  return { without: median(times[0]), withNotes: median(times[1]), pages };
}

function toSection(): string {
  const first = results.get('pdfapi html');
  const base = typeof first === 'object' ? first.seconds : Number.NaN;
  const rows = [...results].map(([name, result]) =>
    typeof result === 'string'
      ? `| ${name} | ${result} | | | |`
      : `| ${name} | ${result.seconds.toFixed(2)} | ${(result.seconds / base).toFixed(1)} × | ${result.pages} | ${result.right} of ${withNotes.notes} |`,
  );
  return `## ${bookHeading}

Written by \`npm run bench:footnotes\`; do not edit. ${describeRun()}
A command is stopped after ${limitMs / 1000} s.

In one process, medians of ${rounds} rounds in turns: ${own.without.toFixed(2)} s without notes (${own.pages[0]} pages),
${own.withNotes.toFixed(2)} s with ${withNotes.notes} of them (${own.pages[1]} pages): ${(own.withNotes / own.without).toFixed(2)} ×.

| command, once | seconds | | pages | notes on the page of their call |
|---|---:|---:|---:|---:|
${rows.join('\n')}
`;
}
