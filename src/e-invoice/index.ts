/** Electronic invoices: reads and checks the XML of Factur-X, ZUGFeRD and XRechnung (UN/CEFACT CII), and of XRechnung and Peppol in UBL. */
export { type CiiInvoice, checkEInvoice, type EInvoice, type UnknownEInvoice } from './check-e-invoice.ts';
export type { EInvoiceFinding } from './findings.ts';
export type { CiiProfile, EInvoiceProfile } from './profiles.ts';
