/** Annotations that people who cannot see them can use: clauses 8.2.5.20, 8.9 and 8.10 of PDF/UA-2. */
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue } from '#pdf/object';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { type StructureTree, structureTreeOf } from '../../structure/structure-tree.ts';
import type { Check, Rule } from '../rule.ts';
import { Annotation, annotatedPages, annotationFlags } from './annotation.ts';

const linkRemedy = 'Ask for PDF/UA when the document is made: pdfapi then describes and tags each link.';
const textRemedy = 'Describe what the annotation says in its Contents.';
const artifactRemedy = 'Take the annotation out of the structure tree.';

const rule = (clause: string, test: number, remedy: string): Rule => ({ pdfua2: [clause, test], remedy });

const linkTagRule = rule('8.2.5.20', 1, linkRemedy);
const linkTargetRule = rule('8.2.5.20', 2, 'Give links to different places elements of their own.');
const invisibleRule = rule('8.9.2.2', 1, artifactRemedy);
const noViewRule = rule('8.9.2.2', 2, artifactRemedy);
const markupTagRule = rule('8.9.2.3', 1, 'Put the annotation into an Annot element.');
const attachmentRule = rule('8.9.2.4.10', 1, 'Say how the file relates to the document (AFRelationship).');
const widgetSizeRule = rule('8.9.2.4.13', 1, artifactRemedy);
const watermarkRule = rule('8.9.2.4.16', 1, 'Put the annotation into an Annot element.');
const tabsRule = rule(
  '8.9.3.3',
  1,
  'Let the tab order of the page follow its structure (/Tabs /S), its annotations or its rows.',
);
const sameTextRule = rule('8.9.4.2', 1, 'Give the annotation and its element the same text.');
const fieldTagRule = rule('8.10.1', 1, 'Put the form field into a Form element.');
const oneFieldRule = rule('8.10.1', 2, 'Put each form field into a Form element of its own.');
const fieldLabelRule = rule('8.10.2.3', 1, 'Label the form field: <label>, title or aria-label.');
const fieldActionRule = rule('8.10.2.3', 2, textRemedy);

/** Types that are not allowed, and those that must not be in the structure. */
const forbidden: ReadonlyMap<string | undefined, Rule> = new Map([
  ['Sound', rule('8.9.2.4.11', 1, 'Remove the Sound annotation.')],
  ['Movie', rule('8.9.2.4.11', 2, 'Remove the Movie annotation.')],
  ['TrapNet', rule('8.9.2.4.15', 1, 'Remove the TrapNet annotation.')],
]);
const popupRule = rule('8.9.2.4.9', 1, artifactRemedy);
const printerMarkRule = rule('8.9.2.4.14', 1, artifactRemedy);

/** Types that need a description. */
const described: ReadonlyMap<string | undefined, Rule> = new Map([
  ['Stamp', rule('8.9.2.4.7', 1, textRemedy)],
  ['Ink', rule('8.9.2.4.8', 1, textRemedy)],
  ['Screen', rule('8.9.2.4.12', 1, textRemedy)],
  ['3D', rule('8.9.2.4.19', 1, textRemedy)],
  ['RichMedia', rule('8.9.2.4.19', 2, textRemedy)],
]);

/** ISO 32000-2, table 171. */
const markupTypes = new Set<string | undefined>([
  ...['Text', 'FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight', 'Underline'],
  ...['Squiggly', 'StrikeOut', 'Caret', 'Stamp', 'Ink', 'FileAttachment', 'Redact', 'Projection'],
]);

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const tree = structureTreeOf(document);
  const targets = new Map<PdfDict, number>();
  for (const { page, annotations } of annotatedPages(document)) {
    if (annotations.length > 0 && !['A', 'W', 'S'].includes(document.nameAt(page.dict, 'Tabs') ?? '')) {
      findings.add(tabsRule, {
        message: 'A page with annotations does not say in which order Tab visits them.',
        page: page.number,
        object: page.ref?.number,
      });
    }
    for (const dict of annotations) {
      const annotation = new Annotation(document, findings, page, dict);
      const place = new AnnotationPlace(document, tree, dict);
      checkAnnotation(document, annotation, place);
      if (annotation.type === 'Link') checkTarget(document, annotation, place, targets);
      if (annotation.type === 'Widget') checkField(document, annotation, place);
    }
  }
  for (const { standardType, contents, dict } of tree.elements) {
    if (standardType !== 'Form' || contents.filter((item) => isWidget(document, item)).length < 2) continue;
    const message = 'A Form element holds several form fields.';
    findings.add(oneFieldRule, { message, object: document.objectNumber(dict) });
  }
}

/** Where an annotation is in the structure. */
class AnnotationPlace {
  readonly element: PdfDict | undefined;
  /** The standard type of the element. */
  readonly meaning: string | undefined;
  readonly isArtifact: boolean;
  readonly alternative: string | undefined;

  constructor({ file }: CheckedDocument, tree: StructureTree, annotation: PdfDict) {
    this.element = tree.elementOfObject(annotation);
    this.meaning = this.element && tree.standardTypeOf(this.element);
    this.alternative = this.element && tree.text(this.element, 'Alt');
    const seen = new Set<PdfDict>();
    let isArtifact = false;
    for (let each = this.element; each && !seen.has(each); each = file.dict(each, 'P')) {
      seen.add(each);
      isArtifact ||= tree.standardTypeOf(each) === 'Artifact';
    }
    this.isArtifact = isArtifact;
  }

