/** The signature fields of a PDF as pdf.js and the project's own reader see them, in the order of the pages. */
import { AnnotationMode, getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';

export interface SignatureWidget {
  readonly name: string;
  readonly label: string;
  readonly page: number;
  /** In points, from the lower left corner of the page. */
  readonly rect: readonly number[];
  readonly hasAppearance: boolean;
  /** Whether its appearance draws text. */
  readonly hasText: boolean;
}

export async function signatureWidgets(pdf: Uint8Array): Promise<SignatureWidget[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const widgets: SignatureWidget[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const read = await document.getPage(page);
    const texts = await annotationsWithText(read);
    for (const annotation of await read.getAnnotations()) {
      const { id, fieldType, fieldName, alternativeText, rect, hasAppearance } = annotation;
      if (fieldType !== 'Sig') continue;
      widgets.push({
        name: fieldName,
        label: alternativeText,
        page,
        rect: [...rect],
        hasAppearance,
        hasText: texts.has(id),
      });
    }
  }
  return widgets;
}

async function annotationsWithText(page: PDFPageProxy): Promise<ReadonlySet<string>> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.ENABLE });
  const found = new Set<string>();
  let current: string | undefined;
  for (const [index, operator] of fnArray.entries()) {
    if (operator === OPS.beginAnnotation) current = argsArray[index][0];
    else if (operator === OPS.endAnnotation) current = undefined;
    else if (operator === OPS.showText && current !== undefined) found.add(current);
  }
  return found;
}
