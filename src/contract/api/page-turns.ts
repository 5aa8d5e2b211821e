/** How pages are turned, as people write it: `+90`, `90:1-3`, `left:last`. */
import { Failure } from '../errors.ts';
import { findSelectionProblem, resolvePages } from './page-selection.ts';

export interface PageTurns {
  /** Clockwise, from 0 to 270. */
  readonly degrees: number;
  /** Whether it is added to how a page is turned already. */
  readonly isRelative: boolean;
  /** Indexes of the pages; undefined for all. */
  readonly pages: readonly number[] | undefined;
}

/** The words that pdftk has for turns. */
const words: ReadonlyMap<string, Pick<PageTurns, 'degrees' | 'isRelative'>> = new Map([
  ['right', { degrees: 90, isRelative: true }],
  ['down', { degrees: 180, isRelative: true }],
  ['left', { degrees: 270, isRelative: true }],
  ['north', { degrees: 0, isRelative: false }],
  ['east', { degrees: 90, isRelative: false }],
  ['south', { degrees: 180, isRelative: false }],
  ['west', { degrees: 270, isRelative: false }],
]);

const angle = /^([+-]?)(0|90|180|270)$/;

const rule =
  'Turns are +90, 180 or -90 (left, right, down), or without a sign how the page shall be turned, and pages behind a colon: +90:1-3';

/** Says what is wrong with a turn, and what would be right. Undefined for a turn. */
export function findTurnProblem(text: string): string | undefined {
  const [turn, pages] = split(text);
  if (!parseTurn(turn)) return `${rule}.`;
  return pages === undefined ? undefined : findSelectionProblem(pages);
}

/**
 * Returns what a turn means for a document. A sign adds to how a page is turned already; a number without one replaces it, as
 * in qpdf. Throws `invalid_option`.
 *
 * @example
 * resolveTurn('-90:2', 3, { field: 'rotate' }) // { degrees: 270, isRelative: true, pages: [1] }
 */
export function resolveTurn(text: string, count: number, { field }: { readonly field: string }): PageTurns {
  const [turn, pages] = split(text);
  const parsed = parseTurn(turn);
  if (!parsed) {
    throw new Failure('invalid_option', `${rule}.`, { errors: { [field]: [`${rule}.`] } });
  }
  const place = { field, name: text };
  return { ...parsed, pages: pages === undefined ? undefined : resolvePages(pages, count, place) };
}

function split(text: string): [turn: string, pages: string | undefined] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}

function parseTurn(text: string): Pick<PageTurns, 'degrees' | 'isRelative'> | undefined {
  const word = words.get(text.trim().toLowerCase());
  if (word) return word;
  const [, sign, digits] = angle.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const degrees = Number(digits);
  return { degrees: sign === '-' ? (360 - degrees) % 360 : degrees, isRelative: sign !== '' };
}
