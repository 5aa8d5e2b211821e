/** The elements of the structure tree in PDF 2.0: clauses 8.2.4, 8.2.5 and 8.4.4 of PDF/UA-2. */
import { getName, isDict, type PdfDict, PdfName, PdfRef, PdfString } from '#pdf/object';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { mathType, namespaceName, pdf2Namespace } from '../../structure/namespaces.ts';
import {
  type StructureElement,
  type StructureTree,
  structureTreeOf,
} from '../../structure/structure-tree.ts';
import { languageRemedy } from '../remedies.ts';
import type { Check, Rule } from '../rule.ts';
import { checkContainment, containmentRules, hasContent } from './containment-rules.ts';

const rule = (clause: string, test: number, remedy?: string): Rule => ({
  pdfua2: [clause, test],
  ...(remedy === undefined ? {} : { remedy }),
});

const documentRemedy =
  'Ask for PDF/UA-2 when the document is made, so that all of it is in one Document element.';
const noteRemedy = 'Let the note and each call of it name the other (Ref).';

const sameNamespaceRule = rule('8.2.4', 3, 'Map no type to another one of its own namespace.');
const rootRule = rule('8.2.5.2', 1, documentRemedy);
const rootChildRule = rule('Table 5. StructTreeRoot-Document', 1, documentRemedy);
const rootNamespaceRule = rule('8.2.5.2', 2, documentRemedy);
const contentsRule = rule(
  '8.2.5.8',
  1,
  'Let each entry of the contents name the element that it leads to (Ref).',
);
const headingRule = rule('8.2.5.12', 1, 'Use headings with a level: H1, H2 and so on.');
const noteRule = rule('8.2.5.14', 1, 'Use FENote of PDF 2.0 instead of Note.');
const orphanRule = rule('8.2.5.14', 2, noteRemedy);
const ghostRule = rule('8.2.5.14', 3, noteRemedy);
const noteTypeRule = rule('8.2.5.14', 4, 'Write Footnote, Endnote or None as NoteType.');
const rubyRule = rule('8.2.5.23', 1, 'Give each Ruby one RB and one RT, with or without RP around that.');
const warichuRule = rule('8.2.5.24', 1, 'Give each Warichu the parts WP, WT and WP.');
const numberingRule = rule('8.2.5.25', 1, 'Say with ListNumbering what the labels of the list are.');
const itemRule = rule('8.2.5.25', 2, 'Put the text of the item into LBody.');
const captionRule = rule('8.2.5.27', 1, 'Make the caption the first or the last part of what it describes.');
const mathRule = rule('8.2.5.29', 1, 'Put MathML into a Formula element.');
const languageRule = rule('8.4.4', 1, languageRemedy);

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file, catalog } = document;
  const language = file.get(catalog, 'Lang');
  if (!(language instanceof PdfString) || language.bytes === '') {
    findings.add(languageRule, { message: 'The document declares no language (Lang).' });
  }
  const tree = structureTreeOf(document);
  if (!tree.root) return;
  checkRoot(document, tree, tree.root, findings);
  const report = (broken: Rule, element: StructureElement, message: string): void => {
    findings.add(broken, { message, object: document.objectNumber(element.dict) });
  };
  const referring = new Map<PdfDict, Set<PdfDict>>();
  for (const { dict } of tree.elements) {
    for (const target of referencesOf(document, dict)) {
      const known = referring.get(target);
      if (known) known.add(dict);
      else referring.set(target, new Set([dict]));
    }
  }
  for (const element of tree.elements) {
    checkContainment(tree, element, report);
    checkMeaning(document, tree, element, report);
    if (element.standardType === 'FENote') checkNote(document, tree, { element, referring, report });
    if (mapsWithin(document, element.dict)) {
      report(
        sameNamespaceRule,
        element,
        `The type ${element.type} is mapped to another one of its namespace.`,
      );
    }
  }
}

function checkRoot(
  { file }: CheckedDocument,
  tree: StructureTree,
  root: PdfDict,
  findings: FindingCollector,
): void {
  const tops = tree.elements.filter(({ dict }) => file.dict(dict, 'P') === root);
  const types = tops.map(({ standardType }) => standardType ?? '(none)');
  if (types.join() !== 'Document') {
    findings.add(rootRule, {
      message: `The structure consists of ${types.slice(0, 5).join(', ') || 'nothing'} instead of one Document.`,
    });
  }
  if (types.filter((type) => type === 'Document').length !== 1) {
    findings.add(rootChildRule, { message: 'The structure does not have exactly one Document.' });
  }
  const [first] = tops;
  if (types.join() === 'Document' && namespaceName(file, first?.dict.get('NS')) !== pdf2Namespace) {
    findings.add(rootNamespaceRule, { message: 'The Document element is not of the namespace of PDF 2.0.' });
  }
}

