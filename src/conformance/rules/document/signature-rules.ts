/** Signatures: clause 6.4.3 of PDF/A. */
import { isDict, type PdfDict, PdfString } from '#pdf/object';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';
import { readSignedData } from './signed-data.ts';

const remedy = 'Sign the document with a program that makes PDF signatures of type adbe.pkcs7.detached.';

const rangeRule: Rule = { pdfa: ['6.4.3', 1], remedy };
const certificateRule: Rule = { pdfa: ['6.4.3', 2], remedy };
const signerRule: Rule = { pdfa: ['6.4.3', 3], remedy };

export const signatureRules: readonly Rule[] = [rangeRule, certificateRule, signerRule];

/** Parents of a form field. Real files stay below 10. */
const maxFieldDepth = 100;

/** Does nothing for a field that is not signed. */
export function checkSignature(document: CheckedDocument, field: PdfDict, findings: FindingCollector): void {
  const { file } = document;
  const signature = file.get(field, 'V');
  if (!isDict(signature) || findFieldType(document, field) !== 'Sig') return;
  const object = document.objectNumber(field.get('V')) ?? document.objectNumber(signature);
  if (!coversFile(document, signature, object)) {
    findings.add(rangeRule, {
      message: 'The signature does not cover the whole file as it was when it was signed.',
      object,
    });
  }
  const contents = file.get(signature, 'Contents');
  if (!(contents instanceof PdfString)) return;
  const { certificates, signers } = readSignedData(Buffer.from(contents.bytes, 'latin1'));
  if (certificates === 0) {
    findings.add(certificateRule, { message: 'The signature has no certificate of its signer.', object });
  }
  if (signers !== 1) {
    findings.add(signerRule, { message: `The signature has ${signers} signers instead of one.`, object });
  }
}

function findFieldType({ file }: CheckedDocument, field: PdfDict): string | undefined {
  let each: PdfDict | undefined = field;
  for (let depth = 0; each && depth < maxFieldDepth; depth++) {
    const type = file.name(each, 'FT');
    if (type !== undefined) return type;
    each = file.dict(each, 'Parent');
  }
  return undefined;
}

/**
 * Whether the byte range leaves out nothing but the value of `/Contents`. It ends with the revision of the file that
 * was signed; later revisions may follow.
 */
function coversFile(document: CheckedDocument, signature: PdfDict, object: number | undefined): boolean {
  const range = (document.file.array(signature, 'ByteRange') ?? []).map((item) =>
    document.file.resolve(item),
  );
  const [start, length, resume, rest] = range;
  if (typeof resume !== 'number' || typeof rest !== 'number') return false;
  const contents = findContents(document, object);
  if (start !== 0 || !contents || length !== contents.start || resume !== contents.end) return false;
  const { bytes } = document.file;
  const [first, last] = findRevisionEnd(bytes, resume);
  document.file.spend(last - resume);
  const end = resume + rest;
  return last === bytes.length ? end === last : end >= first && end <= last;
}

/** The ends of the revision that contains the position: without and with the end of its last line. */
function findRevisionEnd(bytes: Buffer, position: number): readonly [first: number, last: number] {
  const table = bytes.indexOf('startxref', position, 'latin1');
  const mark = table < 0 ? -1 : bytes.indexOf('%%EOF', table, 'latin1');
  if (mark < 0) return [bytes.length, bytes.length];
  const first = mark + '%%EOF'.length;
  let last = first;
  if (bytes[last] === 0x0d) last++;
  if (bytes[last] === 0x0a) last++;
  return [first, last];
}

/** The bytes of the signature's value, with its angle brackets. */
function findContents(
  document: CheckedDocument,
  object: number | undefined,
): { start: number; end: number } | undefined {
  const { bytes, structure } = document.file;
  const entry = object === undefined ? undefined : structure.crossReference.find(object);
  if (entry?.kind !== 'plain') return undefined;
  const key = bytes.indexOf('/Contents', entry.offset, 'latin1');
  document.file.spend((key < 0 ? bytes.length : key) - entry.offset);
  const start = key < 0 ? -1 : bytes.indexOf('<', key, 'latin1');
  const close = start < 0 ? -1 : bytes.indexOf('>', start, 'latin1');
  return close < 0 ? undefined : { start, end: close + 1 };
}
