/** A file written anew from what its catalog leads to. */
import { pagesOf } from '../document/page-tree.ts';
import { UnitedFonts } from '../fonts/united-fonts.ts';
import { isDict, PdfRef } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import { PdfWriter } from '../writing/writer.ts';
import { ObjectCopier } from './object-copier.ts';
import { SharedObjects } from './shared-objects.ts';

export interface RewriteOptions {
  /** Fonts lose the tables that no PDF needs, equal parts of drawings become one. */
  readonly compact: boolean;
}

/** With what was changed in memory. Throws `malformed`, `unsupported`, `too_large`. */
export function rewriteFile(file: PdfReader, { compact }: RewriteOptions): Uint8Array {
  const writer = new PdfWriter();
  writer.needVersion(file.version);
  const copier = new ObjectCopier(file, writer, { compress: compact });
  const fonts = new UnitedFonts(writer);
  if (compact) {
    const drawing = new SharedObjects((font) => fonts.place(file, font)).of(copier);
    for (const page of pagesOf(file)) drawing.copyDrawing(page);
  }
  const rootRef = file.trailer.get('Root');
  const root = rootRef instanceof PdfRef ? copier.reference(rootRef) : null;
  if (!root) throw new PdfError('malformed', 'The catalog is not an object of its own.');
  const infoRef = file.trailer.get('Info');
  const hasInfo = infoRef instanceof PdfRef && isDict(file.resolve(infoRef));
  const info = hasInfo ? copier.reference(infoRef) : null;
  copier.drain();
  fonts.write();
  return writer.finish(root, info ?? undefined);
}
