/** Draws pages of another PDF over those of a printed document, such as headers and footers, as pagination artifacts. */
import { UpdateCopier } from '../copying/update-copier.ts';
import { listContents } from '../document/page-contents.ts';
import { getAllPages, getPages, type Page } from '../document/page-tree.ts';
import { trimmedView } from '../document/page-view.ts';
import { isDict, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { addLinkElements } from '../tagging/link-elements.ts';
import { encodeText } from '../text-string.ts';
import { BaseLinks } from '../underlay/base-links.ts';
import { BasePages } from '../underlay/base-pages.ts';
import { printedContent } from '../underlay/content-of-page.ts';
import { matrixText } from '../underlay/matrix.ts';
import { placement } from '../underlay/placement.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';

/** A page of the overlay on one page of the document. */
export interface OverlaySheet {
  /** Index of the page in the overlay, from 0. */
  readonly index: number;
  /** The kind of pagination artifact. Default: none is named. */
  readonly kind?: 'header' | 'footer' | undefined;
}

const openings = {
  header: '/Artifact <</Type /Pagination /Subtype /Header>>BDC',
  footer: '/Artifact <</Type /Pagination /Subtype /Footer>>BDC',
  other: '/Artifact <</Type /Pagination>>BDC',
} as const;

/** No name that Chromium gives to a form. */
const formName = 'Overlay';

/**
 * Draws the pages of `overlay` that `sheets` lists for each page of the document, upper left corners aligned. A page of
 * the overlay is written once, however many pages show it. The document keeps its tags, links, outline and properties.
 * The overlay contributes drawings, which screen readers skip, and links, which have an element of their own in a tagged
 * document and may lead to its named places. Both files must be as Chromium writes them, without (overlay) and with or without tags (document).
 *
 * Throws `PdfError`.
 *
 * @example
 * layOverPages(pdf, overlay, [[{ index: 0, kind: 'header' }], [{ index: 1, kind: 'header' }]]);
 */
export function layOverPages(
  pdf: Uint8Array,
  overlay: Uint8Array,
  sheets: readonly (readonly OverlaySheet[])[],
): Buffer {
  const file = new PdfReader(pdf);
  const overlayFile = new PdfReader(overlay);
  const update = new IncrementalUpdate(file);
  const copier = new UpdateCopier(overlayFile, update);
  const forms = new BasePages(overlayFile, copier, getAllPages(overlayFile), printedContent);
  const links = new BaseLinks(overlayFile, copier, {
    targets: new Map(),
    tagged: new Set(),
    places: file.dict(file.catalog, 'Dests'),
  });
  const save = update.add(new PdfStream(new Map(), Buffer.from('q\n')));
  let hasLinks = false;

  for (const [i, page] of [...getPages(file)].entries()) {
    const drawn: string[] = [];
    const shown: PdfDict = new Map();
    const annotations: PdfValue[] = [];
    for (const { index, kind } of sheets[i] ?? []) {
      const sheet = forms.at(index);
      const matrix = sheet && placement(sheet.view, trimmedView(file, page), 'corner');
      if (!sheet || !matrix) continue;
      if (sheet.form) {
        const name = freeName(file, page, shown);
        shown.set(name, sheet.form);
        drawn.push(`${openings[kind ?? 'other']} q ${matrixText(matrix)} cm /${name} Do Q EMC\n`);
      }
      for (const link of sheet.links) {
        const written = links.write(link, matrix);
        if (written) annotations.push(written);
      }
    }
    if (drawn.length + annotations.length === 0) continue;
    if (!page.ref) throw new PdfError('malformed', 'A page of the PDF is not an indirect object.');
    const dict: PdfDict = new Map(page.dict);
    if (drawn.length > 0) {
      dict.set('Resources', withForms(file, page, shown));
      const content = update.add(new PdfStream(new Map(), Buffer.from(`\nQ\n${drawn.join('')}`)));
      dict.set('Contents', [save, ...listContents(file, page), content]);
    }
    if (annotations.length > 0) {
      hasLinks = true;
      dict.set('Annots', [...(file.array(page.dict, 'Annots') ?? []), ...annotations]);
    }
    update.replace(page.ref, dict);
  }
  copier.drain();
  const written = Buffer.concat([pdf, update.bytes(new Map())]);
  return hasLinks ? withLinkElements(written) : written;
}

function withForms(file: PdfReader, { inherited }: Page, shown: PdfDict): PdfDict {
  const resources = inherited.get('Resources') ?? null;
  const own: PdfDict = isDict(resources) ? resources : new Map();
  return new Map(own).set('XObject', new Map([...(file.dict(own, 'XObject') ?? []), ...shown]));
}

/** A page may already have an overlay. */
function freeName(file: PdfReader, { inherited }: Page, shown: PdfDict): string {
  const resources = file.resolve(inherited.get('Resources'));
  const taken = isDict(resources) ? file.dict(resources, 'XObject') : undefined;
  let number = shown.size;
  while (taken?.has(`${formName}${number}`) || shown.has(`${formName}${number}`)) number++;
  return `${formName}${number}`;
}

/** A link has a text, and belongs to an element of the structure if there is one (ISO 14289-1, 7.18.5). */
function withLinkElements(pdf: Buffer): Buffer {
  const file = new PdfReader(pdf);
  const rootRef = file.catalog.get('StructTreeRoot');
  const root = file.dict(file.catalog, 'StructTreeRoot');
  if (!root || !(rootRef instanceof PdfRef)) return pdf;
  const update = new IncrementalUpdate(file);
  // The links of the document have their descriptions already.
  const isDone = (link: PdfDict) => link.has('Contents');
  for (const { ref, dict } of addLinkElements(file, root, { update, isDone })) {
    const action = file.dict(dict, 'A');
    const address = action && file.string(action, 'URI');
    update.replace(ref, dict.set('Contents', encodeText(address?.bytes || 'Link')));
  }
  update.replace(rootRef, root);
  return Buffer.concat([pdf, update.bytes(new Map())]);
}
