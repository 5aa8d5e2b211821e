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

/** Where the XML comes from. */
export interface InvoiceSource {
  /** What errors name: `invoice.xml`, `config.e_invoice`. */
  readonly field: string;
  /** The text of the JSON Schema of the data that filled it, whose descriptions name business terms such as BT-10. */
  readonly schema?: string | undefined;
}

/** The XML to embed. Throws what `assertValidInvoice` throws. */
export function toEmbeddedInvoice(
  xml: string,
  checked: CheckedEInvoice,
  source: InvoiceSource,
): EmbeddedInvoice {
  const invoice = assertValidInvoice(checked, source);
  if (invoice.syntax === 'UBL') {
    throw new Failure('invalid_e_invoice', 'The e-invoice is UBL, and a PDF embeds CII.', {
      errors: { [source.field]: ['Its root is rsm:CrossIndustryInvoice in a PDF.'] },
      hint: 'Write the UBL alone: pdfapi generate --xml-only',
    });
  }
  const { fileName, profile } = invoice;
  return { xml, fileName, profile };
}

/**
 * Returns the invoice if it breaks no rule. Throws `invalid_e_invoice` with the rules that it breaks, and the fields of the
 * data that they are about.
 */
export function assertValidInvoice(checked: CheckedEInvoice, { field, schema }: InvoiceSource): EInvoice {
  const errors = findingsOf(checked, 'error');
  if (errors.length === 0 && checked.profile !== undefined) return checked;
  const texts = describeFindings(errors, schema);
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

/** What the receiver of a valid invoice may ask about, each without a full stop. */
export function invoiceWarnings(checked: CheckedEInvoice, { field, schema }: InvoiceSource): string[] {
  const warnings = findingsOf(checked, 'warning');
  if (warnings.length === 0) return [];
  return listed(describeFindings(warnings, schema)).map((text) => `${field}: ${text.replace(/\.$/, '')}`);
}

const findingsOf = ({ findings }: CheckedEInvoice, wanted: EInvoiceFinding['severity']) =>
  findings.filter(({ severity }) => severity === wanted);

/** A sentence for each rule. One that many lines break is listed once, with the fields of all of them. */
function describeFindings(findings: readonly EInvoiceFinding[], schema = ''): string[] {
  const known = fieldsByTerm(schema);
  const alike = Map.groupBy(findings, ({ rule, message }) => `${rule} ${message.replace(/\d+/g, '0')}`);
  return [...alike.values()].map((all) => {
    const [{ rule, path, line, message }] = all as [EInvoiceFinding];
    const place = [path, line === undefined ? '' : `line ${line}`].filter((part) => part !== '').join(', ');
    const named = message.includes(rule) ? message : `${rule}: ${message}`;
    const terms = findTerms(message);
    const fields = new Set(
      all.flatMap((each) =>
        fieldsAt(
          [...terms].flatMap((term) => known.get(term) ?? []),
          each.path,
        ),
      ),
    );
    const inData = fields.size > 0 ? ` In the data: ${[...fields].slice(0, maxFields).join(', ')}.` : '';
    const more =
      all.length > 1
        ? ` The same is wrong in ${all.length - 1} more ${all.length === 2 ? 'place' : 'places'}.`
        : '';
    return `${sentence(named)}${inData}${more}${place ? ` (${place})` : ''}`;
  });
}

/** Fields that one message names. */
const maxFields = 3;

/** `path`: the element that is wrong. If it is of an invoice line, so are the fields: `items.2.unit`, from 0. */
function fieldsAt(fields: readonly string[], path: string): readonly string[] {
  const [, isLine, line = '1'] =
    /:(IncludedSupplyChainTradeLineItem|InvoiceLine|CreditNoteLine)(?:\[(\d+)\])?/.exec(path) ?? [];
  return isLine ? fields.map((field) => field.replace('.*.', `.${Number(line) - 1}.`)) : fields;
}

/** Returns the first texts, and how many there are besides. */
export function listed(texts: readonly string[]): string[] {
  const rest = texts.length - maxListed;
  return rest > 0 ? [...texts.slice(0, maxListed), `${rest} more.`] : [...texts];
}
