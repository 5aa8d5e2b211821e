/** Runs the programs of others that read PDFs. */
import { execFile, spawnSync } from 'node:child_process';

const programs = ['qpdf', 'pdfinfo', 'pdftotext', 'pdftoppm', 'pdfsig', 'mutool'] as const;
export type JudgeProgram = (typeof programs)[number];

export interface Judged {
  /** Undefined if a signal or the time limit ended it. */
  readonly status: number | undefined;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const limitMs = 60_000;

/** The programs that are not installed, and judge nothing. */
export const missingJudges: readonly JudgeProgram[] = programs.filter(
  // MuPDF and poppler have -v, qpdf --version. Those of poppler exit with 0 or 99.
  (name) => spawnSync(name, [name === 'qpdf' ? '--version' : '-v']).error !== undefined,
);

/** Undefined if the program is not installed. */
export async function runJudge(program: JudgeProgram, args: readonly string[]): Promise<Judged | undefined> {
  if (missingJudges.includes(program)) return undefined;
  return await new Promise((resolve) => {
    const options = { encoding: 'buffer', maxBuffer: 2 ** 28, timeout: limitMs } as const;
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      resolve({ status, stdout, stderr: stderr.toString('utf8') });
    });
    child.stdin?.end();
  });
}
