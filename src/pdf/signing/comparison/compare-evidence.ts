/** What a later revision did to the evidence for signatures: the document security store (DSS, ISO 32000-2, 12.8.4.3). */
import { createHash } from 'node:crypto';
import { isDict, type PdfDict, PdfStream, type PdfValue } from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { AddChange } from './revision-changes.ts';

/** Certificates, answers of OCSP and revocation lists: of all signatures, and of one in VRI. */
const lists = ['Certs', 'OCSPs', 'CRLs', 'Cert', 'OCSP', 'CRL'];

/**
 * Adding is what the store is for. A piece that is left out again may have been replaced by a newer one, which signers do;
 * a store that is gone leaves signatures without what proves them. Throws `malformed`, `too_large`.
 */
export function compareEvidence(before: PdfReader, after: PdfReader, add: AddChange): void {
  const [old, current] = [before.dict(before.catalog, 'DSS'), after.dict(after.catalog, 'DSS')];
  if (old && !current) {
    add('content', 'the evidence for signatures, which was removed');
    return;
  }
  add('evidence', 'evidence for signatures');
  const kept = new Set(current ? piecesOf(after, current) : []);
  if (old && piecesOf(before, old).some((piece) => !kept.has(piece))) {
    add('lost-evidence', 'evidence for signatures, some of which was removed');
  }
}

/** The hashes of all pieces. */
function piecesOf(file: PdfReader, store: PdfDict): string[] {
  const ofSignatures = [...(file.dict(store, 'VRI')?.values() ?? [])].map((each) => file.resolve(each));
  const found = new Map<PdfValue, string>();
  for (const dict of [store, ...ofSignatures.filter(isDict)]) {
    for (const item of lists.flatMap((key) => file.array(dict, key) ?? [])) {
      const stream = file.resolve(item);
      if (!(stream instanceof PdfStream) || found.has(stream)) continue;
      // Unpacked, because programs pack the same bytes otherwise.
      found.set(stream, createHash('sha256').update(file.decode(stream)).digest('hex'));
    }
  }
  return [...found.values()];
}
