/** The margins of one page, as CSS lengths: from `@page` rules and from the settings of the render. */
import { defaultMargin, type Margins } from '../../../contract/page.ts';
import type { CssDeclaration } from '../page-rule.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const satisfies readonly (keyof Margins)[];

export type PageMarginLengths = Readonly<Record<(typeof sides)[number], string>>;

export interface GivenMargins {
  /** In millimetres; they win over the document's. */
  readonly margins: Margins;
  /** In millimetres, for sides without any other margin. */
  readonly defaultMargins?: Margins | undefined;
}

/** Lengths of the page in millimetres. */
interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** `declarations` are those of the page in the order of the cascade. */
export function pageMargins(
  declarations: readonly CssDeclaration[],
  { width, height }: PageSize,
  { margins, defaultMargins }: GivenMargins,
): PageMarginLengths {
  const found: { -readonly [side in keyof PageMarginLengths]?: string } = {};
  for (const { property, value } of declarations) {
    const of = sides.filter((side) => property === 'margin' || property === `margin-${side}`);
    const lengths = splitLengths(value);
    if (of.length === 0 || lengths.length === 0 || lengths.length > (property === 'margin' ? 4 : 1)) continue;
    const [top = '', right = top, bottom = top, left = right] = lengths;
    const all: PageMarginLengths = property === 'margin' ? { top, right, bottom, left } : all4(top);
    for (const side of of) found[side] = all[side];
  }
  const used = (side: keyof PageMarginLengths) => {
    const given = margins[side];
    if (given !== undefined) return `${given}mm`;
    const across = side === 'left' || side === 'right' ? width : height;
    const value = found[side];
    return value === undefined ? `${defaultMargins?.[side] ?? defaultMargin}mm` : absolute(value, across);
  };
  return { top: used('top'), right: used('right'), bottom: used('bottom'), left: used('left') };
}

const all4 = (length: string): PageMarginLengths => ({
  top: length,
  right: length,
  bottom: length,
  left: length,
});

const length =
  /^(?:auto|[+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e\d+)?(?:%|[a-z]+)?|(?:calc|min|max|clamp)\([^;{}"']*\))$/i;

/** Empty for a value that is no list of lengths. */
function splitLengths(value: string): string[] {
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
