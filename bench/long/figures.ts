/** What the tables of RESULTS.md say of one run, and what says how long its documents are. */
import { spawnSync } from 'node:child_process';
import type { Measured } from './measure-command.ts';

/** Numbers from a variable such as `ROWS=1000,10000`. */
export const countsFrom = (variable: string, byDefault: string): number[] =>
  (process.env[variable] ?? byDefault).split(',').map(Number);

/** `isPrinted`: whether there is a PDF. */
export function outcomeOf({ code, seconds }: Measured, isPrinted: boolean): string {
  if (code === undefined) return `stopped after ${Math.round(seconds)} s`;
  return isPrinted ? `${seconds.toFixed(1)} s` : `failed after ${Math.round(seconds)} s`;
}

export const memoryOf = ({ peakMb }: Measured): string => `${Math.round(peakMb).toLocaleString('en')} MB`;

/** `bytes`: of a PDF; undefined if there is none. */
export const sizeOf = (bytes: number | undefined): string =>
  bytes === undefined ? '–' : `${(bytes / 1e6).toFixed(1)} MB`;

/** What qpdf says of a file. */
export function checkWithQpdf(path: string): string {
  const { status, stdout, error } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
  if (error) return 'not installed';
  return status === 0 && stdout.includes('No syntax or stream encoding errors')
    ? 'no errors'
    : `exit ${status}`;
}
