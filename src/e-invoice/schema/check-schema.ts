/** Checks the elements of an invoice: which, in which sequence, how often, with which attributes and values. */
import type { FindingList } from '../findings.ts';
import { type CiiProfile, profiles } from '../profiles.ts';
import type { InvoiceElement, InvoicePrefix } from '../xml/invoice-element.ts';
import { checkValue } from './check-value.ts';
import { type ChildRule, ciiTypes, type ElementTypes } from './read-table.ts';

export function checkSchema(root: InvoiceElement, profile: CiiProfile, list: FindingList): void {
  checkChildren(root, 'CrossIndustryInvoice', {
    types: ciiTypes(profile),
    list,
    source: profile,
    prefixOf: (_, parent) => (parent.parent ? 'ram' : 'rsm'),
    checkValue: (element, rule) => checkValue(element, rule, profile, list),
    describeUnknown: (child, parent, isKnown) => describeUnknown(child, parent, profile, isKnown),
  });
}

/** What differs between the syntaxes. */
interface Check {
  readonly types: ElementTypes;
  readonly list: FindingList;
  /** Who requires an element, for messages. */
  readonly source: string;
  prefixOf(rule: ChildRule, parent: InvoiceElement): InvoicePrefix;
  checkValue(element: InvoiceElement, rule: ChildRule): void;
  describeUnknown(child: InvoiceElement, parent: InvoiceElement, isKnown: boolean): string;
}

/** The depth of this recursion is limited by the parser. */
export function checkChildren(element: InvoiceElement, type: string, check: Check): void {
  const { types, list } = check;
  const rules = types.get(type);
  if (!rules) return;
  const counts = new Map<string, number>();
  let last: { readonly name: string; readonly place: number } | undefined;
  for (const child of element.children) {
    const rule = rules.get(child.name);
    if (!rule?.isAllowed) {
      list.error('schema', child, check.describeUnknown(child, element, rules.has(child.name)));
      continue;
    }
    const expected = check.prefixOf(rule, element);
    if (child.prefix !== expected) {
      list.error(
        'schema',
        child,
        `${child.name} is in the namespace of ${child.prefix}; it belongs to ${expected}.`,
      );
    }
    if (last && rule.place < last.place) {
      list.error('schema', child, `${child.name} must come before ${last.name} in ${element.name}.`);
    } else {
      last = rule;
    }
    counts.set(child.name, (counts.get(child.name) ?? 0) + 1);
    if (counts.get(child.name) === rule.max + 1) {
      const most = rule.max === 1 ? 'only once' : `at most ${rule.max} times`;
      list.error('schema', child, `${child.name} may occur ${most} in ${element.name}.`);
    }
    if (rule.value) check.checkValue(child, rule);
    else checkChildren(child, rule.type, check);
  }
  for (const rule of rules.values()) {
    if (rule.min > 0 && !counts.has(rule.name)) {
      list.error('schema', element, `${element.name} lacks ${rule.name}, which ${check.source} requires.`);
    }
  }
  if (element.text.trim() !== '') {
    list.error(
      'schema',
      element,
      `${element.name} contains elements only, but has the text "${shorten(element.text)}".`,
    );
  }
  for (const name of element.attributes.keys()) {
    list.error('schema', element, `${element.name} has no attribute ${name}.`);
  }
}

function describeUnknown(
  child: InvoiceElement,
  parent: InvoiceElement,
  profile: CiiProfile,
  isKnown: boolean,
): string {
  if (!isKnown) return `${child.name} is not an element of ${parent.name}.`;
  const others = profiles.filter((other) => {
    const types = ciiTypes(other);
    return [...types.values()].some((rules) => rules.get(child.name)?.isAllowed);
  });
  const where = others.length > 0 ? `; ${others.join(', ')} use it, though not everywhere` : '';
  return `${child.name} is not allowed in ${parent.name} with the profile ${profile}${where}.`;
}

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}
