/** The public exit codes, in one table for `pdfapi help exit-codes`. The error catalogue assigns them. */
import { errorCatalogue } from '#contract/errors';

export interface ExitCode {
  readonly code: number;
  readonly meaning: string;
  /** HTTP responses of a server that lead to this exit code. */
  readonly http: string;
}

export const exitCodes: readonly ExitCode[] = [
  { code: 0, meaning: 'done', http: '2xx' },
  { code: 1, meaning: 'internal error: a bug, or a server that failed', http: '500' },
  { code: 2, meaning: 'usage: the command line is invalid', http: '' },
  { code: 3, meaning: 'authentication or permission', http: '401, 403' },
  { code: 4, meaning: 'not found', http: '404, 410' },
  { code: 5, meaning: 'invalid input: template, data or options', http: '413, 415, 422' },
  { code: 6, meaning: 'the page failed to render', http: '' },
  { code: 7, meaning: 'timeout', http: '504' },
  { code: 8, meaning: 'finished, but some rows or documents failed', http: '' },
  { code: 9, meaning: 'a local file cannot be read or written', http: '' },
  { code: 10, meaning: 'server unreachable or busy, after retries', http: '502, 503' },
  { code: 11, meaning: 'rate limited, after retries', http: '429' },
  { code: 12, meaning: 'quota and credits used up; never retried', http: '402' },
  { code: 130, meaning: 'interrupted (SIGINT, Ctrl-C)', http: '' },
  { code: 143, meaning: 'terminated (SIGTERM)', http: '' },
];

/** Returns the error codes that end with this exit code, as `--json` names them. */
export const findErrorCodes = (exit: number): string[] =>
  Object.entries(errorCatalogue)
    .filter(([, entry]) => entry.exit === exit)
    .map(([code]) => code);
