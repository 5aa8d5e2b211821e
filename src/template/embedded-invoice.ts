/** The XML of an e-invoice that a document is to embed, once it is valid; and how what it breaks is listed. */
import { Failure, sentence } from '#contract/errors';
import type { EInvoice, EInvoiceFinding } from '#e-invoice';
import type { EmbeddedInvoice } from '#pdf';
import type { Deadline } from '#runtime/deadline';
import { fieldsByTerm, findTerms } from './data/fields-by-term.ts';

/** The result of `checkEInvoice` in `#e-invoice`. */
export type CheckedEInvoice =
  | EInvoice
  | { readonly profile: undefined; readonly findings: readonly EInvoiceFinding[] };

/** Checks the XML of an e-invoice. May run in a thread. */
export type CheckEInvoice = (xml: string, deadline: Deadline) => Promise<CheckedEInvoice>;

/** Findings of one document that are listed. */
export const maxListed = 20;

/** The XML to embed. Throws what `assertValidInvoice` throws. */
export function toEmbeddedInvoice(
  xml: string,
  checked: CheckedEInvoice,
  field: string,
  schema?: string,
): EmbeddedInvoice {
  const invoice = assertValidInvoice(checked, field, schema);
  if (invoice.syntax === 'UBL') {
    throw new Failure('invalid_e_invoice', 'The e-invoice is UBL, and a PDF embeds CII.', {
      errors: { [field]: ['Its root is rsm:CrossIndustryInvoice in a PDF.'] },
      hint: 'Write the UBL alone: pdfapi generate --xml-only',
    });
  }
  const { fileName, profile } = invoice;
  return { xml, fileName, profile };
}

/**
 * Returns the invoice if it breaks no rule. `field`: where the XML comes from. `schema`: the text of the JSON Schema of the
 * data that filled it, whose descriptions name business terms such as BT-10. Throws `invalid_e_invoice` with the rules that
 * it breaks, and the fields of the data that they are about.
 */
export function assertValidInvoice(checked: CheckedEInvoice, field: string, schema?: string): EInvoice {
  const errors = checked.findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0 && checked.profile !== undefined) return checked;
  const known = fieldsByTerm(schema ?? '');
  const texts = errors.map(({ rule, path, line, message }) => {
    const place = [path, line === undefined ? '' : `line ${line}`].filter((part) => part !== '').join(', ');
    const named = message.includes(rule) ? message : `${rule}: ${message}`;
    const fields = new Set([...findTerms(message)].flatMap((term) => known.get(term) ?? []));
    const inData = fields.size > 0 ? ` In the data: ${nameFields([...fields], path)}.` : '';
    return `${sentence(named)}${inData}${place ? ` (${place})` : ''}`;
  });
  if (texts.length === 0) texts.push('Its profile is none of Factur-X.');
  const message =
    texts.length === 1
      ? `The e-invoice is not valid. ${texts[0]}`
      : `The e-invoice is not valid: it breaks ${texts.length} rules.`;
  throw new Failure('invalid_e_invoice', message, {
    errors: { [field]: listed(texts) },
    facts: { findings: errors.slice(0, maxListed) },
  });
}

/** Fields that one message names. */
const maxFields = 3;

/** `path`: the element that is wrong. If it is of an invoice line, so are the fields: `items.2.unit`, from 0. */
function nameFields(fields: readonly string[], path: string): string {
  const [, isLine, line = '1'] =
    /:(IncludedSupplyChainTradeLineItem|InvoiceLine|CreditNoteLine)(?:\[(\d+)\])?/.exec(path) ?? [];
  const named = isLine ? fields.map((field) => field.replace('.*.', `.${Number(line) - 1}.`)) : fields;
  return named.slice(0, maxFields).join(', ');
}

/** Returns the first texts, and how many there are besides. */
export function listed(texts: readonly string[]): string[] {
  const rest = texts.length - maxListed;
  return rest > 0 ? [...texts.slice(0, maxListed), `${rest} more.`] : [...texts];
}
