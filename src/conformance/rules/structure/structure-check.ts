/** The elements of the structure tree: clauses 6.7 of PDF/A, 7.1 to 7.5, 7.7 and 7.9 of PDF/UA. */
import { isNamed, type PdfDict, PdfName, PdfString, type PdfValue } from '#pdf/object';
import { decodeTextString } from '#pdf/text-string';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { isStandardType } from '../../structure/standard-types.ts';
import {
  type StructureElement,
  type StructureTree,
  structureTreeOf,
} from '../../structure/structure-tree.ts';
import { languageRemedy, tagRemedy } from '../remedies.ts';
import type { Check, Rule } from '../rule.ts';
import { checkHeadingLevels, headingRules } from './heading-rules.ts';
import { checkLanguage, languageRules } from './language-rules.ts';
import { nestingRules } from './nesting-rules.ts';
import { checkTableRules, type Report, tableRules } from './table-rules.ts';

const roleRemedy = 'Map each structure type to one of PDF 1.7 in the role map.';

const rootRule: Rule = {
  pdfa: ['6.7.3.3', 1],
  from: 'a',
  pdfua: ['7.1', 11],
  pdfua2: ['8.2.1', 1],
  remedy: tagRemedy,
};
const unmappedRule: Rule = {
  pdfa: ['6.7.3.4', 1],
  from: 'a',
  pdfua: ['7.1', 5],
  pdfua2: ['8.2.4', 1],
  remedy: roleRemedy,
};
const circularRule: Rule = { pdfua: ['7.1', 6], pdfua2: ['8.2.4', 2], remedy: roleRemedy };
const circularArchiveRule: Rule = { pdfa: ['6.7.3.4', 2], from: 'a', remedy: roleRemedy };
const remappedRule: Rule = { pdfua: ['7.1', 7], remedy: roleRemedy };
const remappedArchiveRule: Rule = {
  pdfa: ['6.7.3.4', 3],
  from: 'a',
  pdfua2: ['8.2.4', 4],
  remedy: roleRemedy,
};
const parentRule: Rule = { pdfua: ['7.1', 12], pdfua2: ['8.2.1', 2], remedy: tagRemedy };
const textRules: readonly (readonly [key: string, rule: Rule])[] = [
  ['ActualText', { pdfua: ['7.2', 21], remedy: languageRemedy }],
  ['Alt', { pdfua: ['7.2', 22], remedy: languageRemedy }],
  ['E', { pdfua: ['7.2', 23], remedy: languageRemedy }],
];
const figure2Rule: Rule = { pdfua2: ['8.2.5.28.2', 1], remedy: 'Describe the image: <img alt="…">.' };
const figureRule: Rule = {
  pdfua: ['7.3', 1],
  remedy: 'Describe the image: <img alt="…">, or alt="" if it is decoration.',
};
const formulaRule: Rule = {
  pdfua: ['7.7', 1],
  remedy: 'Describe the formula in words: <math alttext="…"> or aria-label.',
};
const noteRule: Rule = { pdfua: ['7.9', 1], remedy: 'Give each note an ID.' };
const uniqueNoteRule: Rule = { pdfua: ['7.9', 2], remedy: 'Give each note an ID of its own.' };
const formRule: Rule = {
  pdfua: ['7.18.4', 2],
  remedy: 'Put each form field into a Form element of its own.',
};

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file, catalog } = document;
  const language = file.get(catalog, 'Lang');
  const catalogLanguage = language instanceof PdfString ? decodeTextString(language) : undefined;
  checkLanguage(catalogLanguage, 'the document', findings);
  const tree = structureTreeOf(document);
  if (!tree.root) {
    findings.add(rootRule, { message: 'The document has no structure tree: it is not tagged.' });
    return;
  }
  new ElementChecker(document, tree, findings, catalogLanguage !== undefined).check();
}

class ElementChecker {
  readonly #document: CheckedDocument;
  readonly #tree: StructureTree;
  readonly #findings: FindingCollector;
  readonly #hasLanguage: boolean;
  readonly #noteIds = new Set<string>();
  #pageNumbers: ReadonlyMap<PdfDict, number> | undefined;

  constructor(
    document: CheckedDocument,
    tree: StructureTree,
    findings: FindingCollector,
    hasLanguage: boolean,
  ) {
    this.#document = document;
    this.#tree = tree;
    this.#findings = findings;
    this.#hasLanguage = hasLanguage;
  }