type ReportOn = (broken: Rule, element: StructureElement, message: string) => void;

function checkMeaning(
  document: CheckedDocument,
  tree: StructureTree,
  element: StructureElement,
  report: ReportOn,
): void {
  const children = [...tree.significantChildren(element)].map(({ standardType }) => standardType ?? '');
  const middle = children.slice(1, -1);
  if (middle.includes('Caption')) {
    report(
      captionRule,
      element,
      `A caption is between other parts of an element of the type ${element.type}.`,
    );
  }
  switch (element.standardType) {
    case 'TOCI':
      if (![element, ...element.children].some(({ dict }) => referencesOf(document, dict).length > 0))
        report(contentsRule, element, 'An entry of the contents names no element (Ref).');
      break;
    case 'H':
      report(headingRule, element, 'A heading has no level (H).');
      break;
    case 'Note':
      report(noteRule, element, 'A note is of the type Note, which PDF 2.0 has replaced.');
      break;
    case 'Ruby':
      if (!/^RB,(?:RT|RP,RT,RP)$/.test(children.join()))
        report(rubyRule, element, `A Ruby element has the parts ${children.join(', ') || '(none)'}.`);
      break;
    case 'Warichu':
      if (children.join() !== 'WP,WT,WP')
        report(warichuRule, element, `A Warichu element has the parts ${children.join(', ') || '(none)'}.`);
      break;
    case 'L':
      checkList(tree, element, report);
      break;
    case 'LI':
      if (hasContent(tree, element)) report(itemRule, element, 'An item of a list holds text itself.');
      break;
    case mathType:
      if (!['Formula', mathType].includes(tree.parentTypeOf(element.dict) ?? ''))
        report(mathRule, element, 'MathML is outside a Formula element.');
  }
}

function checkList(tree: StructureTree, element: StructureElement, report: ReportOn): void {
  const hasLabels = [...tree.significantChildren(element)].some((item) =>
    [...tree.significantChildren(item)].some(({ standardType }) => standardType === 'Lbl'),
  );
  const isName = (value: unknown): value is PdfName => value instanceof PdfName;
  const numbering = tree.attribute(element.dict, 'List', 'ListNumbering', isName)?.value ?? 'None';
  if (hasLabels && numbering === 'None') {
    report(numberingRule, element, 'A list with labels does not say what they are (ListNumbering).');
  }
}

function checkNote(
  document: CheckedDocument,
  tree: StructureTree,
  {
    element,
    referring,
    report,
  }: {
    readonly element: StructureElement;
    readonly referring: ReadonlyMap<PdfDict, ReadonlySet<PdfDict>>;
    readonly report: ReportOn;
  },
): void {
  const named = new Set(referencesOf(document, element.dict));
  const calls = referring.get(element.dict) ?? new Set();
  if ([...calls].some((call) => !named.has(call))) {
    report(orphanRule, element, 'A note does not name an element that refers to it (Ref).');
  }
  if ([...named].some((each) => !calls.has(each))) {
    report(ghostRule, element, 'A note names an element that does not refer to it (Ref).');
  }
  const isName = (value: unknown): value is PdfName => value instanceof PdfName;
  const type = tree.attribute(element.dict, 'FENote', 'NoteType', isName)?.value ?? 'None';
  if (!['Footnote', 'Endnote', 'None'].includes(type)) {
    report(noteTypeRule, element, `A note is of the kind ${type}.`);
  }
}

/** The elements that an element names as related to it. */
function referencesOf({ file }: CheckedDocument, element: PdfDict): readonly PdfDict[] {
  if (!element.has('Ref')) return [];
  return (file.array(element, 'Ref') ?? [])
    .filter((item) => item instanceof PdfRef)
    .map((item) => file.resolve(item))
    .filter(isDict);
}

/** Whether the role map of its namespace leads from its type to another one of the same namespace. */
function mapsWithin({ file }: CheckedDocument, element: PdfDict): boolean {
  const namespace = file.get(element, 'NS');
  const roles = isDict(namespace) ? file.dict(namespace, 'RoleMapNS') : undefined;
  const role = roles && file.get(roles, getName(file.get(element, 'S')) ?? '');
  return Array.isArray(role) && file.resolve(role[1]) === namespace;
}

export const pdf2StructureCheck: Check = {
  rules: [
    ...[sameNamespaceRule, rootRule, rootChildRule, rootNamespaceRule, contentsRule, headingRule],
    ...[noteRule, orphanRule, ghostRule, noteTypeRule, rubyRule, warichuRule, numberingRule, itemRule],
    ...[captionRule, mathRule, languageRule],
    ...containmentRules,
  ],
  inspect,
};
