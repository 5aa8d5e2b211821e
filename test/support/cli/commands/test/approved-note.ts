/** `pdfapi test` on a small template with two cases and a font of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root, run } from '../../../run.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const font = readFileSync(join(root, 'src/template/pdfme/fonts/OpenSans-Regular.ttf'));
export const noteStyle = "@font-face { font-family: Own; src: url('fonts/Own.ttf') } body { font: 12pt Own }";
export const note = {
  'note/template.html': `<!doctype html><html lang="en"><title>Note</title><style>${noteStyle}</style><h1>Note {{ number }}</h1><p>{{ text }}`,
  'note/fonts/Own.ttf': font,
  'note/data.json': '{ "number": 1, "text": "Hello" }',
  'note/cases/long.json': '{ "number": 2, "text": "A longer text" }',
};

export const testNote = async (
  cwd: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) => await run(['test', 'note', ...args], { cwd, env });

/** Creates a folder with the template and what it makes, approved. */
export async function approvedNote(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const cwd = temporaryFolder({ ...note, ...files });
  const { exitCode, stderr } = await testNote(cwd, ['--update']);
  expect(exitCode, stderr).toBe(0);
  return cwd;
}
