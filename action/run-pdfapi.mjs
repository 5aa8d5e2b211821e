/** Runs the pdfapi that the action has found. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { StepError, workingDirectory } from './workflow.mjs';

/** Returns the path of the command in the folder of the package. */
export function findBin(folder) {
  let bin;
  try {
    ({ bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  } catch {
    throw new StepError(`There is no pdfapi in ${folder}.`);
  }
  const path = typeof bin === 'string' ? bin : bin?.pdfapi;
  if (path === undefined) throw new StepError(`The package in ${folder} has no command pdfapi.`);
  return join(folder, path);
}

/** Runs pdfapi. Its text is captured, because GitHub would obey commands in it. */
export function runPdfapi(bin, args) {
  const { stdout, stderr, status, signal, error } = spawnSync(process.execPath, [bin, ...args], {
    cwd: workingDirectory,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error) throw error;
  const last = (text) => text.trimEnd().split('\n').at(-1);
  return {
    status,
    result: parseObject(last(stdout)),
    error: parseObject(last(stderr))?.error,
    stderr,
    signal,
  };
}

function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A path that is neither an option nor, as a word without a slash would be, the name of a template on a server. */
export function toPathArgument(folder) {
  return isAbsolute(folder) ? folder : `./${folder}`;
}
