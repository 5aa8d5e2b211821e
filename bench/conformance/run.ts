/**
 * What conformance costs, and how far the checker agrees with veraPDF. Writes RESULTS.md. `ROUNDS=5` makes it shorter.
 *
 *   npm run build && npm run install-judges && npm run bench:conformance
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { checkConformance } from '../../src/conformance/index.ts';
import { openRenderer, type RenderedPdf, type Renderer } from '../../src/index.ts';
import { type CheckerComparison, compareChecker } from '../../test/stress/conformance/compare-checker.ts';
import { documentJudges } from '../../test/support/judges/judges-folder.ts';
import { median } from '../median.ts';
import { describeRun } from '../result-sections.ts';
import { type CorpusVerdict, findCorpora, judge, listCorpus } from './corpus.ts';

const examples = resolve(import.meta.dirname, '../../templates-examples');
/** Pairs of the invoice. The report, which takes ten times as long, gets a fifth of them. */
const rounds = Number(process.env.ROUNDS ?? 150);

const sections = [await costs(), agreement(), await differences()];
writeFileSync(
  join(import.meta.dirname, 'RESULTS.md'),
  `# Results

Written by \`npm run bench:conformance\`; do not edit. ${describeRun()}

${sections.join('\n')}`,
);

/** Both ways alternate, in one warm process, and the difference is that within a pair. */
async function costs(): Promise<string> {
  const renderer = await openRenderer({ workers: 1 });
  const sample = (name: string) => JSON.parse(readFileSync(join(examples, name, 'data.json'), 'utf8'));
  const invoice = sample('invoice');
  const rows = [
    await cost(renderer, 'an invoice of one page', {
      name: 'invoice',
      data: { ...invoice, items: invoice.items.slice(0, 3) },
      rounds,
    }),
    await cost(renderer, 'the report of 31 pages', {
      name: 'report',
      data: sample('report'),
      rounds: Math.ceil(rounds / 5),
    }),
  ];
  await renderer.close();
  return `## What PDF/A-3a with PDF/UA-1 costs

Medians of ${rounds} pairs (of ${Math.ceil(rounds / 5)} for the report): without a standard, then with both, labels, checks and all,
in a process that has already printed a third as many. The check alone is of the finished file, in one thread.

| what | pages | ms | ms more | % more | bytes more | the check, ms |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`;
}

interface Document {
  readonly name: string;
  readonly data: object;
  /** Pairs. */
  readonly rounds: number;
}

async function cost(renderer: Renderer, title: string, { name, data, rounds }: Document): Promise<string> {
  const template = join(examples, name);
  const time = async (options: object): Promise<{ ms: number; result: RenderedPdf }> => {
    const started = performance.now();
    const result = await renderer.render({ template, data, reproducible: new Date(0), ...options });
    return { ms: performance.now() - started, result };
  };
  const standards = { pdfa: '3a', pdfua: true };
  const pairs: { readonly ms: number; readonly more: number }[] = [];
  for (let round = Math.floor(-rounds / 3); round < rounds; round++) {
    const plain = await time({});
    const labelled = await time(standards);
    if (round >= 0) pairs.push({ ms: plain.ms, more: labelled.ms - plain.ms });
  }
  const plain = await time({});
  const labelled = await time(standards);
  const checks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    checkConformance(labelled.result.pdf, { levels: ['pdfa-3a', 'pdfua-1'] });
    checks.push(performance.now() - started);
  }
  const ms = median(pairs.map((pair) => pair.ms));
  const more = median(pairs.map((pair) => pair.more));
  const bytes = labelled.result.pdf.length - plain.result.pdf.length;
  const cells = [
    ms.toFixed(0),
    more.toFixed(1),
    ((100 * more) / ms).toFixed(1),
    bytes,
    median(checks).toFixed(1),
  ];
  return `| ${title} | ${plain.result.pages} | ${cells.join(' | ')} |`;
}

/** With the names of the files, which say what each of them breaks. */
function agreement(): string {
  const corpora = findCorpora();
  if (!corpora) return '## The corpus of veraPDF\n\nNot compared: it is not here.\n';
  const verdicts = listCorpus(corpora).map(judge);
  const standards = [
    ['PDF/A-2 and -3', verdicts.filter(({ file }) => file.level.startsWith('pdfa'))],
    ['PDF/UA-1', verdicts.filter(({ file }) => file.level === 'pdfua-1')],
  ] as const;
  const tables = standards.map(
    ([title, ofStandard]) => `### ${title}: ${share(ofStandard)}

| clause | agreed |
| --- | ---: |
${[...Map.groupBy(ofStandard, ({ file }) => file.clause)]
  .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  .map(([clause, all]) => `| ${clause} | ${share(all)} |`)
  .join('\n')}

${misses(ofStandard)}
`,
  );
  return `## The corpus of veraPDF

${verdicts.length} files of the corpus (half of it; the other half judges what was not tuned to), each named after the rule that it keeps
or breaks. Agreed: a file that breaks a rule has a finding of this clause and test, one that keeps it has none.

${tables.join('\n')}`;
}

function share(verdicts: readonly CorpusVerdict[]): string {
  const agreed = verdicts.filter(({ agrees }) => agrees).length;
  const percent = Math.floor((1000 * agreed) / verdicts.length) / 10;
  return agreed === verdicts.length
    ? `${agreed} of ${verdicts.length}`
    : `${agreed} of ${verdicts.length} (${percent} %)`;
}

function misses(verdicts: readonly CorpusVerdict[]): string {
  return verdicts
    .filter(({ agrees }) => !agrees)
    .map(
      ({ file, found }) => `- ${basename(file.path)} (${file.level}): found ${found.join(', ') || 'nothing'}`,
    )
    .join('\n');
}

/** With what veraPDF itself says of each file, every rule of it. */
async function differences(): Promise<string> {
  const corpora = findCorpora();
  if (!corpora || !existsSync(documentJudges.folder)) {
    return '## veraPDF itself\n\nNot compared: `npm run install-judges`, and the corpus.\n';
  }
  const files = listCorpus(corpora);
  const all: CheckerComparison[] = [];
  for (const [level, ofLevel] of Map.groupBy(files, (file) => file.level)) {
    all.push(
      ...(await compareChecker(
        ofLevel.map(({ path }) => path),
        level,
      )),
    );
  }
  const rows = all.map(
    ({ file, level, missed, invented }) =>
      `| ${basename(file)} | ${level} | ${missed.join(', ')} | ${invented.join(', ')} |`,
  );
  return `## veraPDF itself

The same files, and all rules that veraPDF 1.30.2 finds broken in each: ${files.length - all.length} of ${files.length} have exactly the same.

| file | level | only veraPDF | only \`pdfapi check\` |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
