/** Merges PDFs of 200 MB of pictures with pdfapi as it is installed, and with other programs. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPdf, streamObject } from '../../test/support/pdf/build-pdf.ts';
import { noiseJpeg } from '../../test/support/pictures/noise-jpeg.ts';
import { countsFrom, memoryOf, sizeOf } from './figures.ts';
import { type Measured, measureCommand } from './measure-command.ts';

const counts = countsFrom('MERGED', '2,10');
const picturesOfEach = Number(process.env.PICTURES_OF_EACH ?? 100);
/** qpdf takes minutes for a thousand pictures. */
const maxChecked = Number(process.env.CHECK_UP_TO ?? 300);
const limitMs = Number(process.env.LIMIT_SECONDS ?? 180) * 1000;

interface Row extends Measured {
  readonly program: string;
  readonly files: number;
  /** Of the PDF; undefined if there is none. */
  readonly bytes: number | undefined;
  /** What qpdf says of it. */
  readonly check: string;
}

interface MergeProgram {
  readonly name: string;
  readonly words: (inputs: readonly string[], output: string) => readonly string[];
}

const bin = join(import.meta.dirname, '../../bin/pdfapi.js');
const all: readonly MergeProgram[] = [
  {
    name: 'pdfapi merge',
    words: (inputs, output) => [process.execPath, bin, 'merge', ...inputs, '-o', output, '--timeout', '10m'],
  },
  { name: 'qpdf', words: (inputs, output) => ['qpdf', '--empty', '--pages', ...inputs, '--', output] },
  { name: 'pdfunite', words: (inputs, output) => ['pdfunite', ...inputs, output] },
  { name: 'mutool merge', words: (inputs, output) => ['mutool', 'merge', '-o', output, ...inputs] },
];

/** Returns a section of RESULTS.md. */
export async function measureMerges(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-merges-'));
  try {
    const inputs = Array.from({ length: Math.max(...counts) }, (_, index) => writeInput(folder, index));
    const results: Row[] = [];
    for (const program of all.filter(isInstalled)) {
      for (const files of counts) {
        const row = await measure(folder, program, inputs.slice(0, files));
        results.push(row);
        console.log(row);
        if (row.bytes === undefined) break;
      }
    }
    const size = statSync(inputs[0] ?? '').size / 1e6;
    return describe(results, size);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isInstalled = ({ words }: MergeProgram): boolean =>
  spawnSync(words([], '')[0] ?? '', ['--version']).error === undefined;

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

async function measure(folder: string, program: MergeProgram, inputs: readonly string[]): Promise<Row> {
  const output = join(folder, 'merged.pdf');
  rmSync(output, { force: true });
  const measured = await measureCommand(program.words(inputs, output), limitMs);
  const isMerged = measured.code === 0 && existsSync(output);
  const bytes = isMerged ? statSync(output).size : undefined;
  return {
    ...measured,
    program: program.name,
    files: inputs.length,
    bytes,
    check: isMerged && inputs.length * picturesOfEach <= maxChecked ? checkWithQpdf(output) : '–',
  };
}

function checkWithQpdf(path: string): string {
  const { status, stdout, error } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
  if (error) return 'not installed';
  return status === 0 && stdout.includes('No syntax or stream encoding errors')
    ? 'no errors'
    : `exit ${status}`;
}

function describe(results: readonly Row[], megabytes: number): string {
  const lines = results.map((row) => {
    const { program, files, seconds, cpuSeconds, bytes, check } = row;
    return [
      '',
      program,
      files,
      bytes === undefined ? `failed after ${Math.round(seconds)} s` : `${seconds.toFixed(1)} s`,
      `${cpuSeconds.toFixed(1)} s`,
      memoryOf(row),
      sizeOf(bytes),
      check,
      '',
    ]
      .join(' | ')
      .trim();
  });
  return `## Merges

Files of ${Math.round(megabytes)} MB, each with ${picturesOfEach} JPEGs that are in no other file. Memory is the largest sum of all processes.

| program | files | time | processor | memory | PDF | qpdf --check |
| ------- | ----: | ---: | --------: | -----: | --: | ------------ |
${lines.join('\n')}
`;
}
