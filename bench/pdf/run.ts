/**
 * Compares merging and finishing PDFs with other programs. Runs alternate, so that a busy machine slows all of them
 * alike. Lost content counts as much as time and size. Writes RESULTS.md. See README.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactPdf, makeReproducible, setMetadata } from '../../src/pdf/index.ts';
import { metadataUpdate } from '../../src/pdf/set-metadata.ts';
import { type OutlineEntry, viewed } from '../../test/support/pdf/merge/viewed.ts';
import { describeRun } from '../result-sections.ts';
import { type Printed, printDocuments } from './documents.ts';
import { manyTable } from './many.ts';
import { mergers } from './mergers.ts';

const rounds = Number(process.env.ROUNDS ?? 15);
const warmRounds = 8;
const date = new Date(0);

async function timed(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

interface Times {
  readonly median: number;
  /** What a machine with nothing else to do would take. */
  readonly least: number;
}

/** The number of alternating runs after a warm-up. */
async function inTurns(runs: (() => unknown)[]): Promise<Times[]> {
  for (let round = 0; round < warmRounds; round++) for (const run of runs) await run();
  const measured: number[][] = runs.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, run] of runs.entries()) measured[i]?.push(await timed(run));
  }
  return measured.map((values) => {
    const sorted = values.toSorted((a, b) => a - b);
    return { median: sorted[values.length >> 1] ?? 0, least: sorted[0] ?? 0 };
  });
}

const kilobytes = (pdf: { length: number }) => (pdf.length / 1024).toFixed(pdf.length < 102_400 ? 1 : 0);
const milliseconds = (time: number) => time.toFixed(time < 10 ? 1 : 0);
const count = (entries: readonly OutlineEntry[]): number =>
  entries.reduce((sum, { items }) => sum + 1 + count(items), 0);

/** What viewers use: the text and links of each page, outline entries, tagged pages. */
async function survives(pdf: Uint8Array, documents: readonly Uint8Array[]): Promise<string[]> {
  const whole = await viewed(pdf);
  const expected = { text: 0, links: 0, tags: 0 };
  const found = { text: 0, links: 0, tags: 0 };
  let page = 0;
  for (const document of documents) {
    const single = await viewed(document);
    for (const [i, text] of single.text.entries()) {
      const links = (single.links[i] ?? []).map((link) => (typeof link === 'number' ? link + page : link));
      expected.text++;
      expected.links += links.length;
      if (whole.text[page + i] === text) found.text++;
      const now = whole.links[page + i] ?? [];
      found.links += links.filter((link, at) => link === now[at]).length;
      if ((single.tags[i]?.length ?? 0) > 1) expected.tags++;
      if (
        (whole.tags[page + i]?.length ?? 0) >= (single.tags[i]?.length ?? 0) &&
        (single.tags[i]?.length ?? 0) > 1
      )
        found.tags++;
    }
    page += single.text.length;
  }
  return [
    `${found.text}/${expected.text}`,
    `${found.links}/${expected.links}`,
    String(count(whole.outline)),
    `${found.tags}/${expected.tags}`,
  ];
}

async function mergeTable(printed: readonly Printed[], folder: string): Promise<string> {
  const documents = printed.map(({ pdf }) => pdf);
  const files = documents.map((pdf, i) => {
    const file = join(folder, `${i}.pdf`);
    writeFileSync(file, pdf);
    return file;
  });
  const all = mergers();
  const runs = all.map(
    ({ merge }, i) =>
      () =>
        merge(documents, files, join(folder, `out-${i}.pdf`)),
  );
  const times = await inTurns(runs);
  const own = times[0];
  const rows: string[] = [];
  for (const [i, { name }] of all.entries()) {
    const pdf = (await runs[i]?.()) as Uint8Array;
    const cell = (kind: keyof Times) => {
      const [time, ownTime] = [times[i]?.[kind] ?? 0, own?.[kind] ?? 1];
      return milliseconds(time) + (i === 0 ? '' : ` (${(time / ownTime).toFixed(2)}×)`);
    };
    rows.push(
      `| ${[name, cell('median'), cell('least'), kilobytes(pdf), ...(await survives(pdf, documents))].join(' | ')} |`,
    );
  }
  return [
    '| | ms | least ms | KB | pages with their text | links that lead where they led | outline | tagged pages |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

async function singleTable(documents: Readonly<Record<string, Printed>>): Promise<string> {
  const rows: string[] = [];
  for (const [name, { pdf, time }] of Object.entries(documents)) {
    const described = setMetadata(pdf, { title: 'T' }, { date });
    const [metadata = 0, reproducible = 0, compact = 0] = (
      await inTurns([
        () => metadataUpdate(pdf, { title: 'T' }, { date }),
        () => makeReproducible(described, { date }),
        () => compactPdf(pdf),
      ])
    ).map(({ median }) => median);
    const cells = [
      name.trim(),
      `${milliseconds(time)}, ${kilobytes(pdf)} KB`,
      metadata.toFixed(2),
      `${milliseconds(reproducible)}, ${kilobytes(makeReproducible(described, { date }))} KB`,
      `${milliseconds(compact)}, ${kilobytes(compactPdf(pdf))} KB`,
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  return ['| | browser | properties | reproducible | compact |', '|---|--:|--:|--:|--:|', ...rows].join('\n');
}

const { merged, single } = await printDocuments();
const total = (printed: readonly Printed[]) =>
  kilobytes({ length: printed.reduce((sum, { pdf }) => sum + pdf.length, 0) });
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-'));
try {
  const [node, qpdf] = await inTurns([
    () => spawnSync(process.execPath, ['-e', '0']),
    () => spawnSync('qpdf', ['--version']),
  ]);
  const tables: string[] = [];
  for (const [name, printed] of Object.entries(merged)) {
    tables.push(`## ${name} (${total(printed)} KB)\n\n${await mergeTable(printed, folder)}`);
  }
  const thousands = manyTable(merged['50 German invoices of one page, in five typefaces'], folder);
  const text = `# Results

Written by \`npm run bench:pdf\`; do not edit. ${describeRun()}
Medians and minimums of ${rounds} rounds in which all alternate; in parentheses the ratio to pdfapi.
Commands start a process each time (starting without work takes: qpdf ${milliseconds(qpdf?.least ?? 0)} ms, node
${milliseconds(node?.least ?? 0)} ms); the others are warm. Documents are merged as Chromium prints them.

${tables.join('\n\n')}

## Thousands of documents, one file each (German invoices, tagged, all different)

${await thousands}

## One document: milliseconds and result

Properties: an incremental update appended to the file, which is neither parsed nor copied.

${await singleTable(single)}
`;
  writeFileSync(new URL('RESULTS.md', import.meta.url), text);
  console.log(text);
} finally {
  rmSync(folder, { recursive: true });
}
