/** Interactive forms: clauses 6.4.1 and 6.4.2 of PDF/A, 7.2 and 7.15 of PDF/UA. */
import { SaxesParser } from 'saxes';
import { isDict, type PdfDict, PdfStream, PdfString, type PdfValue } from '#pdf/object';
import { decodeTextString } from '#pdf/text-string';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { SharedLists } from '../../model/shared-lists.ts';
import { structureTreeOf } from '../../structure/structure-tree.ts';
import { languageRemedy } from '../remedies.ts';
import type { Check, Rule } from '../rule.ts';
import { checkSignature, signatureRules } from './signature-rules.ts';

const xfaRemedy = 'Remove the XFA form. The fields of the PDF stay.';

const fieldActionRule: Rule = { pdfa: ['6.4.1', 2], remedy: 'Remove the actions of the form field.' };
const appearancesRule: Rule = {
  pdfa: ['6.4.1', 3],
  pdfa4: ['6.4.1', 2],
  remedy: 'Draw the fields into the file and remove NeedAppearances.',
};
const xfaRule: Rule = {
  pdfa: ['6.4.2', 1],
  pdfa4: ['6.4.2', 1],
  pdfua2: ['8.10.1', 3],
  remedy: xfaRemedy,
};
const renderingRule: Rule = { pdfa: ['6.4.2', 2], pdfa4: ['6.4.2', 2], remedy: xfaRemedy };
const nameLanguageRule: Rule = {
  pdfua: ['7.2', 25],
  remedy: languageRemedy,
};
const dynamicRule: Rule = { pdfua: ['7.15', 1], remedy: xfaRemedy };

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file, catalog } = document;
  if (catalog.has('NeedsRendering') && file.get(catalog, 'NeedsRendering') !== false) {
    findings.add(renderingRule, {
      message: 'The document needs an XFA program to be shown (NeedsRendering).',
    });
  }
  const form = file.dict(catalog, 'AcroForm');
  if (!form) return;
  const object = document.objectNumber(form);
  const needed = file.get(form, 'NeedAppearances');
  if (needed !== null && needed !== false) {
    findings.add(appearancesRule, {
      message: 'The form leaves the drawing of its fields to the reader.',
      object,
    });
  }
  if (form.has('XFA')) {
    findings.add(xfaRule, { message: 'The document has an XFA form.', object });
    if (findings.wants(dynamicRule) && isDynamic(document, file.get(form, 'XFA'))) {
      findings.add(dynamicRule, { message: 'The document has a dynamic XFA form.', object });
    }
  }
  const hasLanguage = file.get(catalog, 'Lang') instanceof PdfString;
  const tree = structureTreeOf(document);
  for (const field of findFields(document, form)) {
    const name = decodeName(document, field);
    if (field.has('AA')) {
      findings.add(fieldActionRule, {
        message: `The form field ${name} has actions (AA).`,
        object: document.objectNumber(field),
      });
    }
    const element = tree.elementOfObject(field);
    if (!hasLanguage && file.string(field, 'TU') && !(element && tree.text(element, 'Lang') !== undefined)) {
      findings.add(nameLanguageRule, {
        message: `The language of the name of the form field ${name} is not known.`,
        object: document.objectNumber(field),
      });
    }
    checkSignature(document, field, findings);
  }
}

/**
 * Fields on all levels, each once. Kids without a name are the places of a field on pages. Throws `PdfError`
 * (`too_large`).
 */
export function* findFields(document: CheckedDocument, form: PdfDict): Generator<PdfDict> {
  const { file } = document;
  const lists = new SharedLists(document);
  const seen = new Set<PdfDict>();
  const waiting: { value: PdfValue; isTop: boolean }[] = [];
  for (const value of (file.array(form, 'Fields') ?? []).toReversed()) waiting.push({ value, isTop: true });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const field = file.resolve(next.value);
    if (!isDict(field) || seen.has(field) || !(next.isTop || field.has('T'))) continue;
    seen.add(field);
    yield field;
    const kids = lists.walk(file.array(field, 'Kids') ?? []);
    for (const value of kids.toReversed()) waiting.push({ value, isTop: false });
  }
}

function decodeName({ file }: CheckedDocument, field: PdfDict): string {
  const name = file.string(field, 'T');
  return name ? `"${decodeTextString(name).slice(0, 40)}"` : 'without a name';
}

/** Whether the configuration in the XFA form demands dynamic rendering. */
function isDynamic(document: CheckedDocument, value: PdfValue): boolean {
  let source = value;
  if (Array.isArray(value)) {
    const names = value.map((item) => document.file.resolve(item));
    const at = names.findIndex((item) => item instanceof PdfString && item.bytes === 'config');
    source = at < 0 ? null : (names[at + 1] ?? null);
  }
  const xml = source instanceof PdfStream ? document.decode(source)?.toString('utf8') : undefined;
  return xml !== undefined && readDynamicRender(xml) === 'required';
}

const dynamicRenderPath = /^(?:xdp:xdp\/)?config\/acrobat\/acrobat7\/dynamicRender$/;

/** The text of config/acrobat/acrobat7/dynamicRender. Undefined if there is none or the XML is broken. */
function readDynamicRender(xml: string): string | undefined {
  const path: string[] = [];
  let text: string | undefined;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => void path.push(name));
  parser.on('closetag', () => void path.pop());
  parser.on('text', (data) => {
    if (path.length <= 5 && dynamicRenderPath.test(path.join('/'))) text ??= data;
  });
  try {
    parser.write(xml).close();
    return text;
  } catch {
    return undefined;
  }
}

export const formCheck: Check = {
  rules: [
    ...[fieldActionRule, appearancesRule, xfaRule, renderingRule, nameLanguageRule, dynamicRule],
    ...signatureRules,
  ],
  inspect,
};
