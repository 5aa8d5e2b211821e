/** Gives elements the parts that PDF 2.0 asks for: ruby, and groups that stand where they must not be. */
import { type PdfDict, PdfName, type PdfValue } from '../../object.ts';
import type { StructureElements, TreeElement } from './structure-elements.ts';

export function completeParts(elements: StructureElements): void {
  for (const element of elements.all) {
    switch (elements.typeOf(element)) {
      case 'Div':
        // A caption in a group that readers look through would be one of whatever is around it.
        if (element.children.some((child) => elements.typeOf(child) === 'Caption'))
          elements.changeType(element, 'Sect');
        break;
      case 'Ruby':
        completeRuby(elements, element);
        break;
      case 'L':
        completeNumbering(elements, element);
        break;
      case 'Note':
        elements.changeType(element, 'FENote');
        break;
      case 'Aside':
      case 'BlockQuote':
        if (isMisplaced(elements, element)) elements.changeType(element, 'Sect');
    }
  }
}

const transparent = new Set(['NonStruct', 'Div', 'Part']);

/** Cells hold neither, and an aside no other one. */
function isMisplaced(elements: StructureElements, element: TreeElement): boolean {
  let { parent } = element;
  while (parent && transparent.has(elements.typeOf(parent))) ({ parent } = parent);
  const around = parent ? elements.typeOf(parent) : '';
  const isAside = elements.typeOf(element) === 'Aside';
  return around === 'TD' || around === 'TH' || (isAside && (around === 'Aside' || around === 'BlockQuote'));
}

/**
 * Says what the labels of a list are (ISO 14289-2, 8.2.5.25), where Chromium does not: for numbers of other kinds, and for terms. Terms
 * have elements, and numbers are content of their labels.
 */
function completeNumbering(elements: StructureElements, list: TreeElement): void {
  const labels = list.children
    .flatMap(({ children }) => children)
    .filter((child) => elements.typeOf(child) === 'Lbl');
  const [label] = labels;
  if (!label || list.dict.has('A')) return;
  const numbering = label.children.length > 0 ? 'Description' : 'Ordered';
  const attributes: PdfDict = new Map([
    ['O', new PdfName('List')],
    ['ListNumbering', new PdfName(numbering)],
  ]);
  elements.changed(list, list.dict.set('A', attributes));
}

/** A ruby element has one base text and one annotation (ISO 32000-2, 14.8.4.7.3). HTML has several in one. */
function completeRuby(elements: StructureElements, ruby: TreeElement): void {
  const pairs: { bases: TreeElement[]; text: TreeElement }[] = [];
  let bases: TreeElement[] = [];
  for (const child of ruby.children) {
    if (elements.typeOf(child) !== 'RT') bases.push(child);
    else if (bases.length > 0) {
      pairs.push({ bases, text: child });
      bases = [];
    }
  }
  const count = pairs.reduce((sum, pair) => sum + pair.bases.length + 1, 0);
  // What is no pair stays as it is.
  if (count !== ruby.children.length || elements.kidsOf(ruby).length !== count) return;
  const [first] = pairs;
  if (pairs.length === 1 && first) {
    const base = baseOf(elements, ruby, first.bases);
    if (base) elements.changed(ruby, ruby.dict.set('K', [base, first.text.ref ?? first.text.dict]));
    return;
  }
  const kids = pairs.map(({ bases: [base, second], text }) => {
    if (!base || second || elements.typeOf(base) !== 'NonStruct') return undefined;
    elements.changeType(base, 'RB');
    return elements.wrap(ruby, [base, text], 'Ruby');
  });
  if (kids.some((kid) => kid === undefined)) return;
  elements.changed(ruby, ruby.dict.set('K', kids as PdfValue[]));
  elements.changeType(ruby, 'Span');
}

function baseOf(
  elements: StructureElements,
  ruby: TreeElement,
  bases: readonly TreeElement[],
): PdfValue | undefined {
  const [base] = bases;
  if (!base || bases.length > 1 || elements.typeOf(base) !== 'NonStruct')
    return elements.wrap(ruby, bases, 'RB');
  elements.changeType(base, 'RB');
  return base.ref ?? base.dict;
}
