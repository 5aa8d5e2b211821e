/** One margin box: the defaults of its place (css-page 3, 5.1) and the document's declarations for it. */
import type { CssDeclaration, MarginBoxName } from '../page-rule.ts';
import { type ContentPart, parseContentList } from './content-list.ts';
import { declarationsText } from './css-text.ts';
import { splitLengths } from './page-margins.ts';

export interface MarginBox {
  readonly name: MarginBoxName;
  readonly content: readonly ContentPart[];
  /** Its own declarations, without those that place it. */
  readonly style: string;
  /** Where its content is in its height. */
  readonly align: 'flex-start' | 'center' | 'flex-end';
  readonly hasWidth: boolean;
  readonly hasHeight: boolean;
  /** Whether a length is a share of that of its side. */
  readonly hasShares: boolean;
}

/** These would take the box out of its place. */
const placing =
  /^(?:all|content|vertical-align|position|display|float|clear|top|right|bottom|left|inset.*|grid.*|flex.*|order|columns?|column-.*|align-.*|justify-.*|place-.*|contain.*|page|size|break-.*)$/;
const margin = /^margin(?:-(top|right|bottom|left))?$/;
const sizing = /^(?:min-|max-)?(?:width|height)$/;

/** Returns undefined if the declarations, in the order of the cascade, make no box. */
export function marginBox(
  name: MarginBoxName,
  declarations: readonly CssDeclaration[],
): MarginBox | undefined {
  const content = declarations
    .filter(({ property }) => property === 'content')
    .map(({ value }) => parseContentList(value))
    .findLast((parts) => parts !== undefined);
  if (!content?.length) return undefined;
  const last = (property: string) =>
    declarations
      .findLast((each) => each.property === property)
      ?.value.trim()
      .toLowerCase();
  const isSet = (property: string) => !/^(?:auto|initial|unset|)$/.test(last(property) ?? '');
  const [hasWidth, hasHeight] = [isSet('width'), isSet('height')];
  const own = declarations
    .filter(({ property }) => !placing.test(property))
    .map((each) => (sizing.test(each.property) ? { ...each, value: ofMargin(each) } : each))
    .flatMap((each) =>
      margin.test(each.property) ? toMargins(name, each, { hasWidth, hasHeight }) : [each],
    );
  return {
    name,
    content,
    style: `text-align:${textAlign(name)}!important;${declarationsText(own)}`,
    align: aligned(last('vertical-align') ?? verticalAlign(name)),
    hasWidth,
    hasHeight,
    hasShares: declarations.some(({ property, value }) => sizing.test(property) && value.includes('%')),
  };
}

/** A margin that is `auto` is none along the side, and beside a width or height that is `auto` (css-page 3, 5.3.2 and 5.3.3). */
function toMargins(
  name: MarginBoxName,
  { value, ...declaration }: CssDeclaration,
  { hasWidth, hasHeight }: Pick<MarginBox, 'hasWidth' | 'hasHeight'>,
): CssDeclaration[] {
  const [top = '', right = top, bottom = top, left = right] = splitLengths(value);
  if (!/\bauto\b/i.test(value) || top === '') return [{ ...declaration, value }];
  const [, along = ''] = /^(top|right|bottom|left)-(?!.*corner)/.exec(name) ?? [];
  const keeps = {
    width: hasWidth && !/^(?:top|bottom)$/.test(along),
    height: hasHeight && !/^(?:left|right)$/.test(along),
  };
  const side = margin.exec(declaration.property)?.[1];
  const all = { top, right, bottom, left };
  return (['top', 'right', 'bottom', 'left'] as const).flatMap((each) => {
    if (side !== undefined && side !== each) return [];
    const length = side === undefined ? all[each] : top;
    const isKept = keeps[each === 'left' || each === 'right' ? 'width' : 'height'];
    const isNone = length.toLowerCase() === 'auto' && !isKept;
    return [{ ...declaration, property: `margin-${each}`, value: isNone ? '0' : length }];
  });
}

/** Shares refer to the part of the margin that the boxes of one side have together. */
const ofMargin = ({ property, value }: CssDeclaration): string =>
  value.replaceAll('%', property.endsWith('width') ? 'cqw' : 'cqh');

function textAlign(name: MarginBoxName): string {
  if (/^(?:top|bottom)-(?:left|right-corner)$/.test(name)) return 'left';
  return /^(?:top|bottom)-(?:right|left-corner)$/.test(name) ? 'right' : 'center';
}

function verticalAlign(name: MarginBoxName): string {
  return /^(?:left|right)-(top|bottom)$/.exec(name)?.[1] ?? 'middle';
}

function aligned(verticalAlign: string): MarginBox['align'] {
  if (verticalAlign === 'middle') return 'center';
  return verticalAlign === 'bottom' ? 'flex-end' : 'flex-start';
}
