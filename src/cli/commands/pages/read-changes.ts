/** Reads what `pdfapi pages` changes in a PDF beside its pages. */
import { readFile } from 'node:fs/promises';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { JsonSyntaxError, parseJson } from '#contract/parse-json';
import type { Attachment, Bookmark } from '#pdf';
import type { NamedProperties } from '#pdf/xmp/named-properties';
import { readAttachments } from '../../options/read-attachments.ts';
import type { PagesOptions } from './pages.ts';

export interface PageChanges {
  /** Undefined: it stays. */
  readonly bookmarks: readonly Bookmark[] | undefined;
  readonly properties: NamedProperties | undefined;
  readonly attachments: readonly Attachment[];
}

/** Throws `usage`, `invalid_data` and `file_unreadable`. */
export async function readChanges({ bookmarks, property, attach = [] }: PagesOptions): Promise<PageChanges> {
  return {
    bookmarks: bookmarks === undefined ? undefined : await readBookmarksFile(bookmarks),
    properties: property && (await readProperties(property)),
    attachments: attach.length > 0 ? await readAttachments(attach, undefined) : [],
  };
}

async function readBookmarksFile(file: string): Promise<readonly Bookmark[]> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw fileFailure('file_unreadable', file, error);
  });
  const { bookmarksSchema } = await import('#library/bookmarks-schema');
  try {
    const read = bookmarksSchema.safeParse(parseJson(text));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const place = issue?.path.join('.') ?? '';
    throw new Failure('invalid_data', `${file}: ${place === '' ? 'it' : place} ${issue?.message ?? ''}.`, {
      hint: 'Bookmarks are [{"title": "Chapter 1", "page": 1, "children": []}].',
    });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new Failure('invalid_data', `${file} is not JSON: ${error.message}.`, { cause: error });
  }
}

async function readProperties(pairs: readonly string[]): Promise<NamedProperties> {
  const { findPropertyProblem } = await import('#pdf/xmp/named-properties');
  const properties: Record<string, string> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const [name, value] = [pair.slice(0, Math.max(0, equals)), pair.slice(equals + 1)];
    if (equals < 0) {
      throw new Failure('usage', `--property "${pair}" has no value.`, {
        hint: `Write: --property ${pair}="…"; an empty one removes the property.`,
      });
    }
    const problem = findPropertyProblem(name, value);
    if (problem !== undefined) throw new Failure('usage', `--property "${name}" ${problem}.`);
    properties[name] = value;
  }
  return properties;
}
