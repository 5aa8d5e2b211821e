/** Evidence with which signatures can be verified years later: the document security store (DSS, ISO 32000-2, 12.8.4.3). */
import { createHash } from 'node:crypto';
import { type PdfDict, PdfName, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { compressedStream } from '../writing/compressed-stream.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';
import { ObjectEdits } from './object-edits.ts';
import { getSignatureFields } from './signature-fields.ts';
import { contentsOf } from './signed-range.ts';

/** All in DER. */
export interface SignatureEvidence {
  readonly certificates: readonly Uint8Array[];
  readonly ocsps: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
}

/**
 * Appends the evidence for the signature in `field`, which stays valid, like all others. What the file has already is
 * not added again. Throws `PdfError`; `unsupported` if the field is not signed.
 */
export function addEvidence(pdf: Uint8Array, field: string, evidence: SignatureEvidence): Uint8Array {
  const file = new PdfReader(pdf);
  const value = getSignatureFields(file).find(({ name }) => name === field)?.value;
  const contents = value && contentsOf(file, value);
  if (!contents) throw new PdfError('unsupported', `The field ${field} is not signed.`);
  const update = new IncrementalUpdate(file);
  const edits = new ObjectEdits(file, update);
  const store = edits.child(edits.catalog, 'DSS');
  store.set('Type', new PdfName('DSS'));
  const known = new Map<string, PdfValue>();
  const own: PdfDict = new Map<string, PdfValue>([['Type', new PdfName('VRI')]]);
  for (const [key, ownKey, values] of [
    ['Certs', 'Cert', evidence.certificates],
    ['OCSPs', 'OCSP', evidence.ocsps],
    ['CRLs', 'CRL', evidence.crls],
  ] as const) {
    if (values.length === 0) continue;
    const list = edits.list(store, key);
    for (const item of list) {
      const stream = file.resolve(item);
      if (stream instanceof PdfStream) known.set(hashOf(file.decode(stream)), item);
    }
    const refs = values.map((bytes) => {
      const hash = hashOf(bytes);
      let ref = known.get(hash);
      if (ref === undefined) {
        ref = update.add(compressedStream(bytes));
        known.set(hash, ref);
        list.push(ref);
      }
      return ref;
    });
    own.set(ownKey, refs);
  }
  // The key is the hash of the signature with the zeros behind it, in capital letters (ETSI EN 319 142-1, 5.4.2.3).
  const key = createHash('sha1').update(contents).digest('hex').toUpperCase();
  edits.child(store, 'VRI').set(key, update.add(own));
  return Buffer.concat([pdf, update.bytes(new Map())]);
}

/** Reads the evidence that a file has for all its signatures. Damaged entries are left out. */
export function readStoredEvidence(pdf: Uint8Array): SignatureEvidence {
  const file = new PdfReader(pdf, { password: '' });
  const store = file.dict(file.catalog, 'DSS');
  const read = (key: string): Uint8Array[] =>
    (store ? (file.array(store, key) ?? []) : []).flatMap((item) => {
      const stream = file.resolve(item);
      if (!(stream instanceof PdfStream)) return [];
      try {
        return [file.decode(stream)];
      } catch (error) {
        if (error instanceof PdfError && error.code !== 'too_large') return [];
        throw error;
      }
    });
  return { certificates: read('Certs'), ocsps: read('OCSPs'), crls: read('CRLs') };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
