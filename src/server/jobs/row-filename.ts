/** The file name of a row's PDF, from a pattern such as `invoice-{{ customer.name }}.pdf`. */
import { filenamePattern } from '../../contract/documents.ts';
import type { Json, JsonObject } from '../../contract/json.ts';
import { splitPath } from '../../core/rows/column-path.ts';

const defaultPattern = '{{ row_number }}.pdf';

/** Characters of one value. */
const maxValueCharacters = 100;

/**
 * Replaces placeholders by values of the row; a pattern is no Twig, because it is filled for every row outside of the
 * limits of a render. A name that would not be valid becomes `row-<number>.pdf`.
 */
export function rowFilename(pattern: string | undefined, data: JsonObject, number: number): string {
  const name = (pattern ?? defaultPattern).replace(/\{\{([^{}]*)\}\}/g, (_, path: string) => {
    const key = path.trim();
    return key === 'row_number' ? String(number) : toNamePart(valueAt(data, splitPath(key)));
  });
  return filenamePattern.test(name) ? name : `row-${number}.pdf`;
}

function valueAt(data: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}

/** Accents are removed, since a dash in place of each letter would make names hard to read. */
function toNamePart(value: Json | undefined): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
  return String(value)
    .slice(0, maxValueCharacters)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-');
}
