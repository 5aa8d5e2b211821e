/** Independent readers that a machine may or may not have. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
export const hasPoppler = spawnSync('pdfinfo', ['-v']).status === 0;

/** The program's output for the file (`{}` in the arguments). Throws with what it said when it fails or warns. */
export function run(
  program: 'qpdf' | 'pdfinfo' | 'pdftotext',
  args: readonly string[],
  pdf: Uint8Array,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, pdf);
    const result = spawnSync(
      program,
      args.map((arg) => (arg === '{}' ? path : arg)),
      { encoding: 'utf8' },
    );
    if (result.status !== 0 || result.stderr !== '')
      throw new Error(`${program}: ${result.stdout}${result.stderr}`);
    return result.stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
