/** The margins of one page, as CSS lengths: from `@page` rules and from the settings of the render. */
import type { Margins } from '#contract/page';
import { type GivenMargins, type MarginLengths, marginLengths } from '#template/model/margin-precedence';
import type { CssDeclaration } from '../page-rule.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const satisfies readonly (keyof Margins)[];

/** Lengths of the page in millimetres. */
interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** `declarations` are those of the page in the order of the cascade. */
export function pageMargins(
  declarations: readonly CssDeclaration[],
  { width, height }: PageSize,
  given: GivenMargins,
): MarginLengths {
  const found: { -readonly [side in keyof MarginLengths]?: string } = {};
  for (const { property, value } of declarations) {
    const of = sides.filter((side) => property === 'margin' || property === `margin-${side}`);
    const lengths = splitLengths(value);
    if (of.length === 0 || lengths.length === 0 || lengths.length > (property === 'margin' ? 4 : 1)) continue;
    const [top = '', right = top, bottom = top, left = right] = lengths;
    const all: MarginLengths = property === 'margin' ? { top, right, bottom, left } : all4(top);
    for (const side of of)
      found[side] = absolute(all[side], side === 'left' || side === 'right' ? width : height);
  }
  return marginLengths(given, found);
}

const all4 = (length: string): MarginLengths => ({
  top: length,
  right: length,
  bottom: length,
  left: length,
});

const length =
  /^(?:auto|[+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e\d+)?(?:%|[a-z]+)?|(?:calc|min|max|clamp)\([^;{}"']*\))$/i;

/** The words of a value; empty if it is no list of lengths. */
export function splitLengths(value: string): string[] {
  const words: string[] = [];
  let depth = 0;
  let word = '';
  for (const character of `${value.trim()} `) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth === 0 && /\s/.test(character)) {
      if (word !== '') words.push(word);
      word = '';
    } else {
      word += character;
    }
  }
  return depth === 0 && words.every((each) => length.test(each)) ? words : [];
}

/** A share of the page as millimetres: within the page, it would be a share of something else. */
function absolute(value: string, across: number): string {
  if (value === 'auto' || /^[+.\d]*$/.test(value)) return '0mm';
  return value.replaceAll(
    /(?<![\d.])(\d+(?:\.\d*)?|\.\d+)%/g,
    (_, share) => `${(Number(share) / 100) * across}mm`,
  );
}
