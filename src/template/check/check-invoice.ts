/** Checks the e-invoice that `invoice.xml` and the sample data make. */
import { Failure } from '#contract/errors';
import { compile } from '#twig';
import type { Data } from '../data/parse-data-file.ts';
import { assertValidInvoice, invoiceWarnings } from '../embedded-invoice.ts';
import type { ReadTemplate } from '../load/read-template.ts';
import type { Warning } from '../model/check-result.ts';

/**
 * Returns what the receiver of the invoice may ask about. The Twig must be valid for the sample. Throws `invalid_e_invoice`.
 */
export async function checkInvoice({ template, sources }: ReadTemplate, sample: Data): Promise<Warning[]> {
  const { invoice, invoiceSchema, partials } = template;
  if (invoice === undefined) return [];
  const xml = compile(invoice, { part: 'invoice', partials }).render(sample.exact);
  const { file = 'invoice.xml' } = sources.locate({ part: 'invoice', template: null, line: 1 }) ?? {};
  try {
    const { checkEInvoice } = await import('#e-invoice');
    const checked = checkEInvoice(xml);
    const source = { field: file, schema: invoiceSchema };
    assertValidInvoice(checked, source);
    return invoiceWarnings(checked, source).map((message) => ({ message: `${message}.` }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, errors, facts, hint } = error;
    throw new Failure(code, `${file}, filled with data.json: ${error.message}`, { errors, facts, hint });
  }
}
