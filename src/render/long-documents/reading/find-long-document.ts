/** Decides whether a document is printed in parts, from its texts. */
import type { PrintJob } from '#browser/browser';
import { mayHaveScripts } from '#browser/print/scripts';
import { assetPath } from '#template/model/document-address';
import { readLinkedStyles } from '#template/model/linked-styles';
import type { Assets } from '#template/model/template';
import { usesPagedMedia } from '#template/model/uses-paged-media';
import { CannotDivide, type LongDocument } from '../long-document.ts';
import { defaultMinItems, defaultMinRows } from '../may-be-divided.ts';
import { readItems } from './read-items.ts';
import { mayCount, readRowStyles } from './read-row-styles.ts';
import { readTableRows } from './read-table-rows.ts';

/** Everything but the table, without style sheets and embedded files: it is laid out with each part. */
const maxOtherCharacters = 60_000;

/** The part of a job that decides whether its document is divided. */
export type DividedJob = Pick<PrintJob, 'html' | 'styles' | 'assets' | 'scripts' | 'webPage' | 'needsPasses'>;

/**
 * The most bytes of picture files in the rows. More may not fit into memory, which only the print of the whole document
 * can do without: see docs/large-documents.md.
 */
const maxPictureBytes = 64_000_000;

interface LongDocumentSearch {
  /** See `mayHaveLongTable`. */
  readonly mayHaveTable: boolean;
  readonly minRows?: number | undefined;
  readonly minItems?: number | undefined;
}

/** Throws `CannotDivide` with the reason why the document has to be printed whole. */
export async function findLongDocument(
  job: DividedJob,
  { mayHaveTable, minRows = defaultMinRows, minItems = defaultMinItems }: LongDocumentSearch,
): Promise<LongDocument> {
  const { html, styles = '', assets, scripts, webPage } = job;
  if (job.needsPasses) throw new CannotDivide('it has headers or footers for named pages');
  if (webPage) throw new CannotDivide('it is a web page');
  if (scripts && mayHaveScripts(html)) throw new CannotDivide('it has scripts');
  const rows =
    (mayHaveTable ? await readTableRows(html, minRows) : undefined) ?? (await readItems(html, minItems));
  const pictures = await sumPictureFiles(html.slice(rows.start, rows.end), assets, maxPictureBytes);
  if (pictures > maxPictureBytes) {
    throw new CannotDivide(`the pictures in its rows take more than ${maxPictureBytes / 1e6} MB`);
  }
  const before = html.slice(0, rows.start);
  const after = html.slice(rows.end);
  const sheets = [...splitStyles(before), ...splitStyles(after)];
  const others = countCharacters(sheets);
  if (others > maxOtherCharacters) throw new CannotDivide(`it has much else besides the ${rows.kind}`);
  const outer = before + after;
  const linked = await readLinkedStyles(outer, styles, assets);
  const css = [styles, ...sheets.map(({ style }) => style), ...linked];
  if ([html, ...css].some(usesPagedMedia)) throw new CannotDivide('it uses paged media');
  if (hasForeignSheet(outer) || css.some((text) => /@import/i.test(text))) {
    throw new CannotDivide('it has style sheets that are not known before it is printed');
  }
  // One of them would begin a page by chance only, which costs the print of a part to see.
  if (rows.hasChapters && ![html, ...css].some(hasBreaks)) {
    throw new CannotDivide('its chapters do not begin pages of their own (break-before)');
  }
  const styled = readRowStyles(css.join('\n'));
  if (styled.countsNames && rows.element === undefined) {
    throw new CannotDivide('its styles count elements of one name (:nth-of-type)');
  }
  if (rows.kind !== 'table' && css.some(hasFloatingText)) {
    throw new CannotDivide('it has floating elements');
  }
  // Also those of `style` attributes.
  return { html, ...rows, ...styled, hasCounters: styled.hasCounters || mayCount(html) };
}

const pictureElements = /<(?:img|image|input|source|embed|object|video)\b([^<>]*)/gi;
const pictureAddresses = /\s(?:src|href|data|poster|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/**
 * How many bytes the pictures of some HTML take, as far as they are files of the document: each file once. Ends as soon as
 * it is more than `max`.
 */
async function sumPictureFiles(html: string, assets: Assets, max: number): Promise<number> {
  const seen = new Set<string>();
  let sum = 0;
  for (const [, attributes = ''] of html.matchAll(pictureElements)) {
    for (const [, a, b, c] of attributes.matchAll(pictureAddresses)) {
      for (const address of addressesIn((a ?? b ?? c ?? '').replaceAll('&amp;', '&'))) {
        const path = assetPath(address, assets.documentPath);
        if (!path || seen.has(path)) continue;
        seen.add(path);
        sum += await readSize(path, assets);
        if (sum > max) return sum;
      }
    }
  }
  return sum;
}

/** An address, or several with sizes (`srcset`). */
function addressesIn(value: string): string[] {
  if (/^\s*data:/i.test(value)) return [];
  return value.split(',').map((each) => each.trim().split(/\s/, 1)[0] ?? '');
}

async function readSize(path: string, assets: Assets): Promise<number> {
  try {
    return (await assets.read(path))?.bytes.length ?? 0;
  } catch {
    // An unreadable file is reported when the page requests it.
    return 0;
  }
}

interface StyledText {
  /** The text of a style element, or what remains if it is not closed. Empty before the first. */
  readonly style: string;
  /** The text after it. */
  readonly text: string;
}

/** Takes time in proportion to the length, which a pattern for an element that is not closed would not. */
function splitStyles(html: string): StyledText[] {
  return html.split(/<style\b/i).map((part, index) => {
    if (index === 0) return { style: '', text: part };
    const [style = '', ...text] = part.slice(part.indexOf('>') + 1).split(/<\/style/i);
    return { style, text: text.join('') };
  });
}

const countCharacters = (parts: readonly StyledText[]): number =>
  parts.reduce((count, { text }) => count + text.replaceAll(/data:[\w+/=;,.-]*/gi, '').length, 0);

/** Whether a style sheet of another host may be linked. */
const hasForeignSheet = (html: string): boolean =>
  html
    .split(/<link\b/i)
    .slice(1)
    .some((part) => /href\s*=\s*(?:["']\s*)?(?:https?:)?\/\//i.test(part.slice(0, maxLink)));

/** Whether a pseudo-element floats, such as an initial, which no element is for. */
const hasFloatingText = (css: string): boolean =>
  css.split('}').some((rule) => /:(?:before|after|first-letter)\b/i.test(rule) && /\bfloat\b/i.test(rule));

const hasBreaks = (text: string): boolean =>
  /\bbreak-(?:before|after)\s*:\s*(?:page|always|all|left|right|recto|verso)\b/i.test(text);

/** Characters of a link that are looked at. */
const maxLink = 5_000;
