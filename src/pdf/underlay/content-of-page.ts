/** The content of a page as that of a form XObject. */
import { mendedContents } from '../contents/mended-contents.ts';
import { listContents } from '../document/page-contents.ts';
import type { Page } from '../document/page-tree.ts';
import { getName, PdfStream, toList } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Undefined for an empty page. Throws `PdfError`. */
export type ContentOfPage = (file: PdfReader, page: Page) => PdfStream | undefined;

/** The content of a page that Chromium printed, which needs no examination. */
export const printedContent: ContentOfPage = (file, page) => {
  const contents = file.get(page.dict, 'Contents');
  return contents instanceof PdfStream ? contents : foreignContent(file, page);
};

/**
 * The page's stream unchanged if it has one that can be a form XObject, otherwise all of its streams joined, without what viewers stop
 * at: a layer that the content hides and does not end would hide what is drawn behind the form too.
 */
export const foreignContent: ContentOfPage = (file, page) => {
  const streams = listContents(file, page);
  const [first] = streams;
  if (first === undefined) return undefined;
  const only = streams.length === 1 ? file.resolve(first) : undefined;
  try {
    const { content, isChanged, closing } = mendedContents(file, streams);
    if (only instanceof PdfStream && !isChanged && closing === '' && !usesShortNames(file, only)) return only;
    return new PdfStream(
      new Map(),
      closing === '' ? content : Buffer.concat([content, Buffer.from(`\n${closing}`)]),
    );
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'unsupported') throw error;
    // Viewers that know the filter draw the form, and the others what is around it.
    if (only instanceof PdfStream) return only;
    throw new PdfError('unsupported', 'The content of a page of the base PDF has an unsupported filter.', {
      cause: error,
    });
  }
};

/** Page contents may use short filter names, form XObjects may not, although most viewers tolerate it. */
function usesShortNames(file: PdfReader, { dict }: PdfStream): boolean {
  const names = toList(file.get(dict, 'Filter')).map((name) => getName(file.resolve(name)));
  return names.some((name) => name !== undefined && !name.endsWith('Decode'));
}
