/** Prints one kind of document in several lengths with pdfapi as it is installed, and with other programs. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryOf, outcomeOf, sizeOf } from './figures.ts';
import { type Measured, measureCommand } from './measure-command.ts';
import { type Program, programs } from './programs.ts';

export interface Lengths {
  /** The heading of the section. */
  readonly title: string;
  readonly description: string;
  /** What a document consists of, such as “items”. */
  readonly units: string;
  /** One of them with its article, such as “an item”. */
  readonly each: string;
  readonly counts: readonly number[];
  /** The HTML of a document of so many units. */
  readonly documentOf: (count: number) => string;
}

interface Row extends Measured {
  readonly program: string;
  readonly count: number;
  /** Of the PDF; undefined if there is none. */
  readonly bytes: number | undefined;
  /** Undefined where poppler is not installed. */
  readonly pages: string | undefined;
}

/** Returns a section of RESULTS.md. A program that fails or is stopped does not print longer documents. */
export async function measureLengths(lengths: Lengths): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-long-'));
  try {
    const results: Row[] = [];
    for (const program of programs(folder)) {
      for (const count of lengths.counts) {
        const row = await measure(folder, program, count, lengths.documentOf(count));
        results.push(row);
        console.log(row);
        if (row.bytes === undefined) break;
      }
    }
    return describe(lengths, results);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, program: Program, count: number, html: string): Promise<Row> {
  const source = join(folder, 'document.html');
  const output = join(folder, 'document.pdf');
  writeFileSync(source, html);
  rmSync(output, { force: true });
  const measured = await measureCommand(program.words(source, output), program.limit);
  const isPrinted = measured.code === 0 && existsSync(output);
  const bytes = isPrinted ? statSync(output).size : undefined;
  const pages = isPrinted ? countPages(output) : undefined;
  return { ...measured, program: program.name, count, bytes, pages };
}

function countPages(file: string): string | undefined {
  const { stdout } = spawnSync('pdfinfo', [file], { encoding: 'utf8' });
  return /^Pages:\s+(\d+)/m.exec(stdout ?? '')?.[1];
}

function describe({ title, description, units, each }: Lengths, results: readonly Row[]): string {
  const lines = results.map((row) => {
    const { program, count, seconds, cpuSeconds, bytes, pages = '–' } = row;
    const cells = [
      program,
      count.toLocaleString('en'),
      outcomeOf(row, bytes !== undefined),
      bytes === undefined ? '–' : `${((seconds * 1000) / count).toFixed(2)} ms`,
      `${cpuSeconds.toFixed(1)} s`,
      memoryOf(row),
      pages,
      sizeOf(bytes),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `## ${title}

${description} pdfapi writes tags, the others do not,
apart from Chromium. Memory is the largest sum of all processes.

| program | ${units} | time | ${each} | processor | memory | pages | PDF |
| ------- | ---: | ---: | ----: | --------: | -----: | ----: | --: |
${lines.join('\n')}
`;
}
