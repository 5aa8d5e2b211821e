/** Checks the elements of UBL: which, in which sequence, how often, with which values. */
import { Decimal } from '../decimal.ts';
import type { FindingList } from '../findings.ts';
import { checkChildren } from '../schema/check-schema.ts';
import { type ChildRule, type ElementTypes, readElementTable } from '../schema/read-table.ts';
import type { InvoiceElement } from '../xml/invoice-element.ts';
import { ublElementTable } from './ubl-element-table.ts';

let types: ElementTypes | undefined;

export function checkUblSchema(root: InvoiceElement, list: FindingList): void {
  types ??= readElementTable(ublElementTable, 0);
  checkChildren(root, root.name, {
    types,
    list,
    source: 'UBL',
    prefixOf: ({ name, value }) =>
      name === 'UBLExtensions' ? 'ext' : value && value !== 'any' ? 'cbc' : 'cac',
    checkValue: (element, { value }) => checkUblValue(element, value, list),
    describeUnknown: (child, parent) => `${child.name} is not an element of ${parent.name}.`,
  });
}

/** Attributes that a value needs. */
const required: Readonly<Record<string, string>> = { amount: 'currencyID', binary: 'mimeCode' };

/** What a value looks like, and how to say so. */
const forms: Readonly<Record<string, readonly [form: RegExp, what: string]>> = {
  date: [
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:Z|[+-]\d\d:\d\d)?$/,
    'a date such as 2026-01-31',
  ],
  time: [/^\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/, 'a time such as 12:30:00'],
  indicator: [/^(?:true|false|0|1)$/, 'true or false'],
  binary: [/^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/, 'in Base64'],
};

function checkUblValue(element: InvoiceElement, value: ChildRule['value'] = 'text', list: FindingList): void {
  if (value === 'any') return;
  const { name } = element;
  for (const child of element.children) {
    list.error('schema', child, `${name} contains a value, so no element such as ${child.name}.`);
  }
  const attribute = required[value];
  if (attribute && !element.attributes.has(attribute)) {
    list.error('schema', element, `${name} needs the attribute ${attribute}.`);
  }
  const text = element.text.trim();
  const [form, what] = forms[value] ?? [];
  const isNumber = value === 'amount' || value === 'quantity' || value === 'numeric';
  const fault = isNumber
    ? !Decimal.parse(element.text) && 'a number such as 1234.50'
    : form && !form.test(text) && what;
  if (!fault) return;
  const seen = text.length > 50 ? `a text of ${text.length} characters` : `"${text}"`;
  list.error('schema', element, `${name} must be ${fault}; it is ${seen}.`);
}
