/** A valid invoice of whose account (BT-84) its receiver will ask: BR-DE-19 warns. */
import { sampleInvoice } from './sample-invoice.ts';

export const doubtfulInvoice = (): string =>
  sampleInvoice('XRECHNUNG').replace('DE89370400440532013000', 'DE00370400440532013000');
