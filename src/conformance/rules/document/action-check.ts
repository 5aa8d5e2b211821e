/** Actions of the document, its pages, annotations, fields and outline: clauses 6.5 of PDF/A, 7.18.6.2 of PDF/UA. */
import { isDict, isNamed, type PdfDict, PdfString, type PdfValue, toList } from '#pdf/object';
import { outlineEntries } from '#pdf/outline/outline-entries';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { SharedLists } from '../../model/shared-lists.ts';
import { languageRemedy } from '../remedies.ts';
import type { Check, Rule } from '../rule.ts';
import { annotatedPages } from './annotation.ts';
import { findFields } from './form-check.ts';

const remedy = 'Remove the action. A link to a page or an address is allowed.';
const mediaRemedy = 'Give the media clip a content type (CT) and a description (Alt).';

const typeRule: Rule = { pdfa: ['6.5.1', 1], remedy };
const type4Rule: Rule = { pdfa4: ['6.6.1', 1], remedy };
const namedRule: Rule = { pdfa: ['6.5.1', 2], pdfa4: ['6.6.1', 2], remedy };
const documentRule: Rule = { pdfa: ['6.5.2', 1], remedy };
const events4Rule: Rule = { pdfa4: ['6.6.3', 1], remedy };
const pageRule: Rule = { pdfa: ['6.5.2', 2], remedy };
const outlineLanguageRule: Rule = {
  pdfua: ['7.2', 2],
  remedy: languageRemedy,
};
const mediaTypeRule: Rule = { pdfua: ['7.18.6.2', 1], remedy: mediaRemedy };
const mediaTextRule: Rule = { pdfua: ['7.18.6.2', 2], remedy: mediaRemedy };

const allowedTypes = new Set<string | undefined>([
  ...['GoTo', 'GoToR', 'GoToE', 'Thread', 'URI', 'Named', 'SubmitForm'],
]);
/** Also scripts, which are not run when a file is only shown. */
const allowedTypes4 = new Set<string | undefined>([
  ...allowedTypes,
  ...['JavaScript', 'RichMediaExecute', 'GoToDp'],
]);
/** In PDF/A-4e. */
const allowedTypes4e = new Set<string | undefined>(['SetOCGState', 'GoTo3DView']);
const allowedNames = new Set<string | undefined>(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

/** The events of `/AA` by what has it. */
const events = {
  document: ['WC', 'WS', 'DS', 'WP', 'DP'],
  page: ['O', 'C'],
  annotation: ['E', 'X', 'D', 'U', 'Fo', 'Bl', 'PO', 'PC', 'PV', 'PI'],
  field: ['K', 'F', 'V', 'C'],
};
/** The events that PDF/A-4 allows outside form fields. */
const allowedEvents4 = new Set(['E', 'X', 'D', 'U', 'Fo', 'Bl']);

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file, catalog } = document;
  const visited = { actions: new Set<PdfDict>(), lists: new SharedLists(document) };
  const check = (action: PdfValue | undefined, page?: number): void =>
    checkActions(document, action, findings, visited, page);
  const checkEvents = (owner: PdfDict, keys: readonly string[], page?: number): void => {
    const actions = file.dict(owner, 'AA');
    if (actions) for (const key of keys) check(actions.get(key), page);
  };
  const checkEventKeys = (owner: PdfDict, page?: number): void => {
    const others = [...(file.dict(owner, 'AA')?.keys() ?? [])].filter((key) => !allowedEvents4.has(key));
    if (others.length === 0) return;
    const message = `The document has actions for the events ${others.slice(0, 5).join(', ')}.`;
    findings.add(events4Rule, { message, page, object: document.objectNumber(owner) });
  };
  checkEventKeys(catalog);
  if (catalog.has('AA')) {
    findings.add(documentRule, { message: 'The document has actions for its events (AA).' });
    checkEvents(catalog, events.document);
  }
  check(catalog.get('OpenAction'));
  for (const { page, annotations } of annotatedPages(document)) {
    if (page.dict.has('AA')) {
      findings.add(pageRule, {
        message: 'A page has actions for its events (AA).',
        page: page.number,
        object: page.ref?.number,
      });
      checkEvents(page.dict, events.page, page.number);
    }
    checkEventKeys(page.dict, page.number);
    for (const annotation of annotations) {
      if (!isNamed(file.get(annotation, 'Subtype'), 'Widget')) checkEventKeys(annotation, page.number);
      check(annotation.get('A'), page.number);
      checkEvents(annotation, events.annotation, page.number);
    }
  }
  const form = file.dict(catalog, 'AcroForm');
  if (form) for (const field of findFields(document, form)) checkEvents(field, events.field);
  let entries = 0;
  for (const { entry } of outlineEntries(file)) {
    entries++;
    check(entry.get('A'));
  }
  if (entries > 0 && !(file.get(catalog, 'Lang') instanceof PdfString)) {
    findings.add(outlineLanguageRule, { message: 'The language of the outline (bookmarks) is not known.' });
  }
}

