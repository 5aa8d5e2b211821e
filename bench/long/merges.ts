/** Merges and splits PDFs of 200 MB of pictures with pdfapi as it is installed, and with other programs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFileProtection, protectPdf } from '../../src/pdf/index.ts';
import { buildPdf, streamObject } from '../../test/support/pdf/build-pdf.ts';
import { noiseJpeg } from '../../test/support/pictures/noise-jpeg.ts';
import { checkWithQpdf, countsFrom, memoryOf, outcomeOf, sizeOf } from './figures.ts';
import { type Measured, measureCommand } from './measure-command.ts';

const counts = countsFrom('MERGED', '2,10');
const picturesOfEach = Number(process.env.PICTURES_OF_EACH ?? 100);
/** qpdf takes minutes for a thousand pictures. */
const maxChecked = Number(process.env.CHECK_UP_TO ?? 300);
const limitMs = Number(process.env.LIMIT_SECONDS ?? 180) * 1000;
const password = 'secret';

interface Row extends Measured {
  readonly program: string;
  readonly work: string;
  readonly pages: number;
  /** Of the PDFs that were written; undefined if there is none. */
  readonly bytes: number | undefined;
  /** What qpdf says of the first of them. */
  readonly check: string;
}

interface Work {
  readonly name: string;
  readonly inputs: readonly string[];
  /** The pages that one PDF with the result would have. */
  readonly pages: number;
  /** What starts each program that can do it. Those that write several PDFs write them into the folder of `output`. */
  readonly programs: Readonly<
    Record<string, (inputs: readonly string[], output: string) => readonly string[]>
  >;
}

const pdfapi = [process.execPath, join(import.meta.dirname, '../../bin/pdfapi.js')];
const patient = ['--timeout', '10m'];

