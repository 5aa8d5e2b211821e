/** Decides whether a document is printed in parts, from its texts. */
import type { PrintJob } from '../browser/browser.ts';
import { mayHaveScripts } from '../browser/print/scripts.ts';
import { readLinkedStyles } from '../template/model/linked-styles.ts';
import { usesPagedMedia } from '../template/model/uses-paged-media.ts';
import { CannotDivide, countRows, type LongTable } from './long-table.ts';
import { defaultMinRows } from './may-have-long-table.ts';
import { readRowStyles } from './read-row-styles.ts';
import { readTableRows } from './read-table-rows.ts';

/** Everything but the table, without style sheets and embedded files: it is laid out with each part. */
const maxOtherCharacters = 60_000;

/** Throws `CannotDivide` with the reason why the document has to be printed whole. */
export async function findLongTable(job: PrintJob, minRows: number = defaultMinRows): Promise<LongTable> {
  const { html, styles = '', assets, scripts, webPage } = job;
  if (job.needsPasses) throw new CannotDivide('it has headers or footers for named pages');
  if (webPage) throw new CannotDivide('it is a web page');
  if (scripts && mayHaveScripts(html)) throw new CannotDivide('it has scripts');
  const { starts, isFree } = await readTableRows(html, minRows);
  if (hasPictureFiles(html.slice(starts[0], starts.at(-1)))) {
    throw new CannotDivide('its rows have pictures from files');
  }
  const before = html.slice(0, starts[0]);
  const after = html.slice(starts.at(-1));
  const others = countCharacters(before) + countCharacters(after);
  if (others > maxOtherCharacters) throw new CannotDivide('it has much else besides the table');
  const outer = before + after;
  const linked = await readLinkedStyles(outer, styles, assets);
  const css = [
    styles,
    ...[...outer.matchAll(/<style\b[^>]*>(.*?)<\/style/gis)].map(([, text = '']) => text),
    ...linked,
  ];
  if ([html, ...css].some(usesPagedMedia)) throw new CannotDivide('it uses paged media');
  if (
    /<link\b[^>]*href\s*=\s*["']?\s*(?:https?:)?\/\//i.test(outer) ||
    css.some((text) => /@import/i.test(text))
  ) {
    throw new CannotDivide('it has style sheets that are not known before it is printed');
  }
  const styled = readRowStyles(css.join('\n'));
  const table = { html, starts, isFree, ...styled };
  if (countRows(table) < minRows) throw new CannotDivide('no section of a table has most of its rows');
  return table;
}

const countCharacters = (html: string): number =>
  html.replaceAll(/<style\b.*?<\/style|data:[\w+/=;,.-]*/gis, '').length;

/** They may be more than fit into memory, which the print of the whole document is made for. */
const hasPictureFiles = (html: string): boolean =>
  /<(?:img|image|embed|object|video)\b(?![^<>]*\s(?:src|href|data)\s*=\s*["']?data:)/i.test(html);
