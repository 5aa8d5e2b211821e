/** The values of form fields as pdf.js reads them, by their names. */
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

export async function fieldsSeen(pdf: Uint8Array): Promise<Record<string, unknown>> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const values: Record<string, unknown> = {};
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    for (const { subtype, fieldName, fieldValue } of await page.getAnnotations()) {
      if (subtype === 'Widget') values[fieldName] = fieldValue;
    }
  }
  return values;
}
