/** Copies what hangs on some objects of a file into a new one, each object once, in the order they are met. */
import type { PdfRef } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { PdfWriter } from './writer.ts';

/**
 * The roots' references in the new file, in the same order. What nothing leads to stays behind: replaced
 * versions of objects, tables, the hints of a linearised file. Throws `malformed`, `too_large`.
 */
export function copyObjects(file: PdfReader, writer: PdfWriter, roots: readonly PdfRef[]): PdfRef[] {
  const targets = new Map<PdfRef, PdfRef>();
  const waiting: { source: PdfRef; target: PdfRef }[] = [];
  const targetOf = (source: PdfRef) => {
    let target = targets.get(source);
    if (!target) {
      target = writer.reserve();
      targets.set(source, target);
      waiting.push({ source, target });
    }
    return target;
  };
  const reference = (source: PdfRef) => targets.get(source) ?? (file.has(source) ? targetOf(source) : null);
  const copied = roots.map(targetOf);
  for (let i = 0; i < waiting.length; i++) {
    const next = waiting[i];
    if (next) writer.write(next.target, file.resolve(next.source), reference);
  }
  return copied;
}
