/** Rewrites a file from everything reachable from its catalog. */
import { isPdf2 } from '#contract/documents';
import { makeNameTree } from '../document/name-tree.ts';
import { getPages } from '../document/page-tree.ts';
import { renamedElements, structureIdRules } from '../document/structure-ids.ts';
import { keepPages } from '../pages/keep-pages.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import { addParts, described, type Properties, pdf2Version } from '../set-metadata.ts';
import { PdfWriter } from '../writing/writer.ts';
import { ObjectCopier } from './object-copier.ts';
import { appearanceRule, SharedObjects, type SharingCopier } from './shared-objects.ts';

export interface RewriteOptions {
  /** Removes font tables that no PDF needs and merges equal parts of drawings. */
  readonly compact: boolean;
  /** Returns the name of each structure element; called in traversal sequence from the root. */
  readonly renameId?: ((id: string) => string) | undefined;
  /** Document properties, as for `setMetadata`. */
  readonly properties?: Properties | undefined;
  /** Leaves only the pages with these indexes, in this order: see `keepPages`. Default: all. */
  readonly pages?: readonly number[] | undefined;
}

/** Includes the changes made in memory. Throws `malformed`, `unsupported`, `too_large`. */
export function rewriteFile(
  file: PdfReader,
  { compact, renameId, properties, pages: indexes }: RewriteOptions,
): Uint8Array {
  if (indexes) keepPages(file, indexes, { numbersPages: true });
  const writer = new PdfWriter();
  writer.needVersion(file.version);
  let drawing: SharingCopier | undefined;
  const rules = new Map([
    ...(compact ? [appearanceRule(() => drawing)] : []),
    ...(renameId ? structureIdRules(file, renameId) : []),
  ]);
  const copier = new ObjectCopier(file, writer, { rules, compress: compact });
  const pages = compact ? [...getPages(file)] : [];
  const sharing = { contents: pages.length > 1, embedsProcedures: true };
  const shared = compact ? new SharedObjects(writer, sharing) : undefined;
  drawing = shared?.of(copier);
  // It may change fonts, which are copied with the drawings.
  if (properties) describe(file, properties, copier);
  for (const page of pages) drawing?.copyDrawing(page);
  const root = copier.fromTrailer('Root');
  if (!root) throw new PdfError('malformed', 'The PDF has no catalog.');
  const info = copier.fromTrailer('Info');
  const writeIdTree = renameId && replaceIdTree(file, copier, renameId);
  copier.drain();
  writeIdTree?.();
  copier.drain();
  shared?.write();
  return writer.finish(root, info ?? undefined);
}

/** Replaces the properties in memory under the same references, because other objects may refer to them. */
function describe(file: PdfReader, properties: Properties, copier: ObjectCopier): void {
  const { info, catalog, xmp } = described(file, properties);
  addParts(file, { add: (value) => copier.copy(value) }, catalog, properties);
  for (const [key, value] of catalog) file.catalog.set(key, value);
  file.catalog.set('Metadata', copier.writer.add(xmp));
  const known = file.dict(file.trailer, 'Info');
  known?.clear();
  for (const [key, value] of info) known?.set(key, value);
  if (isPdf2(properties.standards)) {
    file.trailer.delete('Info');
    copier.writer.needVersion(pdf2Version);
  } else if (!known) file.trailer.set('Info', info);
}

/** The tree that lists the names is sorted by them, so it is written after all of them are known. */
function replaceIdTree(file: PdfReader, copier: ObjectCopier, renameId: (id: string) => string) {
  const tree = file.dict(file.catalog, 'StructTreeRoot');
  if (!tree?.has('IDTree')) return undefined;
  const old = new Map(tree);
  const ref = copier.writer.reserve();
  tree.set('IDTree', ref);
  return () => {
    const entries = renamedElements(file, old, renameId, copier);
    copier.writer.write(ref, makeNameTree([...entries]));
  };
}
