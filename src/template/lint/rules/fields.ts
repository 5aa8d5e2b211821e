/** Form fields have a name that is read out with them. */
import { ancestorsOf, getAttribute, getLabel, type LintElement } from '../lint-document.ts';
import { isPrinted } from '../mask-twig.ts';
import type { LintCheck } from './report.ts';

/** Types whose text is their value, and those that are not shown. */
const selfExplaining = new Set(['hidden', 'submit', 'reset', 'button', 'image']);

export const checkFields: LintCheck = (document, report) => {
  const labels = document.elements.filter(({ tagName }) => tagName === 'label');
  const targets = new Set(labels.map((label) => getAttribute(label, 'for') ?? ''));
  /** A label for an id that Twig prints may be that of any field. */
  const mayLabelAny = [...targets].some(isPrinted);
  const inLabel = new Set<LintElement>();
  for (const element of document.elements) {
    const [parent] = ancestorsOf(element);
    if (parent && (parent.tagName === 'label' || inLabel.has(parent))) inLabel.add(element);
    if (!isField(element) || document.isUnknown(element)) continue;
    const id = getAttribute(element, 'id') ?? '';
    const isLabelled =
      getLabel(element) !== undefined ||
      Boolean(getAttribute(element, 'title')?.trim()) ||
      inLabel.has(element) ||
      (id !== '' && (targets.has(id) || mayLabelAny || isPrinted(id)));
    if (isLabelled || (element.tagName === 'button' && document.text(element) !== '')) continue;
    const remedy =
      element.tagName === 'button'
        ? 'write what it does between its tags, or in aria-label.'
        : 'put it into a <label>, or add a <label for> with its id. A placeholder is no label.';
    report('field-label', element, `<${element.tagName}> has no label: ${remedy}`);
  }
};

const isField = (element: LintElement): boolean => {
  const { tagName } = element;
  if (tagName === 'input') {
    return !selfExplaining.has((getAttribute(element, 'type') ?? 'text').trim().toLowerCase());
  }
  return tagName === 'select' || tagName === 'textarea' || tagName === 'button';
};
