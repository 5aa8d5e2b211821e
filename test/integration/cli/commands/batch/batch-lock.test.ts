/** Two concurrent runs of one batch would pay twice. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeBatch } from '../../../../../src/cli/commands/batch/batch-lock.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';

const refusal = expect.objectContaining({
  code: 'batch_running',
  exitCode: 9,
  message: `Process ${process.pid} is running this batch.`,
});

const attempt = (journal: string) => {
  try {
    return takeBatch(journal);
  } catch (error) {
    return error;
  }
};

it('rejects a second run with the pid of the first until the lock is released', () => {
  const journal = join(temporaryFolder(), 'a.ndjson');
  const release = takeBatch(journal);
  expect(attempt(journal)).toEqual(refusal);
  takeBatch(`${journal}2`)();
  release();
  expect(existsSync(`${journal}.lock`)).toBe(false);
  takeBatch(journal)();
});

it('takes over the lock of a killed process', () => {
  const folder = temporaryFolder();
  const journal = join(folder, 'a.ndjson');
  const gone = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' });
  writeFileSync(`${journal}.lock`, gone);
  const release = takeBatch(journal);
  expect(readFileSync(`${journal}.lock`, 'utf8')).toBe(`${process.pid}\n`);
  release();
  expect(existsSync(`${journal}.lock`)).toBe(false);
});

it('takes over an older lock with its own pid, as in a restarted container', () => {
  const journal = join(temporaryFolder(), 'a.ndjson');
  writeFileSync(`${journal}.lock`, `${process.pid}\n`);
  utimesSync(`${journal}.lock`, 1_000_000, 1_000_000);
  expect(attempt(journal)).toBeTypeOf('function');
});

it('removes the folders it created if they are empty', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'mine'));
  takeBatch(join(folder, 'mine/made/deep/a.ndjson'))();
  expect(existsSync(join(folder, 'mine/made'))).toBe(false);
  expect(existsSync(join(folder, 'mine'))).toBe(true);
  const release = takeBatch(join(folder, 'kept/a.ndjson'));
  writeFileSync(join(folder, 'kept/1.pdf'), '');
  release();
  expect(existsSync(join(folder, 'kept/1.pdf'))).toBe(true);
});
