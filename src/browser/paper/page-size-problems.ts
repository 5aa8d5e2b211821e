/** Warns about page sizes in the document's CSS that the browser ignores. */
import type { Paper } from '#template/model/page-settings';
import type { PageFindings } from '../browser.ts';
import type { CssPageRules } from './page-size-css.ts';

/** Returns no problems if the caller chose the size. */
export const pageSizeProblems = (
  { sizeGiven }: Pick<Paper, 'sizeGiven'>,
  { ignoredSizes }: CssPageRules,
): PageFindings['problems'] => (sizeGiven ? [] : ignoredSizes.map(describe));

const describe = (size: string): string =>
  `@page { size: ${size} } is ignored, because it is no size: use a name such as A6, or lengths, such as size: 105mm 148mm`;
