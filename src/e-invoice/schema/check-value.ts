/** Checks the attributes and the text of an element that holds a value. */
import { Decimal } from '../decimal.ts';
import type { FindingList } from '../findings.ts';
import type { CiiProfile } from '../profiles.ts';
import type { InvoiceElement } from '../xml/invoice-element.ts';
import type { ChildRule } from './read-table.ts';

/** Types whose value is in an element of their own. */
const wrapped = {
  indicator: 'Indicator',
  date: 'DateTimeString',
  moment: 'DateTimeString',
  day: 'DateString',
} as const;

export function checkValue(
  element: InvoiceElement,
  { attributes, value: type }: ChildRule,
  profile: CiiProfile,
  list: FindingList,
): void {
  checkAttributes(element, attributes, list);
  const inner = type && type in wrapped ? wrapped[type as keyof typeof wrapped] : undefined;
  if (inner) {
    const [child, ...more] = element.children;
    const prefix = element.name.startsWith('Formatted') ? 'qdt' : 'udt';
    if (child?.name !== inner || child.prefix !== prefix || more.length > 0) {
      list.error('schema', element, `${element.name} must contain one ${prefix}:${inner}.`);
    } else if (inner === 'Indicator') checkIndicator(child, profile, list);
    else checkDate(child, type === 'moment' && profile === 'EXTENDED', list);
    return;
  }
  for (const child of element.children) {
    list.error('schema', child, `${element.name} contains a value, so no element such as ${child.name}.`);
  }
  if (type === 'decimal' && !Decimal.parse(element.text)) {
    const text = element.text.trim();
    const seen = text.length > 50 ? `a text of ${text.length} characters` : `"${text}"`;
    list.error('schema', element, `${element.name} must be a number such as 1234.50; it is ${seen}.`);
  }
  if (type === 'binary' && !/^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/.test(element.text)) {
    list.error('schema', element, `${element.name} must be in Base64.`);
  }
}

function checkAttributes(
  element: InvoiceElement,
  rules: ReadonlyMap<string, boolean>,
  list: FindingList,
): void {
  for (const name of element.attributes.keys()) {
    if (!rules.has(name))
      list.error('schema', element, `${element.name} must not have the attribute ${name} here.`);
  }
  for (const [name, isRequired] of rules) {
    if (isRequired && !element.attributes.has(name)) {
      list.error('schema', element, `${element.name} needs the attribute ${name}.`);
    }
  }
}

function checkIndicator(element: InvoiceElement, profile: CiiProfile, list: FindingList): void {
  checkAttributes(element, new Map(), list);
  const value = element.text.trim();
  // XML Schema has 1 and 0 too, but Factur-X does not.
  const isKnown = value === 'true' || value === 'false' || (profile === 'XRECHNUNG' && /^[01]$/.test(value));
  if (!isKnown)
    list.error('schema', element, `Indicator must be true or false; it is "${value.slice(0, 20)}".`);
}

function checkDate(element: InvoiceElement, allowsTime: boolean, list: FindingList): void {
  checkAttributes(element, new Map([['format', true]]), list);
  const format = element.attributes.get('format');
  if (format !== undefined && format !== '102' && !(allowsTime && format === '205')) {
    const right = allowsTime ? '102 (20260131) or 205 (202601311200)' : '102, a day such as 20260131';
    list.error(
      'schema',
      element,
      `The format of ${element.name} must be ${right}; it is "${format.slice(0, 20)}".`,
    );
  }
}
