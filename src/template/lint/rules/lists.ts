/** Lists consist of items, and items are in lists. */
import { ancestorsOf, getAttribute, type LintElement } from '../lint-document.ts';
import { isPrinted } from '../mask-twig.ts';
import type { LintCheck } from './report.ts';

const lists = new Set(['ul', 'ol', 'menu']);

/** Elements that browsers allow in every list. */
const neutral = new Set(['script', 'template', 'style']);

export const checkLists: LintCheck = (document, report) => {
  for (const element of document.elements) {
    const [parent] = ancestorsOf(element);
    const isUnknown = isPrinted(element.tagName) || hasRole(element) || neutral.has(element.tagName);
    if (isUnknown || (parent && (hasRole(parent) || isPrinted(parent.tagName)))) continue;
    const { tagName } = element;
    if (tagName === 'li' && parent && !lists.has(parent.tagName)) {
      report('list-children', element, 'This <li> is in no list: put it into <ul> or <ol>.');
    } else if (parent && lists.has(parent.tagName) && tagName !== 'li') {
      report(
        'list-children',
        element,
        `<${tagName}> is directly in <${parent.tagName}>, where only <li> may be: put it into an <li>.`,
      );
    } else if (parent?.tagName === 'dl' && !['dt', 'dd', 'div'].includes(tagName)) {
      report(
        'list-children',
        element,
        `<${tagName}> is directly in <dl>, where only <dt>, <dd> and <div> may be: put it into one of them.`,
      );
    }
  }
};

const hasRole = (element: LintElement): boolean => getAttribute(element, 'role') !== undefined;
