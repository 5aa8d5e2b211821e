/** Runs the programs of others that read PDFs. */
import { execFile, spawnSync } from 'node:child_process';

const programs = ['qpdf', 'pdfinfo', 'pdftotext', 'pdftoppm', 'pdfsig', 'mutool', 'gs'] as const;
export type JudgeProgram = (typeof programs)[number];

export interface Judged {
  /** Undefined if a signal ended it. */
  readonly status: number | undefined;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const limitMs = 60_000;

/** The programs that are not installed, and judge nothing. */
export const missingJudges: readonly JudgeProgram[] = programs.filter(
  // MuPDF, poppler and Ghostscript have -v, qpdf --version. Those of poppler exit with 0 or 99.
  (name) => spawnSync(name, [name === 'qpdf' ? '--version' : '-v']).error !== undefined,
);

/** A program that does not come to an end judges nothing: the machine may be busy. */
export class JudgeTimeout extends Error {
  constructor(program: JudgeProgram) {
    super(`${program} takes more than ${limitMs / 1000} s`);
  }
}

/** Undefined if the program is not installed. Rejects with JudgeTimeout. */
export async function runJudge(program: JudgeProgram, args: readonly string[]): Promise<Judged | undefined> {
  if (missingJudges.includes(program)) return undefined;
  return await new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', maxBuffer: 2 ** 28, timeout: limitMs } as const;
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error?.killed && typeof error.code !== 'string') return reject(new JudgeTimeout(program));
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      return resolve({ status, stdout, stderr: stderr.toString('utf8') });
    });
    child.stdin?.end();
  });
}
