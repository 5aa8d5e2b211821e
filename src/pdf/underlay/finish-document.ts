/** The end of laying pages of other files over or under those of a document. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { MergedLayers } from '../merge/merged-layers.ts';
import type { PdfDict } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { PdfWriter } from '../writing/writer.ts';

interface CopiedFile {
  readonly file: PdfReader;
  readonly copier: ObjectCopier;
}

/**
 * Returns the document with everything that its copier and those of the others still have to copy. Layers that can be
 * switched off (optional content) are those of all files. `changed`: what the document's copier writes instead of its
 * dictionaries. Throws `PdfError`.
 */
export function finishDocument(
  writer: PdfWriter,
  { file, copier, changed }: CopiedFile & { readonly changed: Map<PdfDict, PdfDict> },
  others: readonly CopiedFile[],
): Uint8Array {
  const catalog: PdfDict = new Map(file.catalog);
  if (others.some((each) => each.file.dict(each.file.catalog, 'OCProperties'))) {
    const layers = new MergedLayers(writer);
    layers.add({ file }, copier);
    for (const other of others) layers.add({ file: other.file }, other.copier);
    layers.finish(catalog);
  }
  changed.set(file.catalog, catalog);
  const root = copier.fromTrailer('Root');
  if (!root) throw new PdfError('malformed', 'The PDF has no catalog.');
  const info = copier.fromTrailer('Info');
  copier.drain();
  for (const other of others) other.copier.drain();
  return writer.finish(root, info ?? undefined);
}
