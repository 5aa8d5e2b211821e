/** Forms whose pages are not in the PDF. */
import { dynamicForm } from '#contract/api/dynamic-form';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';

/**
 * Throws `dynamic_form` for a dynamic XFA form, whose pages a viewer makes from XML while it shows them (ISO 32000-2, table 29,
 * NeedsRendering): the PDF has only a page that asks for such a viewer, and no field. Whatever would be done with it would be done
 * with that page.
 */
export function assertStaticForm(file: PdfReader): void {
  const form = file.dict(file.catalog, 'AcroForm');
  const isXfa = form?.has('XFA') ?? false;
  const hasFields = ((form && file.array(form, 'Fields')) ?? []).length > 0;
  if (file.get(file.catalog, 'NeedsRendering') !== true && (!isXfa || hasFields)) return;
  throw new PdfError('dynamic_form', dynamicForm);
}
