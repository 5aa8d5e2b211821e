/** Prints documents with up to a thousand pictures of 2 MB with pdfapi as it is installed, and with other programs. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noiseJpeg } from '../../test/support/pictures/noise-jpeg.ts';
import { noisePng } from '../../test/support/pictures/noise-png.ts';
import { checkWithQpdf, countsFrom, memoryOf, outcomeOf, sizeOf } from './figures.ts';
import { type Measured, measureCommand } from './measure-command.ts';
import { command, type Program, programs } from './programs.ts';

const counts = countsFrom('PICTURES', '60,300,1000');

/** qpdf takes minutes for a thousand pictures. */
const maxChecked = Number(process.env.CHECK_UP_TO ?? 300);

/** So many pages are compared with those of a document that is small enough to go through Chromium. */
const comparedPages = 3;

interface Row extends Measured {
  readonly program: string;
  readonly pictures: number;
  /** Of the PDF; undefined if there is none. */
  readonly bytes: number | undefined;
  /** What qpdf says of it. */
  readonly check: string;
}

/** Returns a section of RESULTS.md. */
export async function measurePictures(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-pictures-'));
  try {
    const files = Array.from({ length: Math.max(...counts) }, (_, index) => writePicture(folder, index));
    const results: Row[] = [];
    for (const { name, words, limit } of programs(folder)) {
      for (const pictures of counts) {
        const row = await measure(folder, { name, words, limit }, files.slice(0, pictures));
        results.push(row);
        console.log(row);
        if (row.bytes === undefined) break;
      }
    }
    return describe(results, comparePages(folder, files));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every other one is a PNG. Of 2 MB each: noise, which nothing compresses. */
function writePicture(folder: string, index: number): string {
  const name = index % 2 === 0 ? `${index}.jpg` : `${index}.png`;
  const bytes =
    index % 2 === 0
      ? noiseJpeg({ width: 2400, height: 1600, detail: 21, seed: index + 1 })
      : noisePng({ width: 840, height: 830, seed: index + 1 });
  writeFileSync(join(folder, name), bytes);
  return name;
}

const documentOf = (files: readonly string[]): string =>
  `<!doctype html><html lang="en"><title>Photos</title><style>@page { size: A4; margin: 10mm } body { margin: 0 } figure { break-after: page; margin: 0 } img { width: 100%; display: block }</style>${files
    .map((file, index) => `<figure><img src="${file}" alt="Photo ${index + 1}"></figure>`)
    .join('')}`;

async function measure(folder: string, program: Program, files: readonly string[]): Promise<Row> {
  const source = join(folder, 'photos.html');
  const output = join(folder, 'photos.pdf');
  writeFileSync(source, documentOf(files));
  rmSync(output, { force: true });
  const measured = await measureCommand(program.words(source, output), program.limit);
  const isPrinted = measured.code === 0 && existsSync(output);
  const bytes = isPrinted ? statSync(output).size : undefined;
  const check = isPrinted && files.length <= maxChecked ? checkWithQpdf(output) : '–';
  return { ...measured, program: program.name, pictures: files.length, bytes, check };
}

/** Returns how many pixels of how many pages differ from those of a small document with the same pictures. */
function comparePages(folder: string, files: readonly string[]): string {
  const chosen = Array.from({ length: comparedPages }, (_, i) =>
    Math.floor(((files.length - 1) * (i + 1)) / comparedPages),
  );
  const large = printed(folder, 'large', files);
  const small = printed(
    folder,
    'small',
    chosen.map((index) => files[index] ?? ''),
  );
  const pictures = chosen.map((index, i) => [pageOf(large, index + 1), pageOf(small, i + 1)] as const);
  if (pictures.some(([one]) => one.length === 0))
    return 'Pages were not compared: `pdftoppm` is not installed.';
  const different = pictures.map(([one, other]) => countDifferent(one, other));
  const numbers = chosen.map((index) => index + 1).join(', ');
  return `Pages ${numbers} of the longest document, at 72 dpi with poppler, beside the same pictures in a document that goes through Chromium: ${different.join(', ')} bytes of the pixels differ.`;
}

function printed(folder: string, name: string, files: readonly string[]): string {
  const [source, output] = [join(folder, `${name}.html`), join(folder, `${name}.pdf`)];
  writeFileSync(source, documentOf(files));
  const [program = '', ...args] = command(source, output);
  spawnSync(program, args, { stdio: 'ignore' });
  return output;
}

const pageOf = (pdf: string, page: number): Buffer =>
  spawnSync('pdftoppm', ['-r', '72', '-f', `${page}`, '-l', `${page}`, pdf], { maxBuffer: 2 ** 30 }).stdout ??
  Buffer.alloc(0);

function countDifferent(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return Math.max(one.length, other.length);
  return one.reduce((sum, byte, at) => sum + (byte === other[at] ? 0 : 1), 0);
}

function describe(results: readonly Row[], comparison: string): string {
  const lines = results.map((row) => {
    const { program, pictures, cpuSeconds, bytes, check } = row;
    const cells = [
      program,
      pictures.toLocaleString('en'),
      outcomeOf(row, bytes !== undefined),
      `${cpuSeconds.toFixed(1)} s`,
      memoryOf(row),
      sizeOf(bytes),
      check,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `## Pictures

Pictures of 2 MB, half of them JPEG of 2,400 × 1,600 pixels and half PNG of 840 × 830, each on a page of its own. Memory is
the largest sum of all processes. ${comparison}

| program | pictures | time | processor | memory | PDF | qpdf --check |
| ------- | -------: | ---: | --------: | -----: | --: | ------------ |
${lines.join('\n')}
`;
}
