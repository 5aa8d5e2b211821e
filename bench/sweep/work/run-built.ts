/** Runs the built command as a user does. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bare, bin } from '../../../test/support/run.ts';
import type { Refusal } from './outcome.ts';

export interface Ran {
  readonly status: 'done' | 'refused' | 'crashed';
  readonly warnings: readonly string[];
  readonly refusal?: Refusal | undefined;
  readonly reason?: string | undefined;
  readonly memoryMb: number | undefined;
}

const limitMs = 120_000;
const measuring = pathToFileURL(join(import.meta.dirname, 'write-memory.js')).href;

/** `output`: the file that it is to write. `folder`: for what is measured. */
export async function runBuilt(
  words: readonly string[],
  { output, folder }: { readonly output?: string | undefined; readonly folder: string },
): Promise<Ran> {
  const memory = join(folder, 'memory.txt');
  rmSync(memory, { force: true });
  const target = output === undefined ? [] : ['-o', output, '--force'];
  const args = ['--import', measuring, bin, ...words, ...target, '--json', '--no-input'];
  const env = { ...process.env, ...bare, PDFAPI_SWEEP_MEMORY: memory };
  return await new Promise((resolve) => {
    const options = { timeout: limitMs, maxBuffer: 2 ** 28, env };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const memoryMb = readMemory(memory);
      if (!error) return resolve({ status: 'done', warnings: readWarnings(stdout), memoryMb });
      const failure = readRefusal(stderr);
      // What check finds is no refusal, but for a file that it cannot read.
      const refusal = failure?.code === 'check_failed' ? readUncheckable(stdout) : failure;
      if (failure && !refusal) return resolve({ status: 'done', warnings: [], memoryMb });
      if (refusal && refusal.exit > 1) {
        return resolve({ status: 'refused', warnings: [], refusal, memoryMb });
      }
      const reason =
        refusal?.message ??
        `${error.killed ? `more than ${limitMs / 1000} s` : error.code}: ${stderr.slice(0, 300)}`;
      return resolve({ status: 'crashed', warnings: [], reason, memoryMb });
    });
  });
}

function readMemory(path: string): number | undefined {
  try {
    return Math.max(...readFileSync(path, 'utf8').trim().split('\n').map(Number)) / 1024;
  } catch {
    return undefined;
  }
}

function readWarnings(stdout: string): readonly string[] {
  try {
    return JSON.parse(stdout).warnings ?? [];
  } catch {
    return [];
  }
}

function readRefusal(stderr: string): Refusal | undefined {
  const line = stderr.split('\n').find((text) => text.startsWith('{"error"'));
  if (line === undefined) return undefined;
  return toRefusal(JSON.parse(line).error);
}

function readUncheckable(stdout: string): Refusal | undefined {
  const { error } = JSON.parse(stdout).files[0];
  return error && toRefusal(error);
}

interface ErrorText {
  readonly code: string;
  readonly exit: number;
  readonly message: string;
  readonly hint?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

function toRefusal({ code, exit, message, hint = '', errors = {} }: ErrorText): Refusal {
  const fields = Object.values(errors).flat();
  return { code, exit, message: [message, ...fields.slice(0, 1)].join(' '), hint };
}
