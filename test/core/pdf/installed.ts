/** Independent readers that a machine may or may not have. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
export const hasPoppler = spawnSync('pdfinfo', ['-v']).status === 0;

/** All pages at 50 dots an inch, one after the other. */
export function pixels(pdf: Uint8Array): Buffer {
  return inFile(pdf, (path) => {
    const { status, stdout, stderr } = spawnSync('pdftoppm', ['-r', '50', path], { maxBuffer: 2 ** 30 });
    if (status !== 0 || stderr.length > 0) throw new Error(`pdftoppm: ${stderr}`);
    return stdout;
  });
}

/** The program's output for the file (`{}` in the arguments). Throws with what it said when it fails or warns. */
export function run(
  program: 'qpdf' | 'pdfinfo' | 'pdftotext',
  args: readonly string[],
  pdf: Uint8Array,
): string {
  return inFile(pdf, (path) => {
    const result = spawnSync(
      program,
      args.map((arg) => (arg === '{}' ? path : arg)),
      { encoding: 'utf8' },
    );
    if (result.status !== 0 || result.stderr !== '')
      throw new Error(`${program}: ${result.stdout}${result.stderr}`);
    return result.stdout;
  });
}

/** What qpdf makes of the file. */
export function qpdf(pdf: Uint8Array, args: readonly string[]): Buffer {
  return inFile(pdf, (path) => {
    const { status, stdout, stderr } = spawnSync('qpdf', [...args, path, '-'], { maxBuffer: 2 ** 30 });
    if (status !== 0) throw new Error(`qpdf: ${stderr}`);
    return stdout;
  });
}

function inFile<Result>(pdf: Uint8Array, use: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, pdf);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