/** The action and those that follow it, each once. */
function checkActions(
  document: CheckedDocument,
  first: PdfValue | undefined,
  findings: FindingCollector,
  { actions, lists }: { readonly actions: Set<PdfDict>; readonly lists: SharedLists },
  page: number | undefined,
): void {
  const { file } = document;
  const waiting: PdfValue[] = [first ?? null];
  while (waiting.length > 0) {
    const action = file.resolve(waiting.pop());
    if (!isDict(action) || actions.has(action)) continue;
    actions.add(action);
    const type = file.name(action, 'S');
    const object = document.objectNumber(action);
    const name = file.name(action, 'N');
    if (!allowedTypes4.has(type)) {
      findings.add(type4Rule, {
        message: `The document has an action of the type ${type ?? '(none)'}.`,
        page,
        object,
        ...(allowedTypes4e.has(type) ? { levels: ['pdfa-4', 'pdfa-4f'] as const } : {}),
      });
    }
    if (!allowedTypes.has(type)) {
      findings.add(typeRule, {
        message: `The document has an action of the type ${type ?? '(none)'}.`,
        page,
        object,
      });
    } else if (type === 'Named' && !allowedNames.has(name)) {
      findings.add(namedRule, {
        message: `The document has the named action ${name ?? '(none)'}.`,
        page,
        object,
      });
    }
    if (type === 'Rendition') checkMedia(document, action, findings, page);
    const next = lists.walk(toList(file.get(action, 'Next')));
    for (const each of next.toReversed()) waiting.push(each);
  }
}

function checkMedia(
  document: CheckedDocument,
  action: PdfDict,
  findings: FindingCollector,
  page: number | undefined,
): void {
  const { file } = document;
  const rendition = file.dict(action, 'R');
  const clip = rendition && file.dict(rendition, 'C');
  if (!clip) return;
  const object = document.objectNumber(clip);
  if (!file.string(clip, 'CT')) {
    findings.add(mediaTypeRule, { message: 'A media clip has no content type (CT).', page, object });
  }
  const texts = file.array(clip, 'Alt')?.map((item) => file.resolve(item));
  // Pairs of a language and a description.
  const isRight =
    texts !== undefined &&
    texts.length % 2 === 0 &&
    texts.every((text, index) => text instanceof PdfString && (index % 2 === 0 || text.bytes !== ''));
  if (!isRight) {
    findings.add(mediaTextRule, {
      message: 'A media clip has no description in a language (Alt).',
      page,
      object,
    });
  }
}

export const actionCheck: Check = {
  rules: [
    ...[typeRule, type4Rule, namedRule, documentRule, pageRule, events4Rule],
    ...[outlineLanguageRule, mediaTypeRule, mediaTextRule],
  ],
  inspect,
};
