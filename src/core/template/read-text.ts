/** Text files: UTF-8, with the path in every complaint. */
import { readFile } from 'node:fs/promises';
import { Failure } from '../../contract/errors.ts';
import { fileFailure } from '../../contract/file-failure.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The bytes as UTF-8 text without a byte order mark, or undefined. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of a file that must exist. */
export async function readText(path: string): Promise<string> {
  const text = decodeUtf8(await readFile(path).catch((error) => fail(path, error)));
  if (text === undefined) {
    throw new Failure('file_unreadable', `Cannot read ${path}: it is not UTF-8 text.`, {
      hint: 'Save it as UTF-8.',
    });
  }
  return text;
}

/** The text of a file, or undefined where there is none. */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return await readText(path);
  } catch (error) {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    if (cause?.code === 'ENOENT') return undefined;
    throw error;
  }
}

function fail(path: string, error: unknown): never {
  throw fileFailure('file_unreadable', path, error);
}
