/** Writes a PDF with the real lengths of its deferred streams, and says where their data belongs. */
import { ObjectCopier } from '../copying/object-copier.ts';
import type { PdfRef } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { type FoundStream, findDeferred, type InsertedPdf, type StreamToInsert } from './find-deferred.ts';
import { PdfWriter } from './writer.ts';

/** Throws `PdfError`. */
export function insertDeferred(
  pdf: Uint8Array,
  secret: string,
  streams: readonly StreamToInsert[],
): InsertedPdf {
  const file = new PdfReader(pdf);
  const writer = new PdfWriter();
  writer.needVersion(file.version);
  const copier = new ObjectCopier(file, writer);
  const all: { readonly target: PdfRef; readonly found: FoundStream }[] = [];
  const { crossReference } = file.structure;
  for (const number of crossReference.numbers) {
    const entry = crossReference.find(number);
    if (entry.kind !== 'plain') continue;
    const ref = file.ref(number, entry.generation);
    const found = findDeferred(file.resolve(ref), secret, streams);
    if (!found) {
      file.forget(ref);
      continue;
    }
    const target = writer.reserve();
    copier.map(ref, target);
    all.push({ target, found });
  }
  // They can refer to each other: a picture to its transparency.
  for (const { target, found } of all) {
    const { stream, dict } = found;
    const head = writer.text(new Map(dict).set('Length', stream.length), copier.translation);
    writer.writeStreamLater(target, head, { length: stream.length, fingerprint: stream.fingerprint });
  }
  const root = copier.fromTrailer('Root');
  if (!root) throw new PdfError('malformed', 'The PDF has no catalog.');
  const info = copier.fromTrailer('Info');
  copier.drain();
  const { bytes, gaps } = writer.finishWithGaps(root, info ?? undefined);
  return { bytes, places: gaps.map((at, i) => ({ at, index: all[i]?.found.index ?? 0 })) };
}
