/** Amounts have two decimals at most. */
import { elementAt, type InvoiceElement } from '../xml/invoice-element.ts';
import type { Invoice } from './invoice.ts';

export function checkDecimals(
  { list }: Invoice,
  rule: string,
  from: InvoiceElement,
  path: string,
  what: string,
): void {
  const element = elementAt(from, path);
  if (!element) return;
  const [, decimals = ''] = element.text.split('.');
  if (decimals.length > 2) {
    list.error(
      rule,
      element,
      `The ${what} may have two decimals; it is ${element.text.trim().slice(0, 50)}.`,
    );
  }
}
