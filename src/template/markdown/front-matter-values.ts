/** The values of front matter: each reader throws what is wrong as the end of the sentence "The title …". */

import { paperFormatRule, parsePaperFormat } from '#contract/api/page-format';
import { languageTagExample, parseLanguageTag } from '#contract/language/language-tag';
import { localeFault, parseLocale, parseTimeZone, timeZoneFault } from '#contract/language/region';
import { marginExamples, parseMargin, parseMargins } from '#contract/length';
import {
  autoMargin,
  type MarginSettings,
  maxMarginMm,
  orientations,
  type PageSettings,
} from '#contract/page';
import { type FootnotePlace, footnotePlaces } from '../model/markdown-settings.ts';

/** The value of a key is not one that the key takes. */
export class FrontMatterFault extends Error {}

export function readOneText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  throw new FrontMatterFault('must be text; text with {{ … }} or a colon needs quotes');
}

/** One text or a list of them. */
export const readEachText = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(readOneText) : [readOneText(value)];

export const readList = (value: unknown): string => readEachText(value).join(', ');

export function readBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new FrontMatterFault('must be true or false');
}

const defaultLevels = 3;

/** The levels of a table of contents, or undefined for none. */
export function readTocLevels(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? defaultLevels : undefined;
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 6) return value as number;
  throw new FrontMatterFault('must be true, false, or how many levels of headings it lists: 1 to 6');
}

export function readLanguage(value: unknown): string {
  const tag = parseLanguageTag(readOneText(value));
  if (tag !== undefined) return tag;
  throw new FrontMatterFault(`must be a language tag, ${languageTagExample}`);
}

export function readLocale(value: unknown): string {
  const locale = parseLocale(readOneText(value));
  if (locale !== undefined) return locale;
  throw new FrontMatterFault(localeFault);
}

export function readTimeZone(value: unknown): string {
  const text = readOneText(value);
  const zone = parseTimeZone(text);
  if (zone !== undefined) return zone;
  throw new FrontMatterFault(timeZoneFault(text));
}

export function readFormat(value: unknown): PageSettings['format'] {
  const format = parsePaperFormat(readOneText(value));
  if (format) return format;
  throw new FrontMatterFault(paperFormatRule);
}

export function readOrientation(value: unknown): PageSettings['orientation'] {
  return readOneOf(orientations, value);
}

export const readFootnotePlace = (value: unknown): FootnotePlace => readOneOf(footnotePlaces, value);

function readOneOf<Name extends string>(names: readonly Name[], value: unknown): Name {
  const found = names.find((each) => each === readOneText(value).toLowerCase());
  if (found) return found;
  throw new FrontMatterFault(`must be one of: ${names.join(', ')}`);
}

const sides = ['top', 'right', 'bottom', 'left'] as const;

export function readMargins(value: unknown): MarginSettings {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const margins = parseMargins(typeof value === 'number' ? String(value) : readOneText(value));
    if (margins) return margins;
    throw new FrontMatterFault(`must be margins from 0 to ${maxMarginMm} mm such as ${marginExamples}`);
  }
  const margins: { -readonly [side in keyof MarginSettings]: MarginSettings[side] } = {};
  for (const [key, length] of Object.entries(value)) {
    const side = sides.find((each) => each === key);
    if (!side) throw new FrontMatterFault(`has no side "${key}": it can have ${sides.join(', ')}`);
    if (length === autoMargin && (side === 'top' || side === 'bottom')) {
      margins[side] = autoMargin;
      continue;
    }
    const millimetres = parseMargin(typeof length === 'number' ? String(length) : readOneText(length));
    if (millimetres === undefined) {
      throw new FrontMatterFault(`has a wrong ${side}: it can be ${marginExamples}`);
    }
    margins[side] = millimetres;
  }
  return margins;
}
