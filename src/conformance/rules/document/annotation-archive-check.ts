/** Annotations that look the same everywhere: clauses 6.3 and 6.4.1 of PDF/A. */
import { isDict, PdfStream } from '#pdf/object';
import type { ConformanceLevel } from '../../levels.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';
import { Annotation, annotatedPages, annotationFlags } from './annotation.ts';

const appearanceRemedy = 'Give the annotation a normal appearance (N) and no other one.';

const typeRule: Rule = {
  pdfa: ['6.3.1', 1],
  remedy: 'Remove the annotation, or draw what it shows into the page.',
};
const type4Rule: Rule = {
  pdfa4: ['6.3.1', 1],
  remedy: 'Remove the annotation, or draw what it shows into the page.',
};
const flagsRule: Rule = {
  pdfa: ['6.3.2', 1],
  pdfa4: ['6.3.2', 1],
  remedy: 'Give the annotation the flag Print.',
};
const visibleRule: Rule = {
  pdfa: ['6.3.2', 2],
  pdfa4: ['6.3.2', 2],
  remedy: 'Set the flag Print of the annotation, and none that hides it.',
};
const appearanceRule: Rule = { pdfa: ['6.3.3', 1], remedy: appearanceRemedy };
const appearance4Rule: Rule = { pdfa4: ['6.3.3', 1], remedy: appearanceRemedy };
const onlyNormalRule: Rule = { pdfa: ['6.3.3', 2], pdfa4: ['6.3.3', 2], remedy: appearanceRemedy };
const buttonRule: Rule = { pdfa: ['6.3.3', 3], pdfa4: ['6.3.3', 3], remedy: appearanceRemedy };
const streamRule: Rule = { pdfa: ['6.3.3', 4], pdfa4: ['6.3.3', 4], remedy: appearanceRemedy };
const action4Rule: Rule = { pdfa4: ['6.4.1', 1], remedy: 'Remove the action of the form field.' };
const actionRule: Rule = { pdfa: ['6.4.1', 1], remedy: 'Remove the actions of the form field.' };

/** Types of ISO 32000-1 without 3D, Sound, Screen and Movie. */
const allowedTypes = new Set<string | undefined>([
  ...[
    'Text',
    'Link',
    'FreeText',
    'Line',
    'Square',
    'Circle',
    'Polygon',
    'PolyLine',
    'Highlight',
    'Underline',
  ],
  ...['Squiggly', 'StrikeOut', 'Stamp', 'Caret', 'Ink', 'Popup', 'FileAttachment', 'Widget', 'PrinterMark'],
  ...['TrapNet', 'Watermark', 'Redact'],
]);

/** What each level of PDF/A-4 allows beside these. */
const allowedTypes4: readonly (readonly [ConformanceLevel, ReadonlySet<string | undefined>])[] = [
  ['pdfa-4', new Set(['Projection'])],
  ['pdfa-4e', new Set(['Projection', '3D', 'RichMedia'])],
  ['pdfa-4f', new Set(['Projection', 'FileAttachment'])],
];

const hidingFlags = ['invisible', 'hidden', 'noView', 'toggleNoView'] as const;

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  for (const { page, annotations } of annotatedPages(document)) {
    for (const dict of annotations) {
      const annotation = new Annotation(document, findings, page, dict);
      checkVisibility(annotation);
      checkAppearance(document, annotation);
    }
  }
}

function checkVisibility(annotation: Annotation): void {
  const { type, flags, dict } = annotation;
  if (!allowedTypes.has(type)) annotation.report(typeRule, 'is of a type that PDF/A does not allow');
  const levels = allowedTypes4
    .filter(([, more]) => !more.has(type) && (type === 'FileAttachment' || !allowedTypes.has(type)))
    .map(([level]) => level);
  if (levels.length > 0) annotation.report(type4Rule, 'is of a type that PDF/A-4 does not allow', levels);
  if (flags === undefined) {
    if (type !== 'Popup') annotation.report(flagsRule, 'has no flags (F)');
  } else {
    const hiding = hidingFlags.filter((flag) => (flags & annotationFlags[flag]) !== 0);
    if ((flags & annotationFlags.print) === 0) annotation.report(visibleRule, 'does not have the flag Print');
    else if (hiding.length > 0) annotation.report(visibleRule, `has the flags ${hiding.join(', ')}`);
  }
  if (type === 'Widget' && dict.has('A')) annotation.report(action4Rule, 'of a form field has an action (A)');
  if (type === 'Widget' && (dict.has('A') || dict.has('AA'))) {
    annotation.report(actionRule, 'of a form field has actions (A or AA)');
  }
}

function checkAppearance({ file }: CheckedDocument, annotation: Annotation): void {
  const { type, rectangle } = annotation;
  const appearances = annotation.get('AP');
  if (!isDict(appearances)) {
    const isPoint = rectangle && rectangle[0] === rectangle[2] && rectangle[1] === rectangle[3];
    if (type !== 'Popup' && type !== 'Link' && !isPoint) {
      annotation.report(appearanceRule, 'has no appearance (AP)');
      if (type !== 'Projection') annotation.report(appearance4Rule, 'has no appearance (AP)');
    }
    return;
  }
  const keys = [...appearances.keys()];
  if (keys.join() !== 'N') {
    const found = keys.join(', ') || '(none)';
    annotation.report(onlyNormalRule, `has the appearances ${found} instead of N alone`);
    return;
  }
  const normal = file.get(appearances, 'N');
  if (type === 'Widget' && annotation.fieldType === 'Btn') {
    const hasStates =
      isDict(normal) && [...normal.values()].some((state) => file.resolve(state) instanceof PdfStream);
    if (!hasStates) annotation.report(buttonRule, 'of a button has no appearance for each of its states');
  } else if (!(normal instanceof PdfStream)) {
    annotation.report(streamRule, 'has an appearance that is no stream');
  }
}

export const annotationArchiveCheck: Check = {
  rules: [
    ...[typeRule, type4Rule, flagsRule, visibleRule, appearanceRule, appearance4Rule],
    ...[onlyNormalRule, buttonRule, streamRule, actionRule, action4Rule],
  ],
  inspect,
};
