/** Checks the elements of an invoice: which, in which sequence, how often, with which attributes and values. */
import type { FindingList } from '../findings.ts';
import { type EInvoiceProfile, profiles } from '../profiles.ts';
import type { InvoiceElement } from '../xml/invoice-element.ts';
import { checkValue } from './check-value.ts';
import { ciiTypes, type ElementTypes } from './read-table.ts';

export function checkSchema(root: InvoiceElement, profile: EInvoiceProfile, list: FindingList): void {
  checkChildren(root, 'CrossIndustryInvoice', { profile, types: ciiTypes(profile), list });
}

interface Check {
  readonly profile: EInvoiceProfile;
  readonly types: ElementTypes;
  readonly list: FindingList;
}

/** The depth of this recursion is that of the table. */
function checkChildren(element: InvoiceElement, type: string, check: Check): void {
  const { profile, types, list } = check;
  const rules = types.get(type);
  if (!rules) return;
  const counts = new Map<string, number>();
  let last: { readonly name: string; readonly place: number } | undefined;
  for (const child of element.children) {
    const rule = rules.get(child.name);
    if (!rule?.isAllowed) {
      list.error('schema', child, describeUnknown(child, element, profile, rules.has(child.name)));
      continue;
    }
    const expected = element.parent ? 'ram' : 'rsm';
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
    if (rule.value) checkValue(child, rule, profile, list);
    else checkChildren(child, rule.type, check);
  }
  for (const rule of rules.values()) {
    if (rule.min > 0 && !counts.has(rule.name)) {
      list.error('schema', element, `${element.name} lacks ${rule.name}, which ${profile} requires.`);
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
  profile: EInvoiceProfile,
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
