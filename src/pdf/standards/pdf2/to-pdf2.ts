/** Makes the structure of a document one of PDF 2.0 (ISO 32000-2, 14.7 and 14.8): namespaces, types, destinations. */
import { type PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { ObjectTarget } from '../apply-standards.ts';
import { completeParts } from './element-parts.ts';
import { addParagraphs } from './paragraphs.ts';
import { leadToElements } from './structure-destinations.ts';
import { StructureElements } from './structure-elements.ts';

const pdf2 = 'http://iso.org/pdf2/ssn';

/** The types of the namespace of PDF 2.0. All others of PDF 1.7 stay in that of 1.7, which is the default. */
const typesOfPdf2 = new Set([
  ...[
    'Document',
    'DocumentFragment',
    'Part',
    'Sect',
    'Div',
    'Aside',
    'NonStruct',
    'P',
    'Title',
    'FENote',
    'Sub',
  ],
  ...['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'Lbl', 'Span', 'Em', 'Strong', 'Link', 'Annot', 'Form'],
  ...['Ruby', 'RB', 'RT', 'RP', 'Warichu', 'WT', 'WP', 'L', 'LI', 'LBody'],
  ...['Table', 'TR', 'TH', 'TD', 'THead', 'TBody', 'TFoot', 'Caption', 'Figure', 'Formula', 'Artifact'],
]);

/**
 * Changes the elements and the root of the structure in memory, and `catalog`, a copy of that of the file. Throws
 * `malformed`, `too_large`.
 */
export function toPdf2(
  file: PdfReader,
  target: ObjectTarget,
  catalog: PdfDict,
  { isAccessible }: { readonly isAccessible: boolean },
): void {
  const rootRef = catalog.get('StructTreeRoot');
  const root = file.dict(catalog, 'StructTreeRoot');
  if (!root) return;
  const namespace = target.add(
    new Map<string, PdfValue>([
      ['Type', new PdfName('Namespace')],
      ['NS', new PdfString(pdf2)],
    ]),
  );
  const elements = new StructureElements(file, target, root, namespace);
  if (isAccessible) {
    completeParts(elements);
    addParagraphs(elements);
    leadToElements(file, target, catalog, elements);
  }
  for (const element of elements.all) {
    if (!typesOfPdf2.has(elements.typeOf(element)) || isOfOther(file, element.dict)) continue;
    elements.changed(element, element.dict.set('NS', namespace));
  }
  const others = (file.array(root, 'Namespaces') ?? []).filter((item) => !isPdf2(file, item));
  // The role map stays: it holds for the default namespace, and for readers that know no other.
  root.set('Namespaces', [namespace, ...others]);
  if (rootRef instanceof PdfRef) target.replace?.(rootRef, root);
}

function isPdf2(file: PdfReader, value: PdfValue | undefined): boolean {
  const namespace = file.resolve(value);
  return namespace instanceof Map && file.string(namespace, 'NS')?.bytes === pdf2;
}

const isOfOther = (file: PdfReader, element: PdfDict): boolean =>
  element.has('NS') && !isPdf2(file, element.get('NS'));
