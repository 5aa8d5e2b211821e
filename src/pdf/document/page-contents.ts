import { PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { Page } from './page-tree.ts';

/** Bytes of a reference for the reading budget: pages of a hostile file can share one long list. */
const typicalLength = 16;

/**
 * The content streams of a page, as it refers to them. Whatever else is listed there is left out: some viewers draw nothing of a page
 * with a null among its streams. Throws `malformed`, `too_large`.
 */
export function listContents(file: PdfReader, { dict }: Page): PdfValue[] {
  const contents = dict.get('Contents') ?? null;
  const resolved = file.resolve(contents);
  if (!Array.isArray(resolved)) return resolved instanceof PdfStream ? [contents] : [];
  file.spend(resolved.length * typicalLength);
  return resolved.filter((item) => file.resolve(item) instanceof PdfStream);
}
