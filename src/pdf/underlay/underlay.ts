/** Places pages of another PDF under those of a document, such as letterheads, forms and backgrounds. */
import { ObjectCopier } from '../copying/object-copier.ts';
import { listContents } from '../document/page-contents.ts';
import { getAllPages, getPages, type Page } from '../document/page-tree.ts';
import { trimmedView } from '../document/page-view.ts';
import { type PdfDict, PdfName, type PdfRef, PdfStream } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';
import { assertStaticForm } from '../repair/static-form.ts';
import type { KeyRules } from '../writing/key-rules.ts';
import { PdfWriter } from '../writing/writer.ts';
import { BaseLinkElements } from './base-link-elements.ts';
import { BaseLinks } from './base-links.ts';
import { BasePages } from './base-pages.ts';
import { checkFieldAppearances } from './check-field-appearances.ts';
import { foreignContent } from './content-of-page.ts';
import { ExtendedResources } from './extended-resources.ts';
import { finishDocument } from './finish-document.ts';
import { type Matrix, matrixText } from './matrix.ts';
import { placement } from './placement.ts';

/** Bytes of an entry that a page is copied with, for the reading budget. */
const typicalLength = 16;

/**
 * Places page i of the base under page i of the document, and its last page under all further pages. The document
 * keeps its tags, links, outline and properties. The base contributes its drawing, its links and the appearances of
 * its annotations, as a background that screen readers skip; of its links, they read the texts. The document's pages must be transparent, as Chromium's
 * are unless `html` or `body` has a background.
 *
 * Throws `PdfError`: also `unsupported` for a base with filled form fields without appearances, which `cleanForm`
 * generates.
 */
export function underlay(pdf: Uint8Array, base: Uint8Array): Uint8Array {
  const file = new PdfReader(pdf);
  const baseFile = new PdfReader(base);
  const pages = [...getPages(file)];
  const basePages = getAllPages(baseFile);
  assertStaticForm(baseFile);
  checkFieldAppearances(baseFile, basePages);
  const writer = new PdfWriter();
  writer.needVersion(file.version);
  writer.needVersion(baseFile.version);
  const changed = new Map<PdfDict, PdfDict>();
  const copier = new ObjectCopier(file, writer, { instead: (dict) => changed.get(dict) ?? dict });
  const tagged = new Set<PdfDict>();
  const baseCopier = new ObjectCopier(baseFile, writer, {
    rules: artifactRules(tagged),
    withoutPages: true,
    compress: true,
  });

  const placed = place(
    file,
    pages,
    baseFile,
    basePages,
    new BasePages(baseFile, baseCopier, basePages, foreignContent),
  );
  const targets = new Map<PdfDict, { page: PdfRef; matrix: Matrix }>();
  for (const { page, basePage, matrix } of placed) {
    const target = page.ref && copier.reference(page.ref);
    if (target && !targets.has(basePage)) targets.set(basePage, { page: target, matrix });
  }
  const links = new BaseLinks(baseFile, baseCopier, { targets, tagged });
  const elements = new BaseLinkElements(file, copier);
  const resources = new ExtendedResources(file, copier, baseName);
  for (const { page, base: under, matrix } of placed) {
    const dict: PdfDict = new Map(page.dict);
    if (under.form) {
      const [name] = resources.with(page, [under.form], dict);
      const drawing = `/Artifact BMC q ${matrixText(matrix)} cm /${name} Do Q EMC\n`;
      dict.set('Contents', [
        writer.add(new PdfStream(new Map(), Buffer.from(drawing))),
        ...listContents(file, page),
      ]);
    }
    const annotations = under.links.flatMap((link) => {
      const annotation = links.write(link, matrix, elements.nextKey);
      if (annotation && page.ref) elements.add(annotation, page.ref);
      return annotation ?? [];
    });
    if (annotations.length > 0) {
      const own = file.array(page.dict, 'Annots') ?? [];
      file.spend(own.length * typicalLength);
      dict.set('Annots', [...own, ...annotations]);
      if (elements.nextKey !== undefined) dict.set('Tabs', new PdfName('S'));
    }
    changed.set(page.dict, dict);
  }
  elements.finish(changed);
  return finishDocument(writer, { file, copier, changed }, [{ file: baseFile, copier: baseCopier }]);
}

/** `Base`, or longer. */
function baseName(taken: PdfDict): string {
  let name = 'Base';
  while (taken.has(name)) name += '_';
  return name;
}

function place(
  file: PdfReader,
  pages: readonly Page[],
  baseFile: PdfReader,
  basePages: readonly Page[],
  bases: BasePages,
) {
  return pages.flatMap((page, i) => {
    const base = bases.at(i);
    const basePage = basePages[Math.min(i, basePages.length - 1)]?.dict;
    const matrix = base && placement(base.view, trimmedView(file, page), 'fit');
    if (!base || !basePage || !matrix) return [];
    baseFile.spend(base.links.length * typicalLength);
    return [{ page, base, basePage, matrix }];
  });
}

/** Marked content of the base no longer belongs to any tags. `tagged`: dictionaries with tags of the document. */
const artifactRules = (tagged: ReadonlySet<PdfDict>): KeyRules =>
  new Map(
    ['StructParent', 'StructParents'].map((key) => [
      key,
      (_, dict) => (dict && tagged.has(dict) ? undefined : null),
    ]),
  );
