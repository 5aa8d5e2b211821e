/** The signatures of a PDF, what each covers, and what was changed after it. */
import { getPages } from '../document/page-tree.ts';
import { type PdfDict, PdfString } from '../object.ts';
import { parsePdfDate } from '../pdf-date.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';
import { compareRevisions } from './comparison/compare-revisions.ts';
import type { RevisionChange } from './comparison/revision-changes.ts';
import { isSame } from './comparison/same-value.ts';
import { certificationOf, getCertification } from './read-certification.ts';
import { locks, readLock, type SignatureLock } from './read-locks.ts';
import type { CertificationLevel } from './signature-dictionary.ts';
import { getSignatureFields, type SignatureField } from './signature-fields.ts';
import { contentsOf, readSignedRange } from './signed-range.ts';
import { findAmbiguity } from './updates/find-ambiguity.ts';

export interface PdfSignature {
  /** The whole name of its field. */
  readonly field: string;
  /** The page that shows it; undefined for one that no page shows. */
  readonly page: number | undefined;
  /** `ETSI.CAdES.detached`, for example. */
  readonly subFilter: string;
  /** CMS, followed by zeros. Undefined if there is none. */
  readonly contents: Uint8Array | undefined;
  /** The bytes that it covers, in this order. Undefined if it does not cover what it must: see `problem`. */
  readonly signed: readonly [Uint8Array, Uint8Array] | undefined;
  /** Why it does not protect the document, such as `it does not cover the beginning of the file`. */
  readonly problem: string | undefined;
  /** Whether it covers the file up to its end. */
  readonly coversFile: boolean;
  /** The changes after it. Undefined if the signed revision cannot be read. */
  readonly changes: readonly RevisionChange[] | undefined;
  readonly certification: CertificationLevel | undefined;
  /** The changes after it that its lock permits (`/P`); undefined if the lock does not say. */
  readonly lockLevel: CertificationLevel | undefined;
  readonly name: string | undefined;
  readonly reason: string | undefined;
  readonly location: string | undefined;
  /** The time that the signer claims. */
  readonly date: Date | undefined;
}

export interface PdfSignatures {
  /** In the order in which they were made. */
  readonly signatures: readonly PdfSignature[];
  /** Signature fields that are not signed. */
  readonly unsigned: readonly string[];
  /** The most that the document's author permits to change; undefined if it is not certified. */
  readonly certification: CertificationLevel | undefined;
}

/** Reads all signatures. Throws `PdfError` for a file that cannot be read. */
export function readSignatures(pdf: Uint8Array): PdfSignatures {
  const file = new PdfReader(pdf, { password: '' });
  const fields = getSignatureFields(file);
  const pages = pageOfWidgets(file);
  const read = fields
    .filter((field): field is SignatureField & { value: PdfDict } => field.value !== undefined)
    .map((field) => readSignature(file, pdf, field, pages.get(field.widget)))
    .sort((a, b) => (a.end ?? Number.POSITIVE_INFINITY) - (b.end ?? Number.POSITIVE_INFINITY));
  return {
    signatures: read.map(({ end: _, ...signature }) => signature),
    unsigned: fields.filter(({ value }) => !value).map(({ name }) => name),
    certification: getCertification(file)?.level,
  };
}

function pageOfWidgets(file: PdfReader): ReadonlyMap<PdfDict, number> {
  const found = new Map<PdfDict, number>();
  let page = 0;
  for (const { dict } of getPages(file)) {
    page++;
    for (const item of file.array(dict, 'Annots') ?? []) {
      const annotation = file.resolve(item);
      if (annotation instanceof Map) found.set(annotation, page);
    }
  }
  return found;
}

function readSignature(
  file: PdfReader,
  pdf: Uint8Array,
  signatureField: SignatureField & { readonly value: PdfDict },
  page: number | undefined,
): PdfSignature & { readonly end: number | undefined } {
  const { name: field, holder, value } = signatureField;
  const result =
    file.bytes.length === pdf.length
      ? readSignedRange(file, value, holder)
      : { problem: 'the file has other bytes before its header' };
  const range = 'range' in result ? result.range : undefined;
  const text = (key: string) => {
    const found = file.get(value, key);
    return found instanceof PdfString ? decodeTextString(found) : undefined;
  };
  const date = text('M');
  const contents = contentsOf(file, value);
  const changes = range && findChanges(file, pdf, range.end, signatureField);
  const lock = readLock(file, signatureField);
  return {
    field,
    page,
    subFilter: file.name(value, 'SubFilter') ?? '',
    contents,
    signed: range?.parts,
    problem: 'problem' in result ? result.problem : undefined,
    coversFile: range?.end === pdf.length,
    changes: changes && lock ? lockedChanges(lock, changes) : changes,
    certification: certificationOf(file, value),
    lockLevel: lock?.level,
    name: text('Name'),
    reason: text('Reason'),
    location: text('Location'),
    date: date === undefined ? undefined : parsePdfDate(date),
    end: range?.end,
  };
}

type Holder = Pick<SignatureField, 'ref' | 'dict'>;

/** Undefined if the signed revision is no PDF of its own. */
function findChanges(
  file: PdfReader,
  pdf: Uint8Array,
  end: number,
  holder: Holder,
): RevisionChange[] | undefined {
  if (end === pdf.length) return [];
  // Readers that repair files find objects that no cross-reference table names.
  if (file.structure.startXref < end) {
    const isBlank = /^\s*$/.test(Buffer.from(pdf.subarray(end)).toString('latin1'));
    if (!isBlank) return [{ kind: 'content', what: 'bytes after the end of the document' }];
  }
  try {
    const signed = new PdfReader(pdf.subarray(0, end), { password: '' });
    const ambiguity = findAmbiguity(signed, file, end);
    const changes = compareRevisions(signed, file);
    if (ambiguity !== undefined) {
      const what = `the structure of the file, so that readers may show different content: ${ambiguity}`;
      changes.unshift({ kind: 'content', what });
    }
    if (!isHeldIn(signed, holder)) changes.unshift({ kind: 'content', what: 'the field that holds it' });
    return changes;
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** A field that was signed held its signature then. A later one could lend its name to the signature of another. */
function isHeldIn(signed: PdfReader, { ref, dict }: Holder): boolean {
  return getSignatureFields(signed).some(
    (field) => field.ref?.number === ref?.number && isSame(field.dict.get('V'), dict.get('V')),
  );
}

/** Fields that the signature locks (FieldMDP, ISO 32000-2, 12.8.2.4) are content from then on. */
const lockedChanges = (lock: SignatureLock, changes: readonly RevisionChange[]): RevisionChange[] =>
  changes.map((change) =>
    change.field !== undefined && locks(lock, change.field)
      ? { ...change, kind: 'content', what: `the locked field ${change.field}` }
      : change,
  );
