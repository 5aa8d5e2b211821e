/** The end of the file, its trailer and its cross-reference table: clauses 6.1.3, 6.1.4, 6.1.12 and 6.1.13. */
import { getName, isDict, type PdfDict, PdfString, type PdfValue } from '#pdf/object';
import { isDigit } from '#pdf/reading/character-class';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';

const idRule: Rule = {
  pdfa: ['6.1.3', 1],
  pdfa4: ['6.1.3', 1],
  remedy: 'Write two identifiers as /ID into the trailer.',
};
const encryptionRule: Rule = {
  pdfa: ['6.1.3', 2],
  pdfa4: ['6.1.3', 2],
  remedy: 'Save the file without a password or restrictions.',
};
const afterEndRule: Rule = {
  pdfa: ['6.1.3', 3],
  pdfa4: ['6.1.3', 3],
  remedy: 'End the file with %%EOF and one line end.',
};
const tableRule: Rule = { pdfa: ['6.1.4', 2], pdfa4: ['6.1.4', 1] };
const permissionsRule: Rule = { pdfa: ['6.1.12', 1], pdfa4: ['6.1.11', 1] };
const signatureRule: Rule = { pdfa: ['6.1.12', 2] };
const infoRule: Rule = {
  pdfa4: ['6.1.3', 4],
  remedy: 'Keep the properties in the XMP alone, and remove Info from the trailer.',
};
const infoEntriesRule: Rule = {
  pdfa4: ['6.1.3', 5],
  remedy: 'Leave nothing but ModDate in the Info dictionary.',
};
const versionRule: Rule = { pdfa4: ['6.1.12', 1], remedy: 'Remove Version from the catalog, or write 2.0.' };
const objectsRule: Rule = { pdfa: ['6.1.13', 7] };
const pageSizeRule: Rule = {
  pdfa: ['6.1.13', 11],
  remedy: 'Make each page and its boxes between 3 and 14 400 points wide and high.',
};

const maxObjects = 8_388_607;
const minPageUnits = 3;
const maxPageUnits = 14_400;

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file } = document;
  if (!hasIds(document)) findings.add(idRule, { message: 'The trailer has no ID.' });
  if (file.trailer.has('Encrypt')) findings.add(encryptionRule, { message: 'The file is encrypted.' });
  const extra = bytesAfterEnd(document.bytes);
  if (extra !== 0) {
    const message = extra < 0 ? 'The file does not end with %%EOF.' : `${extra} bytes follow the last %%EOF.`;
    findings.add(afterEndRule, { message });
  }
  if (!hasPlainTables(document)) {
    findings.add(tableRule, { message: 'The keyword xref is not followed by one line end and the section.' });
  }
  checkPermissions(document, findings);
  checkPdf2(document, findings);
  const objects = document.objects.length;
  if (objects > maxObjects) findings.add(objectsRule, { message: `The file has ${objects} objects.` });
  checkPageSizes(document, findings);
}

/** What PDF 2.0 says elsewhere. */
function checkPdf2({ file, catalog }: CheckedDocument, findings: FindingCollector): void {
  const info = file.dict(file.trailer, 'Info');
  if (file.trailer.has('Info') && !catalog.has('PieceInfo')) {
    findings.add(infoRule, { message: 'The trailer has an Info dictionary.' });
  }
  if (info && [...info.keys()].join() !== 'ModDate') {
    const keys = [...info.keys()].join(', ') || '(none)';
    findings.add(infoEntriesRule, { message: `The Info dictionary has ${keys} instead of ModDate alone.` });
  }
  const version = file.get(catalog, 'Version');
  if (version !== null && !/^2\.\d$/.test(getName(version) ?? '')) {
    findings.add(versionRule, { message: `The catalog says that the version is ${getName(version)}.` });
  }
}

/** A linearized file has a trailer for its first page, which old readers use. */
function hasIds({ file }: CheckedDocument): boolean {
  const ids = file.array(file.trailer, 'ID') ?? [];
  return ids.some((id) => {
    const value = file.resolve(id);
    return value instanceof PdfString && value.bytes !== '';
  });
}

/** -1 if there is no mark. */
function bytesAfterEnd(bytes: Buffer): number {
  const mark = bytes.lastIndexOf('%%EOF', undefined, 'latin1');
  if (mark < 0) return -1;
  const rest = bytes.toString('latin1', mark + '%%EOF'.length);
  return rest.replace(/^(?:\r\n|\r|\n)/, '').length;
}

/** Any table of the file, also of an older version. In compressed data the keyword is very unlikely. */
function hasPlainTables({ file: { bytes } }: CheckedDocument): boolean {
  const keyword = /(?<=[\r\n])xref(?=\s)/;
  for (let at = bytes.indexOf('xref', 0, 'latin1'); at >= 0; at = bytes.indexOf('xref', at + 1, 'latin1')) {
    if (keyword.test(bytes.toString('latin1', at - 1, at + 5)) && !isPlainTable(bytes, at)) return false;
  }
  return true;
}

function isPlainTable(bytes: Buffer, keyword: number): boolean {
  let at = keyword + 'xref'.length;
  if (bytes[at] === 0x0d) at += bytes[at + 1] === 0x0a ? 2 : 1;
  else if (bytes[at] === 0x0a) at++;
  else return false;
  return isDigit(bytes[at]);
}

const allowedPermissions = new Set(['UR3', 'DocMDP']);

function checkPermissions(document: CheckedDocument, findings: FindingCollector): void {
  const { file, catalog } = document;
  const permissions = file.dict(catalog, 'Perms');
  if (!permissions) return;
  const others = [...permissions.keys()].filter((key) => !allowedPermissions.has(key));
  if (others.length > 0) {
    const message = `The permissions of the file have the keys ${others.join(', ')}.`;
    findings.add(permissionsRule, { message, object: document.objectNumber(permissions) });
  }
  if (!permissions.has('DocMDP')) return;
  for (const { value, number } of document.objects) {
    for (const reference of signatureReferences(document, value)) {
      const keys = ['DigestLocation', 'DigestMethod', 'DigestValue'].filter((key) => reference.has(key));
      if (keys.length === 0) continue;
      const message = `A signature reference has the keys ${keys.join(', ')}.`;
      findings.add(signatureRule, { message, object: number });
    }
  }
}

function signatureReferences({ file }: CheckedDocument, value: PdfValue): PdfDict[] {
  if (!isDict(value) || !value.has('ByteRange')) return [];
  return (file.array(value, 'Reference') ?? []).map((item) => file.resolve(item)).filter(isDict);
}

function checkPageSizes({ file, pages }: CheckedDocument, findings: FindingCollector): void {
  for (const page of pages) {
    for (const key of ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']) {
      const box = page.inherited.get(key) ?? file.get(page.dict, key);
      if (!Array.isArray(box)) continue;
      const [left, bottom, right, top] = box.map((item) => file.resolve(item));
      for (const size of [difference(left, right), difference(bottom, top)]) {
        if (size >= minPageUnits && size <= maxPageUnits) continue;
        const message = `The ${key} of a page is ${size} units wide or high.`;
        findings.add(pageSizeRule, { message, page: page.number, object: page.ref?.number });
      }
    }
  }
}

function difference(a: PdfValue | undefined, b: PdfValue | undefined): number {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) : 0;
}

export const trailerCheck: Check = {
  rules: [
    idRule,
    encryptionRule,
    afterEndRule,
    tableRule,
    permissionsRule,
    signatureRule,
    infoRule,
    infoEntriesRule,
    versionRule,
    objectsRule,
    pageSizeRule,
  ],
  inspect,
};
