/** The standards that a finished file claims to conform to: PDF/A, PDF/UA, e-invoices. */
import type { StandardsSettings } from '#contract/documents';
import type { Attachment } from '../attach.ts';
import type { InvoiceLabel } from './claimed-invoice.ts';

/** The XML of an invoice, to be embedded as Factur-X (ZUGFeRD) prescribes. */
export interface EmbeddedInvoice extends InvoiceLabel {
  readonly xml: string;
}

/** Labels to write. The caller checks that the file holds them. */
export interface Standards extends StandardsSettings {
  readonly eInvoice?: EmbeddedInvoice | undefined;
  /** The label of an invoice that the file has already. */
  readonly keptInvoice?: InvoiceLabel | undefined;
}

/** Profiles without the lines of an invoice, which cannot stand in for the page. */
export const incompleteProfiles: ReadonlySet<string> = new Set(['MINIMUM', 'BASIC WL']);

/** The invoice as an attachment (Factur-X 1.0, 6.2.2). `date`: of its last change. */
export function toInvoiceAttachment({ xml, fileName, profile }: EmbeddedInvoice, date: Date): Attachment {
  return {
    name: fileName,
    data: Buffer.from(xml, 'utf8'),
    type: 'text/xml',
    description: `Invoice, ${profile}`,
    relationship: incompleteProfiles.has(profile) ? 'Data' : 'Alternative',
    modified: date,
  };
}
