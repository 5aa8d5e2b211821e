/** Annotations that people who cannot see them can use: clauses 7.2 and 7.18 of PDF/UA. */
import { PdfString } from '#pdf/object';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { type StructureTree, structureTreeOf } from '../../structure/structure-tree.ts';
import { languageRemedy } from '../remedies.ts';
import type { Check, Rule } from '../rule.ts';
import { Annotation, annotatedPages, annotationFlags } from './annotation.ts';

const linkRemedy = 'Ask for PDF/UA when the document is made: pdfapi then describes and tags each link.';

const languageRule: Rule = {
  pdfua: ['7.2', 24],
  remedy: languageRemedy,
};
const annotTagRule: Rule = { pdfua: ['7.18.1', 1], remedy: 'Put the annotation into an Annot element.' };
const descriptionRule: Rule = { pdfua: ['7.18.1', 2], remedy: linkRemedy };
const fieldNameRule: Rule = {
  pdfua: ['7.18.1', 3],
  remedy: 'Label the form field: <label>, title or aria-label.',
};
const trapNetRule: Rule = { pdfua: ['7.18.2', 1], remedy: 'Remove the TrapNet annotation.' };
const tabsRule: Rule = {
  pdfua: ['7.18.3', 1],
  remedy: 'Let the tab order of the page follow its structure (/Tabs /S).',
};
const widgetTagRule: Rule = { pdfua: ['7.18.4', 1], remedy: 'Put the form field into a Form element.' };
const linkTagRule: Rule = { pdfua: ['7.18.5', 1], remedy: linkRemedy };
const linkContentsRule: Rule = { pdfua: ['7.18.5', 2], remedy: linkRemedy };
const printerMarkRule: Rule = {
  pdfua: ['7.18.8', 1],
  remedy: 'Take the printer mark out of the structure tree.',
};

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const tree = structureTreeOf(document);
  const hasLanguage = document.file.get(document.catalog, 'Lang') instanceof PdfString;
  for (const { page, annotations } of annotatedPages(document)) {
    if (annotations.length > 0 && document.nameAt(page.dict, 'Tabs') !== 'S') {
      findings.add(tabsRule, {
        message: 'The tab order of a page with annotations does not follow the structure.',
        page: page.number,
        object: page.ref?.number,
      });
    }
    for (const dict of annotations) {
      checkAnnotation(new Annotation(document, findings, page, dict), tree, hasLanguage);
    }
  }
}

function checkAnnotation(annotation: Annotation, tree: StructureTree, documentHasLanguage: boolean): void {
  const { dict, flags = 0 } = annotation;
  const contents = annotation.text('Contents');
  const element = tree.elementOfObject(dict);
  const hasLanguage = documentHasLanguage || (element && tree.text(element, 'Lang') !== undefined);
  if (contents !== undefined && !hasLanguage) {
    annotation.report(languageRule, 'has a description whose language is not known');
  }
  if ((flags & annotationFlags.hidden) !== 0 || annotation.isOutsideCropBox) return;
  const alternative = element && tree.text(element, 'Alt');
  const meaning = element && tree.standardTypeOf(element);
  const where = meaning === undefined ? 'no structure element' : `an element of the type ${meaning}`;
  const checkTag = (rule: Rule, expected: string): void => {
    if (meaning !== expected) annotation.report(rule, `is in ${where} instead of ${expected}`);
  };
  if (annotation.type === 'Widget') {
    if (!annotation.fieldName && !alternative) {
      annotation.report(fieldNameRule, 'of a form field has no name for readers (TU)');
    }
    checkTag(widgetTagRule, 'Form');
    return;
  }
  if (!contents && !alternative) {
    annotation.report(descriptionRule, 'has neither a description (Contents) nor an alternative text');
  }
  switch (annotation.type) {
    case 'Link':
      checkTag(linkTagRule, 'Link');
      if (!contents) annotation.report(linkContentsRule, 'has no description (Contents)');
      return;
    case 'PrinterMark':
      if (element) annotation.report(printerMarkRule, 'is in the structure tree');
      return;
    case 'TrapNet':
      annotation.report(trapNetRule, 'is not allowed');
  }
  checkTag(annotTagRule, 'Annot');
}

export const annotationAccessCheck: Check = {
  rules: [
    ...[languageRule, annotTagRule, descriptionRule, fieldNameRule, trapNetRule, tabsRule],
    ...[widgetTagRule, linkTagRule, linkContentsRule, printerMarkRule],
  ],
  inspect,
};
