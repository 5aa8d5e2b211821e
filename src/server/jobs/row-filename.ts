/** The file name of a row's PDF, from a pattern such as `invoice-{{ customer.name }}.pdf`. */
import { deviceName } from '#contract/files/device-name';
import type { Json, JsonObject } from '#contract/json';
import { splitPath } from '#template/rows/column-path';

const defaultPattern = '{{ row_number }}.pdf';

/** Characters of one value. */
const maxValueCharacters = 100;

/** File systems allow 255, of which the number that makes a name unique in a ZIP needs some. */
const maxFilenameBytes = 240;

/**
 * Replaces placeholders by values of the row; a pattern is no Twig, because it is filled for every row outside of the
 * limits of a render. A name that no file could have on Windows or elsewhere becomes `row-<number>.pdf`.
 */
export function rowFilename(pattern: string | undefined, data: JsonObject, number: number): string {
  const name = (pattern ?? defaultPattern).replace(/\{\{([^{}]*)\}\}/g, (_, path: string) => {
    const key = path.trim();
    return key === 'row_number' ? String(number) : toNamePart(valueAt(data, splitPath(key)));
  });
  return isValid(name) ? name : `row-${number}.pdf`;
}

const isValid = (name: string): boolean =>
  name !== '' &&
  !/^\.|\.$/.test(name) &&
  !deviceName.test(name) &&
  Buffer.byteLength(name) <= maxFilenameBytes;

function valueAt(data: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}

/** Keeps the letters and digits of every script. Invisible characters would make names that look equal or reversed. */
function toNamePart(value: Json | undefined): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
  return Array.from(String(value).slice(0, 2 * maxValueCharacters))
    .slice(0, maxValueCharacters)
    .join('')
    .normalize()
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
}