  check(): void {
    const { elements } = this.#tree;
    const isAccessible = this.#findings.wants(parentRule);
    for (const element of elements) {
      this.#checkType(element);
      const language = this.#tree.text(element.dict, 'Lang');
      if (language !== undefined)
        checkLanguage(language, nameOf(element), this.#findings, this.#place(element));
      if (!isAccessible) continue;
      if (!element.dict.has('P')) this.#report(parentRule, element, `${title(element)} has no parent (P).`);
      this.#checkTexts(element);
      this.#checkNesting(element);
      this.#checkMeaning(element);
    }
    if (isAccessible) checkHeadingLevels(elements, this.#report);
  }

  #checkType(element: StructureElement): void {
    const { type, standardType, dict } = element;
    // Its namespace has a role map of its own.
    if (dict.has('NS') && standardType !== undefined) return;
    const isCircular = type !== undefined && this.#tree.roles.resolve(type).isCircular;
    const isStandard = type !== undefined && isStandardType(type);
    const isRemapped = isStandard && standardType !== type;
    if (isCircular) {
      const message = `The role map maps the type ${type} in a circle.`;
      this.#report(circularRule, element, message);
      if (standardType === undefined) this.#report(circularArchiveRule, element, message);
    }
    if (isRemapped) {
      const message = `The role map maps the standard type ${type} to another type.`;
      this.#report(remappedRule, element, message);
      if (standardType === undefined) this.#report(remappedArchiveRule, element, message);
    }
    if (standardType === undefined && !isRemapped && !isCircular) {
      const message =
        type === undefined
          ? 'An element has no structure type.'
          : `The structure type ${type} is no standard type of PDF 1.7, and the role map leads to none.`;
      this.#report(unmappedRule, element, message);
    }
  }

  #checkTexts(element: StructureElement): void {
    if (this.#hasLanguage) return;
    for (const [key, rule] of textRules) {
      if (this.#tree.text(element.dict, key) === undefined) continue;
      if (this.#tree.contextOf(element.dict).language !== undefined) continue;
      this.#report(rule, element, `The language of the ${key} text of ${nameOf(element)} is not known.`);
    }
  }

  #checkNesting(element: StructureElement): void {
    const rules = nestingRules.get(element.standardType);
    if (!rules) return;
    const children: string[] = [];
    for (const { standardType } of this.#tree.significantChildren(element)) {
      if (standardType !== undefined) children.push(standardType);
    }
    const parent = this.#tree.parentTypeOf(element.dict);
    for (const { rule, findProblem } of rules) {
      const problem = findProblem({ parent, children });
      if (problem !== undefined) this.#report(rule, element, `${title(element)} ${problem}.`);
    }
  }

  #checkMeaning(element: StructureElement): void {
    const { standardType } = element;
    switch (standardType) {
      case 'Table':
        checkTableRules(this.#tree, element, this.#report);
        break;
      case 'Figure':
        this.#checkAlternative(figureRule, element);
        this.#checkText(element);
        break;
      case 'Formula':
        this.#checkAlternative(formulaRule, element);
        break;
      case 'Note':
        this.#checkNote(element);
        break;
      case 'Form':
        if (!this.#hasRole(element) && !this.#hasOneWidget(element)) {
          this.#report(
            formRule,
            element,
            'A Form element without a role does not hold exactly one form field.',
          );
        }
    }
  }

  #checkAlternative(rule: Rule, element: StructureElement): void {
    const { dict } = element;
    if (this.#tree.text(dict, 'Alt') || this.#tree.text(dict, 'ActualText') !== undefined) return;
    this.#report(rule, element, `${title(element)} has no alternative text.`);
  }

  /** PDF/UA-2 accepts an empty text. */
  #checkText(element: StructureElement): void {
    const hasText = ['Alt', 'ActualText'].some((key) => this.#tree.text(element.dict, key) !== undefined);
    if (!hasText) this.#report(figure2Rule, element, `${title(element)} has no alternative text.`);
  }

  #checkNote(element: StructureElement): void {
    const id = this.#tree.text(element.dict, 'ID');
    if (!id) this.#report(noteRule, element, 'A Note element has no ID.');
    if (id === undefined) return;
    if (this.#noteIds.has(id))
      this.#report(uniqueNoteRule, element, `Two Note elements have the ID "${id.slice(0, 40)}".`);
    this.#noteIds.add(id);
  }

  #hasRole({ dict }: StructureElement): boolean {
    return this.#tree.attribute(dict, 'PrintField', 'Role', isName) !== undefined;
  }

  #hasOneWidget({ children, contents }: StructureElement): boolean {
    const [content, second] = contents;
    if (children.length > 0 || second !== undefined) return false;
    const { file } = this.#document;
    const reference = this.#document.dictOf(content);
    const object = reference && isNamed(file.get(reference, 'Type'), 'OBJR') && file.dict(reference, 'Obj');
    return Boolean(object) && isNamed(file.get(object as PdfDict, 'Subtype'), 'Widget');
  }

  readonly #report: Report = (rule, element, message) => {
    this.#findings.add(rule, { message, ...this.#place(element) });
  };

  #pageNumber(page: PdfDict): number | undefined {
    this.#pageNumbers ??= new Map(this.#document.pages.map(({ dict, number }) => [dict, number]));
    return this.#pageNumbers.get(page);
  }

  #place({ dict }: StructureElement): { page: number | undefined; object: number | undefined } {
    const page = this.#document.file.dict(dict, 'Pg');
    return { page: page && this.#pageNumber(page), object: this.#document.objectNumber(dict) };
  }
}

/** Within a sentence. */
function nameOf({ type }: StructureElement): string {
  return `an element ${type === undefined ? 'without a type' : `of the type ${type}`}`;
}

/** Begins a sentence. */
const title = (element: StructureElement): string => `A${nameOf(element).slice(1)}`;

function isName(value: PdfValue): value is PdfName {
  return value instanceof PdfName;
}

export const structureCheck: Check = {
  rules: [
    ...[rootRule, unmappedRule, circularRule, circularArchiveRule, remappedRule, remappedArchiveRule],
    ...[parentRule, figureRule, figure2Rule, formulaRule],
    ...[noteRule, uniqueNoteRule, formRule],
    ...textRules.map(([, rule]) => rule),
    ...[...nestingRules.values()].flatMap((rules) => rules.map(({ rule }) => rule)),
    ...headingRules,
    ...tableRules,
    ...languageRules,
  ],
  inspect,
};
