/** Electronic invoices: reads and checks the XML of Factur-X, ZUGFeRD and XRechnung (UN/CEFACT CII). */
export { checkEInvoice, type EInvoice, type UnknownEInvoice } from './check-e-invoice.ts';
export type { EInvoiceFinding } from './findings.ts';
export type { EInvoiceProfile } from './profiles.ts';
