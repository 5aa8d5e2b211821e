/** What `marks` and `bleed` ask for (css-page 3, 8): marks outside of the page, and an area that is cut off with them. */
import { millimetresPerPoint, parseLength } from '#contract/length';
import type { PageMargins } from '#contract/page';
import type { CssDeclaration } from '../page-rule.ts';

export interface MarksAndBleed {
  readonly crop: boolean;
  readonly cross: boolean;
  /** Millimetres. */
  readonly bleed: PageMargins;
}

const pageSides = ['top', 'right', 'bottom', 'left'] as const;

/** The bleed of pages with crop marks, in millimetres, if they set none. */
const autoBleed = 6 * millimetresPerPoint;

const noMarks = { crop: false, cross: false };

/** `declarations` are those of a page in the order of the cascade. Invalid ones are ignored, as browsers do. */
export function readMarksAndBleed(declarations: readonly CssDeclaration[]): MarksAndBleed {
  let marks = noMarks;
  const bleed: Partial<Record<keyof PageMargins, number>> = {};
  for (const declaration of declarations) {
    marks = readMarks(declaration) ?? marks;
    const lengths = readBleed(declaration);
    if (lengths === undefined) continue;
    for (const side of pageSides) {
      const length = lengths[side];
      if (length === 'auto') delete bleed[side];
      else if (length !== undefined) bleed[side] = length;
    }
  }
  const usual = marks.crop ? autoBleed : 0;
  const { top = usual, right = usual, bottom = usual, left = usual } = bleed;
  return { ...marks, bleed: { top, right, bottom, left } };
}

/** Whether a declaration is one of these properties with a value that is none. */
export const isUnreadable = (declaration: CssDeclaration): boolean =>
  /^(?:marks$|bleed(?:-(?:top|right|bottom|left))?$)/.test(nameOf(declaration)) &&
  readMarks(declaration) === undefined &&
  readBleed(declaration) === undefined;

/** Prince has them with and without its prefix. */
const nameOf = ({ property }: CssDeclaration): string => property.replace(/^-?prince-/, '');

function readMarks(declaration: CssDeclaration): typeof noMarks | undefined {
  if (nameOf(declaration) !== 'marks') return undefined;
  const words = declaration.value.trim().toLowerCase().split(/\s+/);
  if (/^(?:none|initial|unset|inherit|revert)$/.test(words.join(' '))) return noMarks;
  const isRight = new Set(words).size === words.length && words.every((word) => /^cro(?:p|ss)$/.test(word));
  return isRight ? { crop: words.includes('crop'), cross: words.includes('cross') } : undefined;
}

type Lengths = { readonly [Side in keyof PageMargins]?: number | 'auto' | undefined };

/** One length in css-page 3; in other programs one to four, and each side for itself. */
function readBleed(declaration: CssDeclaration): Lengths | undefined {
  const [, , own] = /^(bleed)(?:-(\w+))?$/.exec(nameOf(declaration)) ?? [];
  const side = pageSides.find((each) => each === own);
  if (!nameOf(declaration).startsWith('bleed') || (own !== undefined && side === undefined)) return undefined;
  const lengths = declaration.value.trim().split(/\s+/).map(toLength);
  if (lengths.includes(undefined) || lengths.length > (side ? 1 : 4)) return undefined;
  const [top, right = top, bottom = top, left = right] = lengths;
  return side ? { [side]: top } : { top, right, bottom, left };
}

/** A number needs a unit, but for 0. */
function toLength(word: string): number | 'auto' | undefined {
  if (/^(?:auto|initial|unset|inherit|revert)$/i.test(word)) return 'auto';
  return /\d$/.test(word) && Number(word) !== 0 ? undefined : parseLength(word);
}