/** Returns a section of RESULTS.md. */
export async function measureMerges(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-merges-'));
  try {
    const inputs = Array.from({ length: Math.max(...counts) }, (_, index) => writeInput(folder, index));
    const results: Row[] = [];
    for (const work of worksOn(folder, inputs)) {
      for (const [program, words] of Object.entries(work.programs)) {
        if (results.some((row) => row.program === program && wasStopped(row, work))) continue;
        const row = await measure(folder, work, program, words);
        if (!row) continue;
        results.push(row);
        console.log(row);
      }
    }
    const size = statSync(inputs[0] ?? '').size / 1e6;
    return describe(results, size);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a program was stopped at work with as many pages, or fewer. */
const wasStopped = ({ code, pages }: Row, work: Work): boolean => code === undefined && pages <= work.pages;

function worksOn(folder: string, inputs: readonly string[]): readonly Work[] {
  const passwords = join(folder, 'password.txt');
  writeFileSync(passwords, password);
  const merges = counts.map(
    (count): Work => ({
      name: `merge ${count} files`,
      inputs: inputs.slice(0, count),
      pages: count * picturesOfEach,
      programs: {
        'pdfapi merge': (files, output) => [...pdfapi, 'merge', ...files, '-o', output, ...patient],
        qpdf: (files, output) => ['qpdf', '--empty', '--pages', ...files, '--', output],
        pdfunite: (files, output) => ['pdfunite', ...files, output],
        'mutool merge': (files, output) => ['mutool', 'merge', '-o', output, ...files],
      },
    }),
  );
  const [first = '', second = ''] = inputs;
  const locked = [first, second].map((path, index) => {
    const to = join(folder, `locked-${index}.pdf`);
    writeFileSync(to, protectPdf(readFileSync(path), createFileProtection({ userPassword: password })));
    return to;
  });
  const middle = String(Math.ceil(picturesOfEach / 2));
  const chosen = `1,${middle},${picturesOfEach}`;
  const tenth = String(Math.ceil(picturesOfEach / 10));
  return [
    ...merges,
    {
      name: 'merge 2 encrypted files',
      inputs: locked,
      pages: 2 * picturesOfEach,
      programs: {
        'pdfapi merge': (files, output) => [
          ...[...pdfapi, 'merge', ...files, '-o', output, ...patient],
          ...['--input-password-file', passwords],
        ],
        qpdf: (files, output) => [
          ...['qpdf', '--empty', '--pages'],
          ...files.flatMap((file) => [file, `--password=${password}`]),
          ...['--', output],
        ],
      },
    },
    {
      name: 'take 3 pages of a file',
      inputs: [first],
      pages: 3,
      programs: {
        'pdfapi pages': (files, output) => [...pdfapi, 'pages', ...files, '--pages', chosen, '-o', output],
        qpdf: (files, output) => ['qpdf', '--empty', '--pages', ...files, chosen, '--', output],
        'mutool merge': (files, output) => ['mutool', 'merge', '-o', output, ...files, chosen],
      },
    },
    {
      name: 'split a file into 10',
      inputs: [first],
      pages: picturesOfEach,
      programs: {
        'pdfapi pages': (files, output) => [
          ...[...pdfapi, 'pages', ...files, '--split-every', tenth],
          ...['-o', `${dirname(output)}/part-{{ part }}.pdf`],
        ],
        qpdf: (files, output) => ['qpdf', `--split-pages=${tenth}`, ...files, `${dirname(output)}/part.pdf`],
      },
    },
  ];
}

/** A PDF with a picture of 2 MB on each page. All pictures are different. */
function writeInput(folder: string, index: number): string {
  const jpeg = noiseJpeg({ width: 2400, height: 1600, detail: 21, seed: index + 1 }).toString('latin1');
  const pages = Array.from({ length: picturesOfEach }, (_, page) => 10 + page * 3);
  const image =
    '/Type/XObject/Subtype/Image/Width 2400/Height 1600/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode';
  const objects: Record<number, string> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`,
  };
  for (const page of pages) {
    objects[page] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 480 320]/Contents ${page + 1} 0 R/Resources<</XObject<</P ${page + 2} 0 R>>>>>>`;
    objects[page + 1] = streamObject('', 'q 480 0 0 320 0 0 cm /P Do Q');
    objects[page + 2] = streamObject(image, `${jpeg}${index} ${page}`);
  }
  const path = join(folder, `input-${index}.pdf`);
  writeFileSync(path, buildPdf(objects));
  return path;
}

/** Undefined if the program is not installed. */
async function measure(
  folder: string,
  { name, inputs, pages }: Work,
  program: string,
  words: Work['programs'][string],
): Promise<Row | undefined> {
  const results = join(folder, 'results');
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const command = words(inputs, join(results, 'result.pdf'));
  if (spawnSync(command[0] ?? '', ['--version']).error) return undefined;
  const measured = await measureCommand(command, limitMs);
  const written = readdirSync(results).map((file) => join(results, file));
  const isDone = measured.code === 0 && written.length > 0;
  return {
    ...measured,
    program,
    work: name,
    pages,
    bytes: isDone ? written.reduce((sum, path) => sum + statSync(path).size, 0) : undefined,
    check: isDone && pages <= maxChecked ? checkWithQpdf(written[0] ?? '') : '–',
  };
}

function describe(results: readonly Row[], megabytes: number): string {
  const lines = results.map((row) => {
    const { program, work, cpuSeconds, bytes, check } = row;
    const outcome = outcomeOf(row, bytes !== undefined);
    const figures = [outcome, `${cpuSeconds.toFixed(1)} s`, memoryOf(row), sizeOf(bytes), check];
    return `| ${[work, program, ...figures].join(' | ')} |`;
  });
  return `## Merges

Files of ${Math.round(megabytes)} MB, each with ${picturesOfEach} JPEGs that are in no other file. Memory is the largest sum of all processes.

| work | program | time | processor | memory | PDFs | qpdf --check |
| ---- | ------- | ---: | --------: | -----: | ---: | ------------ |
${lines.join('\n')}
`;
}
