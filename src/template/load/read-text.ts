/** Text files: UTF-8, with the path in every error. */
import { Failure } from '#contract/errors';
import type { FileTree } from '../model/file-tree.ts';
import { readInput } from './read-input.ts';

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
  return decodeText(await readInput(path), path);
}

/** The text of a file of a tree; undefined if the file does not exist. */
export async function readTreeText(tree: FileTree, path: string): Promise<string | undefined> {
  const found = await tree.read(path);
  if (!found) return undefined;
  const label = tree.label(path);
  if ('refusal' in found) throw new Failure('file_unreadable', `Cannot read ${label}: ${found.refusal}.`);
  return decodeText(found.bytes, label);
}

function decodeText(bytes: Uint8Array, label: string): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  throw new Failure('file_unreadable', `Cannot read ${label}: it is not UTF-8 text.`, {
    hint: 'Save it as UTF-8.',
  });
}
