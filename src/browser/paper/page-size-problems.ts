/** Warns about page sizes in the document's CSS that the browser ignores. */
import { findPaperName } from '#contract/page';
import type { Paper } from '#template/model/page-settings';
import type { PageFindings } from '../browser.ts';
import type { CssPageRules } from './page-size-css.ts';

/** Portrait sizes in millimetres that have a name in CSS or in the printing trade. */
const sizes: Readonly<Record<string, readonly [width: number, height: number]>> = {
  a0: [841, 1189],
  a1: [594, 841],
  a2: [420, 594],
  a6: [105, 148],
  a7: [74, 105],
  a8: [52, 74],
  b0: [1000, 1414],
  b1: [707, 1000],
  b2: [500, 707],
  b3: [353, 500],
  b6: [125, 176],
  c4: [229, 324],
  c5: [162, 229],
  c6: [114, 162],
  dl: [110, 220],
  tabloid: [279.4, 431.8],
  executive: [184.2, 266.7],
  statement: [139.7, 215.9],
  'half-letter': [139.7, 215.9],
};

/** Returns no problems if the caller chose the size. */
export const pageSizeProblems = (
  { sizeGiven }: Pick<Paper, 'sizeGiven'>,
  { ignoredSizes }: CssPageRules,
): PageFindings['problems'] => (sizeGiven ? [] : ignoredSizes.map(describe));

function describe(size: string): string {
  const words = size.toLowerCase().split(/\s+/);
  const name = words.find((word) => Object.hasOwn(sizes, word));
  const [width, height] = (name !== undefined && sizes[name]) || [];
  const ignored = `@page { size: ${size} } is ignored, because browsers do not support this size`;
  if (name === undefined || width === undefined || height === undefined) {
    return `${ignored}: use lengths, such as size: 105mm 148mm`;
  }
  const lengths = words.includes('landscape') ? `${height}mm ${width}mm` : `${width}mm ${height}mm`;
  const format = findPaperName(name);
  return `${ignored}: use size: ${lengths}${format === undefined ? '' : `, or choose the format ${format} (--format ${format})`}`;
}
