/** Destinations within the document lead to structure elements: clause 8.8 of PDF/UA-2. */
import { NamedDestinations } from '#pdf/document/named-destinations';
import { isDict, isNamed, type PdfDict, type PdfValue } from '#pdf/object';
import { outlineEntries } from '#pdf/outline/outline-entries';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';
import { annotatedPages } from './annotation.ts';

const remedy =
  'Ask for PDF/UA-2 when the document is made: pdfapi then names the element of each destination.';

const destinationRule: Rule = { pdfua2: ['8.8', 1], remedy };
const actionRule: Rule = { pdfua2: ['8.8', 2], remedy };

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file, catalog } = document;
  const named = new NamedDestinations(file);
  const leadsToElement = (value: PdfValue): boolean => {
    const target = named.resolve(file.resolve(value));
    const list = isDict(target) ? (file.get(target, 'SD') ?? file.get(target, 'D')) : target;
    const first = Array.isArray(list) ? file.resolve(list[0]) : null;
    return isDict(first) && (first.has('S') || isNamed(file.get(first, 'Type'), 'StructElem'));
  };
  const check = (holder: PdfDict, what: string, page?: number): void => {
    const action = file.dict(holder, 'A');
    const object = document.objectNumber(holder);
    const destination = file.get(holder, 'Dest');
    if (!action && destination !== null && !leadsToElement(destination)) {
      findings.add(destinationRule, { message: `${what} leads to a place and to no element.`, page, object });
    }
    if (action) checkAction(action, what, page);
  };
  const checkAction = (action: PdfDict, what: string, page?: number): void => {
    if (!isNamed(file.get(action, 'S'), 'GoTo') || file.get(action, 'SD') !== null) return;
    const destination = file.get(action, 'D');
    if (!Array.isArray(destination) && leadsToElement(destination)) return;
    const message = `${what} leads to a place and to no element.`;
    findings.add(actionRule, { message, page, object: document.objectNumber(action) });
  };
  for (const { page, annotations } of annotatedPages(document)) {
    for (const annotation of annotations) {
      if (isNamed(file.get(annotation, 'Subtype'), 'Link')) check(annotation, 'A link', page.number);
    }
  }
  for (const { entry } of outlineEntries(file)) check(entry, 'An entry of the outline');
  const opened = file.get(catalog, 'OpenAction');
  if (isDict(opened)) checkAction(opened, 'The action at opening');
  else if (opened !== null && !leadsToElement(opened)) {
    const message = 'The document opens at a place and at no element.';
    findings.add(destinationRule, { message });
  }
}

export const destinationCheck: Check = { rules: [destinationRule, actionRule], inspect };
