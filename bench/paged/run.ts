/** Measures a manual with and without references, and beside the other programs that print them. Writes RESULTS.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRenderer } from '../../src/index.ts';
import { describeRun, lastSection } from '../result-sections.ts';
import { bookHeading } from './book.ts';
import { casesSection } from './cases-section.ts';
import { floorTable } from './floor.ts';
import { manual } from './manual.ts';
import { printedNumbers } from './printed-numbers.ts';
import { environment, limitMs, type Program, programs, timeProgram } from './programs.ts';
import { reftestsHeading } from './reftest.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
/** Manuals of about 150 and 1,000 pages, and how often each is printed in one process and by each command. */
const lengths = [
  { chapters: 14, inProcess: rounds, turns: Math.min(rounds, 3) },
  { chapters: 90, inProcess: 1, turns: 1 },
];
/** The only length to be measured; the section of the other one stays. */
const onlyChapters = process.env.CHAPTERS === undefined ? undefined : Number(process.env.CHAPTERS);
const sandbox = process.env.PDFAPI_NO_SANDBOX !== '1';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-paged-'));
const resultsFile = new URL('RESULTS.md', import.meta.url);
const sections = onlyChapters === undefined ? [] : writtenSections();
for (const [index, length] of lengths.entries()) {
  if (onlyChapters !== undefined && length.chapters !== onlyChapters) continue;
  // After each command, because all of them take many minutes.
  const show = (section: string) => {
    sections[index] = section;
    writeResults();
  };
  await measure(length, show).catch((error: Error) =>
    show(`## A manual of ${length.chapters} chapters\n\nNot finished: ${error.message}\n`),
  );
}
console.log(readFileSync(resultsFile, 'utf8'));
rmSync(folder, { recursive: true });

/** Those of an earlier run. */
function writtenSections(): string[] {
  const text = readFileSync(resultsFile, 'utf8');
  return [...text.matchAll(/^## A manual [\s\S]*?(?=^## )/gm)].map(([section]) =>
    section.trimEnd().concat('\n'),
  );
}

function writeResults(): void {
  const text = `# Results

Written by \`npm run bench:paged\`; do not edit. ${describeRun()}
What is compared: [README.md](README.md). A command is stopped after ${limitMs / 1000} s.

${sections.join('\n')}
${casesSection()}
${lastSection(fileURLToPath(resultsFile), reftestsHeading)}
${lastSection(fileURLToPath(resultsFile), bookHeading)}`;
  writeFileSync(resultsFile, text);
}

async function measure(
  { chapters, inProcess, turns }: (typeof lengths)[number],
  show: (section: string) => void,
): Promise<void> {
  let own = '';
  let floor = '';
  const results = new Map<Program, Result[]>(programs.map((each) => [each, []]));
  for (let turn = 0; turn < turns; turn++) {
    for (const [program, list] of results) {
      // One that was stopped or is not installed is not started again.
      if (typeof list.at(-1) === 'string') continue;
      const result = await once(program, chapters);
      list.push(result);
      console.log(program.name, typeof result === 'string' ? result : result.seconds.toFixed(2));
      show(toSection());
    }
  }
  floor = await floorTable(chapters, { folder, environment, turns });
  show(toSection());
  // Last: on a busy machine a long document of a renderer that stays open waits for all others.
  const [without, withReferences] = await inTurns(chapters, inProcess);
  own = `In one process, ${inProcess === 1 ? 'once' : `medians of ${inProcess} rounds`} in turns: ${without.seconds.toFixed(2)} s without references and heads that change
(${without.pages} pages), ${withReferences.seconds.toFixed(2)} s with them: ${(withReferences.seconds / without.seconds).toFixed(2)} ×. ${withReferences.warnings}
`;
  show(toSection());

  function toSection(): string {
    const medians = [...results.values()].map(medianOf);
    const [first] = medians;
    const seconds = typeof first === 'object' ? first.seconds : Number.NaN;
    const pages = typeof first === 'object' ? `${first.pages} pages` : `${chapters} chapters`;
    const rows = programs.map(({ name }, i) => {
      const result = medians[i];
      if (typeof result !== 'object') {
        const [, least] = /^(?:stopped|failed) after (\d+)/.exec(result ?? '') ?? [];
        const ratio = least === undefined ? '' : `> ${(Number(least) / seconds).toFixed(1)} ×`;
        return `| ${name} | ${result ?? 'not measured'} | ${ratio} | | | |`;
      }
      const { entries, right, isTagged } = result;
      const numbers = entries > 0 ? `${right} of ${entries}` : 'none printed';
      const ratio = `${(result.seconds / seconds).toFixed(1)} ×`;
      return `| ${name} | ${result.seconds.toFixed(2)} | ${ratio} | ${result.pages} | ${isTagged ? 'yes' : 'no'} | ${numbers} |`;
    });
    return `## A manual of ${pages}

${own}
| command, ${turns === 1 ? 'once' : `median of ${turns} in turns`} | seconds | | pages | tagged | numbers in the contents that are right |
|---|---:|---:|---:|---|---:|
${rows.join('\n')}

${floor}`;
  }
}

/** The cost of the references alone: both documents in turns, in a browser that runs already. */
async function inTurns(chapters: number, rounds: number) {
  await using renderer = await openRenderer({ workers: 1, timeoutMs: 600_000, sandbox });
  const documents = [manual(chapters, false), manual(chapters, true)];
  const times: number[][] = [[], []];
  const pages: number[] = [];
  const warnings: string[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { html }] of documents.entries()) {
      const started = performance.now();
      const result = await renderer.html(html, { twig: false });
      // The first round warms up.
      if (round > 0) times[index]?.push((performance.now() - started) / 1000);
      pages[index] = result.pages;
      if (round === 0) warnings.push(...result.warnings);
    }
  }
  return [0, 1].map((index) => ({
    seconds: (times[index] ?? []).toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN,
    pages: pages[index] ?? 0,
    warnings: [...new Set(warnings)].join(' '),
  })) as [Measured, Measured];
}

interface Measured {
  readonly seconds: number;
  readonly pages: number;
  readonly warnings: string;
}

type Result = Awaited<ReturnType<typeof once>>;

/** Why there is no result, if one turn had none. */
function medianOf(results: readonly Result[]): Result | undefined {
  const reason = results.find((each) => typeof each === 'string');
  if (reason !== undefined) return reason;
  const sorted = results.filter((each) => typeof each === 'object').toSorted((a, b) => a.seconds - b.seconds);
  return sorted[sorted.length >> 1];
}

/** Returns why there is no result, if there is none. */
async function once(program: Program, chapters: number) {
  const { name, leaders } = program;
  const source = join(folder, `manual-${chapters}-${leaders}.html`);
  const output = join(folder, `${name.replace(/\W/g, '-')}.pdf`);
  writeFileSync(source, manual(chapters, true, leaders).html);
  const seconds = await timeProgram(program, { source, output, folder });
  return typeof seconds === 'string' ? seconds : { seconds, ...(await printedNumbers(readFileSync(output))) };
}
