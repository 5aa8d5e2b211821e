/** Ids that other elements refer to exist, and exist once. */
import { getAttribute, type LintElement } from '../lint-document.ts';
import { isPrinted } from '../mask-twig.ts';
import type { LintCheck } from './report.ts';

/** Attributes whose value is a list of ids that a reader of the document depends on. */
const referring = ['headers', 'for', 'aria-labelledby', 'aria-describedby', 'aria-owns', 'aria-details'];

export const checkIds: LintCheck = (document, report) => {
  const owners = new Map<string, LintElement[]>();
  for (const element of document.all) {
    const id = getAttribute(element, 'id');
    if (id) owners.set(id, [...(owners.get(id) ?? []), element].slice(0, maxOwners));
  }
  // The output of Twig may have the id.
  const mayHaveOthers =
    !document.isWhole ||
    document.printsMarkup ||
    document.all.some(
      (element) => document.isUnknown(element) || isPrinted(getAttribute(element, 'id') ?? ''),
    );
  const reported = new Set<LintElement>();
  for (const element of document.elements) {
    for (const name of referring) {
      const value = getAttribute(element, name);
      if (value === undefined || isPrinted(value)) continue;
      // `for` names one id, and an output's `for` names several.
      for (const id of value.split(/\s+/).filter(Boolean)) {
        const found = owners.get(id) ?? [];
        if (found.length === 0 && !mayHaveOthers) {
          report(
            'id-missing',
            element,
            `${name}="${id}" names an id that no element has: correct one of them.`,
          );
        }
        const [first] = found;
        const second = found.find((each) => first && each !== first && !document.areExclusive(first, each));
        if (!second || reported.has(second)) continue;
        reported.add(second);
        report(
          'id-duplicate',
          second,
          `The id "${id}" is used twice, so ${name}="${id}" may mean the wrong element: give each its own.`,
        );
      }
    }
  }
};

/** Further ones are found when these are corrected. */
const maxOwners = 10;
