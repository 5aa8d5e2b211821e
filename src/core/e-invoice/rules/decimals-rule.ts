/** Amounts have two decimals at most. */
import { findElement, type XmlElement } from '../xml/xml-element.ts';
import type { Invoice } from './invoice.ts';

export function checkDecimals(
  { list }: Invoice,
  rule: string,
  from: XmlElement,
  path: string,
  what: string,
): void {
  const element = findElement(from, path);
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
