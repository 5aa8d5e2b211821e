/** The namespaces of structure types in PDF 2.0 (ISO 32000-2, 14.7.4 and 14.8.6). */
import { getName, isDict, type PdfDict, type PdfValue } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { decodeTextString } from '#pdf/text-string';

export const pdf2Namespace = 'http://iso.org/pdf2/ssn';
const pdf1Namespace = 'http://iso.org/pdf/ssn';
const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

/** The standard type of everything in MathML. */
export const mathType = 'MathML';

const pdf2Types = new Set([
  ...[
    'Document',
    'DocumentFragment',
    'Part',
    'Sect',
    'Div',
    'Aside',
    'NonStruct',
    'H',
    'P',
    'Title',
    'FENote',
  ],
  ...['Sub', 'Lbl', 'Span', 'Em', 'Strong', 'Link', 'Annot', 'Form', 'Ruby', 'RB', 'RT', 'RP'],
  ...['Warichu', 'WT', 'WP', 'L', 'LI', 'LBody', 'Table', 'TR', 'TH', 'TD', 'THead', 'TBody', 'TFoot'],
  ...['Caption', 'Figure', 'Formula', 'Artifact'],
]);

const isPdf2Type = (type: string): boolean => pdf2Types.has(type) || /^H[1-9]\d{0,8}$/.test(type);

/** The name of a namespace, given as its dictionary. */
export function namespaceName(file: PdfReader, namespace: PdfValue | undefined): string | undefined {
  const dict = file.resolve(namespace);
  const name = isDict(dict) ? file.string(dict, 'NS') : undefined;
  return name && decodeTextString(name);
}

/** Real files have one step. A longer way counts as a circle. */
const maxSteps = 100;

/**
 * The standard type of an element with a namespace, by that and by its role map. `of17`: the one that a type has in PDF 1.7.
 * Undefined if there is none.
 */
export function typeInNamespace(
  file: PdfReader,
  element: PdfDict,
  of17: (type: string) => string | undefined,
): string | undefined {
  let type = getName(file.get(element, 'S'));
  let namespace = file.get(element, 'NS');
  for (let step = 0; step < maxSteps && type !== undefined; step++) {
    const name = namespaceName(file, namespace);
    if (name === mathNamespace) return mathType;
    if (name === pdf2Namespace && isPdf2Type(type)) return type;
    if (name === pdf1Namespace || name === undefined) return of17(type);
    const roles: PdfDict | undefined = isDict(namespace) ? file.dict(namespace, 'RoleMapNS') : undefined;
    const role: PdfValue = roles ? file.get(roles, type) : null;
    const [target, other]: readonly PdfValue[] = Array.isArray(role) ? role : [role];
    type = getName(file.resolve(target));
    namespace = file.resolve(other);
  }
  return undefined;
}
