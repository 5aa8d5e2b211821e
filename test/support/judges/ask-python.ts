/** Asks a Python program of this folder about PDFs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

export interface PythonQuestion {
  /** See `pythonOfJudges`. */
  readonly python: string;
  /** The name of its file. It answers each line of its input with a line of JSON. */
  readonly program: string;
  readonly pdfs: readonly Uint8Array[];
  /** The line that asks about a PDF. Default: its path. */
  readonly line?: (path: string, index: number) => string;
}

/** One process answers for all PDFs, in their order. */
export async function askPython<Answer>(question: PythonQuestion): Promise<readonly Answer[]> {
  const { python, program, pdfs, line = (path) => path } = question;
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  try {
    const asked = pdfs.map((pdf, index) => {
      const path = join(folder, `${index}.pdf`);
      writeFileSync(path, pdf);
      return line(path, index);
    });
    const { stdout } = await execa(python, [join(import.meta.dirname, program)], {
      input: `${asked.join('\n')}\n`,
      maxBuffer: 2 ** 30,
    });
    const answers = stdout.split('\n').filter((text) => text.startsWith('{'));
    if (answers.length !== pdfs.length) throw new Error('Not every file was read');
    return answers.map((text) => JSON.parse(text));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
