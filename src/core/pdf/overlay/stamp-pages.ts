/** Stamps: pages of other PDFs over or under those of a finished document, as artifacts that screen readers skip. */
import { ObjectCopier } from '../copying/object-copier.ts';
import { getAllPages, getPages, type Page } from '../document/page-tree.ts';
import { pageView } from '../document/page-view.ts';
import { MergedLayers } from '../merge/merged-layers.ts';
import { isDict, type PdfDict, type PdfRef, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { BasePages } from '../underlay/base-pages.ts';
import { checkFieldAppearances } from '../underlay/check-field-appearances.ts';
import { matrixText } from '../underlay/matrix.ts';
import type { KeyRules } from '../writing/key-rules.ts';
import { PdfWriter } from '../writing/writer.ts';
import { restoresOf } from './restores-of.ts';
import { type StampAnchor, stampPlacement } from './stamp-placement.ts';

/** One PDF on pages of a document. */
export interface StampLayer {
  readonly pdf: Uint8Array;
  /** For each page of the document the page of the stamp, from 0; the last one is repeated beyond the end. */
  readonly sheets: readonly (number | undefined)[];
  readonly isUnder: boolean;
  readonly anchor: StampAnchor;
}

/** Bytes of a reference in a list that pages may share, for the reading budget. */
const typicalLength = 16;

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
  const resources = new StampedResources(file, copier);
  const save = writer.add(new PdfStream(new Map(), Buffer.from('q\n')));
  for (const [i, page] of pages.entries()) {
    const shown = opened.flatMap(({ layer, sheets }) => {
      const index = layer.sheets[i];
      const sheet = index === undefined ? undefined : sheets.at(index);
      const matrix = sheet && stampPlacement(layer.anchor, sheet.view, pageView(file, page));
      return sheet?.form && matrix ? [{ form: sheet.form, matrix, isUnder: layer.isUnder }] : [];
    });
    if (shown.length === 0) continue;
    const dict: PdfDict = new Map(page.dict);
    const names = resources.add(
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
    const add = (content: string) => writer.add(new PdfStream(new Map(), Buffer.from(content)));
    const own = listContents(file, page);
    dict.set('Contents', [
      ...(under ? [add(under)] : []),
      // Whatever the page does to the coordinates ends before the stamp.
      ...(over ? [save, ...own, add(`\n${'Q '.repeat(restoresOf(file, own))}Q\n${over}`)] : own),
    ]);
    changed.set(page.dict, dict);
  }
  const catalog: PdfDict = new Map(file.catalog);
  if (opened.some((each) => each.file.dict(each.file.catalog, 'OCProperties'))) {
    const merged = new MergedLayers(writer);
    merged.add({ file }, copier);
    for (const each of opened) merged.add({ file: each.file }, each.copier);
    merged.finish(catalog);
  }
  changed.set(file.catalog, catalog);
  const root = copier.fromTrailer('Root');
  if (!root) throw new PdfError('malformed', 'The PDF has no catalog.');
  const info = copier.fromTrailer('Info');
  copier.drain();
  for (const { copier: own } of opened) own.drain();
  return writer.finish(root, info ?? undefined);
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
  checkFieldAppearances(file, pages);
  writer.needVersion(file.version);
  const copier = new ObjectCopier(file, writer, { rules: withoutTags, withoutPages: true, compress: true });
  return { layer, file, copier, sheets: new BasePages(file, copier, pages) };
}

/** Marked content of a stamp no longer belongs to any tags. */
const withoutTags: KeyRules = new Map(['StructParent', 'StructParents'].map((key) => [key, () => null]));

/** The resources of pages with the forms of their stamps. Pages that share resources and stamps go on sharing them. */
class StampedResources {
  readonly #file: PdfReader;
  readonly #copier: ObjectCopier;
  readonly #known = new Map<
    PdfValue,
    Map<string, { readonly ref: PdfRef; readonly names: readonly string[] }>
  >();

  constructor(file: PdfReader, copier: ObjectCopier) {
    this.#file = file;
    this.#copier = copier;
  }

  /** Returns the names of the forms in the resources, which the new dictionary of the page gets. */
  add({ inherited }: Page, forms: readonly PdfRef[], dict: PdfDict): readonly string[] {
    const resources = this.#file.resolve(inherited.get('Resources'));
    const known = this.#known.get(resources) ?? new Map();
    this.#known.set(resources, known);
    const key = forms.map(({ number }) => number).join();
    const made = known.get(key) ?? this.#extend(isDict(resources) ? resources : new Map(), forms);
    known.set(key, made);
    dict.set('Resources', made.ref);
    return made.names;
  }

  #extend(resources: PdfDict, forms: readonly PdfRef[]) {
    const all: PdfDict = new Map(this.#file.dict(resources, 'XObject'));
    this.#file.spend((resources.size + all.size) * typicalLength);
    const names = forms.map((form) => {
      let number = all.size;
      while (all.has(`Stamp${number}`)) number++;
      all.set(`Stamp${number}`, form);
      return `Stamp${number}`;
    });
    return { ref: this.#copier.copy(new Map(resources).set('XObject', all)), names };
  }
}

function listContents(file: PdfReader, page: Page): PdfValue[] {
  const contents = page.dict.get('Contents') ?? null;
  const resolved = file.resolve(contents);
  if (!Array.isArray(resolved)) return resolved instanceof PdfStream ? [contents] : [];
  file.spend(resolved.length * typicalLength);
  return resolved;
}
