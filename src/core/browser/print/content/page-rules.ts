/** The `@page` rules of a document and of its own style sheets, read before it is loaded. */
import { readLinkedStyles } from '../../../template/model/linked-styles.ts';
import { type CssPageRules, mergePageRules, readPageRules } from '../page-size-css.ts';
import type { ReadJob } from '../print-in-context.ts';

/** Those of other hosts are not read, nor those of a web page. */
export async function documentPageRules({
  html,
  styles = '',
  assets,
  facts,
}: ReadJob): Promise<CssPageRules> {
  const linked = await readLinkedStyles(html, styles, assets);
  return mergePageRules([facts.styles.pageRules, ...linked.map(readPageRules), facts.html.pageRules]);
}
