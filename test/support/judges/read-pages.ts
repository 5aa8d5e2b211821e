/** What other readers show of the pages of PDFs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** What a reader makes of a file: texts, pixels and contents of its pages, as values to compare. Null if it does not open it. */
export type Reading = Readonly<Record<string, readonly unknown[]>> | null;

/** By name of the reader. One process reads all files. */
export async function readPages(
  python: string,
  pdfs: readonly Uint8Array[],
): Promise<readonly Readonly<Record<string, Reading>>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  try {
    const files = pdfs.map((pdf, index) => {
      const file = join(folder, `${index}.pdf`);
      writeFileSync(file, pdf);
      return file;
    });
    const program = join(import.meta.dirname, 'read-pages.py');
    const { stdout } = await execa(python, [program], { input: `${files.join('\n')}\n`, maxBuffer: 2 ** 28 });
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    if (lines.length !== files.length) throw new Error('Not every file was read');
    return lines.map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
