/** Stamps: pages of other PDFs over or under those of a finished document, as artifacts that screen readers skip. */
import { millimetresPerPoint } from '#contract/length';
import { drawnOver, saveState } from '../contents/drawn-over.ts';
import { ObjectCopier } from '../copying/object-copier.ts';
import { listContents } from '../document/page-contents.ts';
import { getAllPages, getPages } from '../document/page-tree.ts';
import { trimmedView } from '../document/page-view.ts';
import { type PdfDict, PdfStream, type PdfValue } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';
import { assertStaticForm } from '../repair/static-form.ts';
import { BasePages } from '../underlay/base-pages.ts';
import { checkFieldAppearances } from '../underlay/check-field-appearances.ts';
import { foreignContent } from '../underlay/content-of-page.ts';
import { ExtendedResources } from '../underlay/extended-resources.ts';
import { finishDocument } from '../underlay/finish-document.ts';
import { matrixText } from '../underlay/matrix.ts';
import { placement } from '../underlay/placement.ts';
import type { KeyRules } from '../writing/key-rules.ts';
import { PdfWriter } from '../writing/writer.ts';

/** One PDF on pages of a document. */
export interface StampLayer {
  readonly pdf: Uint8Array;
  /** For each page of the document the page of the stamp, from 0; the last one is repeated beyond the end. */
  readonly sheets: readonly (number | undefined)[];
  readonly isUnder: boolean;
  readonly anchor: 'corner' | 'centre';
  /** In place of `anchor`: where the upper left corner of each page of the stamp is, from that of the page. Millimetres. */
  readonly corners?: readonly { readonly x: number; readonly y: number }[] | undefined;
}

const opening = '/Artifact <</Type /Pagination /Subtype /Watermark>>BDC q';
const closing = 'Q EMC\n';

/**
 * Draws the layers in their order: the later ones are above, of those under the pages too. The document keeps its tags, links,
 * outline, fields and properties. A stamp contributes its drawing and the appearances
 * of its annotations; its links go. A page of a stamp is written once, however many pages show it.
 *
 * Throws `PdfError`.
 *
 * @example
 * stampPages(pdf, [{ pdf: logo, sheets: [0, 0], isUnder: false, anchor: 'centre' }]);
 */
export function stampPages(pdf: Uint8Array, layers: readonly StampLayer[]): Uint8Array {
  const file = new PdfReader(pdf);
  const pages = [...getPages(file)];
  const writer = new PdfWriter();
  writer.needVersion(file.version);
  const changed = new Map<PdfDict, PdfDict>();
  const copier = new ObjectCopier(file, writer, { instead: (dict) => changed.get(dict) ?? dict });
  const opened = layers.map((layer) => openLayer(layer, writer));
  const resources = new ExtendedResources(file, copier, stampName);
  const add = (value: PdfValue) => writer.add(value);
  const target = { add, save: add(saveState()) };
  for (const [i, page] of pages.entries()) {
    const shown = opened.flatMap(({ layer, sheets }) => {
      const index = layer.sheets[i];
      const sheet = index === undefined ? undefined : sheets.at(index);
      const matrix = sheet && placement(sheet.view, trimmedView(file, page), anchorOf(layer, index ?? 0));
      return sheet?.form && matrix ? [{ form: sheet.form, matrix, isUnder: layer.isUnder }] : [];
    });
    if (shown.length === 0) continue;
    const dict: PdfDict = new Map(page.dict);
    const names = resources.with(
      page,
      shown.map(({ form }) => form),
      dict,
    );
    const draw = (isUnder: boolean) =>
      shown
        .map((each, at) =>
          each.isUnder === isUnder
            ? `${opening} ${matrixText(each.matrix)} cm /${names[at]} Do ${closing}`
            : '',
        )
        .join('');
    const [under, over] = [draw(true), draw(false)];
    const own = over ? drawnOver(file, { page, number: i + 1 }, over, target) : listContents(file, page);
    dict.set('Contents', under ? [add(new PdfStream(new Map(), Buffer.from(under))), ...own] : own);
    changed.set(page.dict, dict);
  }
  return finishDocument(writer, { file, copier, changed }, opened);
}

function anchorOf({ anchor, corners }: StampLayer, sheet: number): Parameters<typeof placement>[2] {
  const corner = corners?.at(Math.min(sheet, corners.length - 1));
  return corner ? { x: corner.x / millimetresPerPoint, y: corner.y / millimetresPerPoint } : anchor;
}

/** `Stamp0`, or with the next number that is free. */
function stampName(taken: PdfDict): string {
  let number = taken.size;
  while (taken.has(`Stamp${number}`)) number++;
  return `Stamp${number}`;
}

interface OpenedLayer {
  readonly layer: StampLayer;
  readonly file: PdfReader;
  readonly copier: ObjectCopier;
  readonly sheets: BasePages;
}

function openLayer(layer: StampLayer, writer: PdfWriter): OpenedLayer {
  const file = new PdfReader(layer.pdf);
  const pages = getAllPages(file);
  assertStaticForm(file);
  checkFieldAppearances(file, pages);
  writer.needVersion(file.version);
  const copier = new ObjectCopier(file, writer, { rules: withoutTags, withoutPages: true, compress: true });
  return { layer, file, copier, sheets: new BasePages(file, copier, pages, foreignContent) };
}

/** Marked content of a stamp no longer belongs to any tags. */
const withoutTags: KeyRules = new Map(['StructParent', 'StructParents'].map((key) => [key, () => null]));
