/** Passwords in files: on the command line itself, every user of the machine could see them. */
import { Failure } from '#contract/errors';
import { readInput } from '#template/load/read-input';
import { decodeUtf8 } from '#template/load/read-text';

/** Returns the passwords of a file, one a line, with the line endings of any editor. Throws `file_unreadable`. */
export async function readPasswordLines(file: string): Promise<string[]> {
  const bytes = await readInput(file);
  const text = decodeUtf8(bytes) ?? bytes.toString('latin1');
  return text.split(/\r?\n/).filter((line) => line !== '');
}

/** Returns the only line of a file. `option` names it in errors. Throws `usage` and `file_unreadable`. */
export async function readPasswordFile(option: string, file: string): Promise<string> {
  const text = decodeUtf8(await readInput(file));
  if (text === undefined) throw new Failure('usage', `${option}: ${file} is not text in UTF-8.`);
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const [password = '', ...others] = lines;
  if (password === '') throw new Failure('usage', `${option}: ${file} holds no password in its first line.`);
  if (others.length === 0) return password;
  throw new Failure('usage', `${option}: ${file} has ${lines.length} lines, but a password is one line.`);
}
