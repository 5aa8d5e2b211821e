/** Independent readers, which may not be installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
export const hasMutool = spawnSync('mutool', ['-v']).status === 0;
export const hasPoppler = spawnSync('pdfinfo', ['-v']).status === 0;
export const hasPdfsig = spawnSync('pdfsig', ['-v']).status === 0;

/** Returns the pixels of all pages in sequence, at 50 dots per inch. */
export function pixels(pdf: Uint8Array, password = ''): Buffer {
  return inFile(pdf, (path) => {
    const args = ['-r', '50', '-upw', password, path];
    const { status, stdout, stderr } = spawnSync('pdftoppm', args, { maxBuffer: 2 ** 30 });
    if (status !== 0 || stderr.length > 0) throw new Error(`pdftoppm: ${stderr}`);
    return stdout;
  });
}

/**
 * Runs the program on the file (`{}` in the arguments) and returns its output. Throws that output if the program
 * fails or warns.
 */
export function run(
  program: 'mutool' | 'qpdf' | 'pdfinfo' | 'pdfsig' | 'pdftotext',
  args: readonly string[],
  pdf: Uint8Array,
): string {
  return inFile(pdf, (path) => {
    const result = spawnSync(
      program,
      args.map((arg) => (arg === '{}' ? path : arg)),
      { encoding: 'utf8' },
    );
    // Debian's mutool says so of every file.
    const warnings = result.stderr.replace('warning: ICC support is not available\n', '');
    if (result.status !== 0 || warnings !== '')
      throw new Error(`${program}: ${result.stdout}${result.stderr}`);
    return result.stdout;
  });
}

/** Returns the file as rewritten by qpdf. */
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
