/**
 * Interprets the content streams of a file: pages, annotations, and the forms, patterns and glyph procedures that they
 * use. All checks see one pass.
 */
import { isDict, PdfStream, type PdfValue } from '#pdf/object';
import type { CheckedDocument, CheckedPage } from '../model/checked-document.ts';
import { ContentInterpreter } from './content-interpreter.ts';
import type { ContentVisitor } from './content-visitor.ts';

/** Throws `PdfError` (`too_large`) for a file whose contents refer to each other too often. */
export function interpretContents(document: CheckedDocument, visitors: readonly ContentVisitor[]): void {
  if (visitors.length === 0) return;
  const interpreter = new ContentInterpreter(document, visitors);
  for (const page of document.pages) {
    interpreter.page(page);
    for (const appearance of findAppearances(document, page)) interpreter.appearance(appearance, page);
  }
  for (const visitor of visitors) visitor.finish?.();
}

/** The appearance streams of a page's annotations, of all states. */
function* findAppearances(document: CheckedDocument, page: CheckedPage): Generator<PdfStream> {
  const { file } = document;
  for (const item of file.array(page.dict, 'Annots') ?? []) {
    const annotation = file.resolve(item);
    const appearances = isDict(annotation) ? file.dict(annotation, 'AP') : undefined;
    for (const key of ['N', 'R', 'D']) {
      const value = appearances && file.get(appearances, key);
      const states: PdfValue[] = isDict(value) ? [...value.values()] : [value ?? null];
      for (const state of states) {
        const stream = file.resolve(state);
        if (stream instanceof PdfStream) yield stream;
      }
    }
  }
}