  /** Whether it is in the structure as something to be read. */
  get isRead(): boolean {
    return this.element !== undefined && !this.isArtifact;
  }
}

function checkAnnotation({ file }: CheckedDocument, annotation: Annotation, place: AnnotationPlace): void {
  const { type, flags = 0 } = annotation;
  const { meaning, isRead, alternative } = place;
  const contents = annotation.text('Contents');
  const where = `is in an element of the type ${meaning ?? '(none)'}`;
  const banned = forbidden.get(type);
  if (banned) annotation.report(banned, 'is not allowed');
  if (isRead && (flags & annotationFlags.invisible) !== 0) {
    annotation.report(invisibleRule, 'is in the structure, and invisible');
  }
  if (
    isRead &&
    (flags & (annotationFlags.noView | annotationFlags.toggleNoView)) === annotationFlags.noView
  ) {
    annotation.report(noViewRule, 'is in the structure, and never shown');
  }
  if (type === 'Link' && isRead && meaning !== 'Link' && meaning !== 'Reference') {
    annotation.report(linkTagRule, `${where} instead of Link`);
  }
  if (isRead && meaning !== 'Annot') {
    if (markupTypes.has(type)) annotation.report(markupTagRule, `${where} instead of Annot`);
    if (type === 'Watermark') annotation.report(watermarkRule, `${where} instead of Annot`);
  }
  if (type === 'Popup' && place.element) annotation.report(popupRule, 'is in the structure tree');
  if (type === 'PrinterMark' && isRead) annotation.report(printerMarkRule, 'is in the structure tree');
  const textRule = described.get(type);
  const hasName = type === 'Stamp' && annotation.get('Name') !== null;
  if (textRule && contents === undefined && !hasName) {
    annotation.report(textRule, 'has no description (Contents)');
  }
  if (contents !== undefined && alternative !== undefined && contents !== alternative) {
    annotation.report(sameTextRule, 'has another description than its element (Contents and Alt)');
  }
  const specification = type === 'FileAttachment' ? annotation.get('FS') : null;
  if (isDict(specification) && file.name(specification, 'AFRelationship') === undefined) {
    annotation.report(attachmentRule, 'has a file that does not say how it relates to the document');
  }
}

/** Links of one element must lead to one place. */
function checkTarget(
  { file }: CheckedDocument,
  annotation: Annotation,
  { element }: AnnotationPlace,
  targets: Map<PdfDict, number>,
): void {
  const target = targetOf(file.dict(annotation.dict, 'A'), annotation.get('Dest'));
  if (!element || !target) return;
  const known = targets.get(element);
  if (known !== undefined && known !== target.number) {
    annotation.report(linkTargetRule, 'is in one element with a link to another place');
  }
  targets.set(element, target.number);
}

/** The page or element to which a link leads, if it names it. */
function targetOf(action: PdfDict | undefined, destination: PdfValue): PdfRef | undefined {
  const [list] = [action?.get('SD'), action?.get('D'), destination].filter(Array.isArray);
  const first: PdfValue | undefined = list?.[0];
  return first instanceof PdfRef ? first : undefined;
}

function checkField(document: CheckedDocument, annotation: Annotation, place: AnnotationPlace): void {
  const { dict, rectangle } = annotation;
  const { file } = document;
  const isPoint = rectangle && rectangle[0] === rectangle[2] && rectangle[1] === rectangle[3];
  if (isPoint && place.isRead) annotation.report(widgetSizeRule, 'of a form field has no size');
  if (!place.isRead || !(dict.has('FT') || dict.has('T') || dict.has('Parent'))) return;
  if (place.meaning !== 'Form') {
    annotation.report(
      fieldTagRule,
      `of a form field is in an element of the type ${place.meaning ?? '(none)'}`,
    );
  }
  if (annotation.get('Contents') !== null) return;
  const kids = place.element ? file.get(place.element, 'K') : null;
  const hasLabel = (Array.isArray(kids) ? kids : [kids]).some((kid) => {
    const element = file.resolve(kid);
    return isDict(element) && isNamed(file.get(element, 'S'), 'Lbl') && file.get(element, 'K') !== null;
  });
  if (!hasLabel) annotation.report(fieldLabelRule, 'of a form field has neither a label nor a description');
  if (dict.has('AA')) annotation.report(fieldActionRule, 'of a form field has actions and no description');
}

function isWidget(document: CheckedDocument, content: PdfValue): boolean {
  const reference = document.dictOf(content);
  const object = reference && document.file.dict(reference, 'Obj');
  return object !== undefined && document.nameAt(object, 'Subtype') === 'Widget';
}

export const annotationAccess2Check: Check = {
  rules: [
    ...[linkTagRule, linkTargetRule, invisibleRule, noViewRule, markupTagRule, attachmentRule],
    ...[widgetSizeRule, watermarkRule, tabsRule, sameTextRule, fieldTagRule, oneFieldRule, fieldLabelRule],
    ...[fieldActionRule, popupRule, printerMarkRule, ...forbidden.values(), ...described.values()],
  ],
  inspect,
};
