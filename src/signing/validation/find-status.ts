/** Finds the status of one certificate in the evidence. Answers and lists count only if they come from its issuer. */

import { DerError } from '../asn1/der-reader.ts';
import type { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { findOcspAnswer, findResponder, type OcspResponse, readOcspResponse } from './ocsp-response.ts';
import { findListedStatus, isListOf, type RevocationList, readRevocationList } from './revocation-list.ts';
import { type CertificateStatus, isCurrent, isFromFuture } from './revocation-status.ts';

export interface RevocationEvidence {
  readonly ocsps: readonly OcspResponse[];
  readonly lists: readonly RevocationList[];
}

export interface FoundStatus extends CertificateStatus {
  readonly source: 'ocsp' | 'crl';
}

/** More are those of another document, or an attack. */
const maxPieces = 200;

/** Unreadable pieces are left out. */
export const readEvidence = (
  ocsps: readonly Uint8Array[],
  crls: readonly Uint8Array[],
): RevocationEvidence => ({
  ocsps: ocsps.slice(0, maxPieces).flatMap((bytes) => readOrNothing(() => readOcspResponse(bytes))),
  lists: crls.slice(0, maxPieces).flatMap((bytes) => readOrNothing(() => readRevocationList(bytes))),
});

/** The latest evidence that says something of the certificate at the time; undefined if none does. */
export function findStatus(
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
  { ocsps, lists }: RevocationEvidence,
  time: Date,
): FoundStatus | undefined {
  const now = new Date();
  const found = [
    ...ocsps.flatMap((response) => readOrNothing(() => ocspStatus(response, certificate, issuer))),
    ...lists.flatMap((list) => readOrNothing(() => listedStatus(list, certificate, issuer))),
  ];
  return found
    .filter((status) => isCurrent(status, time) && !isFromFuture(status, now) && status.status !== 'unknown')
    .toSorted((a, b) => b.thisUpdate.getTime() - a.thisUpdate.getTime())[0];
}

function ocspStatus(
  response: OcspResponse,
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
): FoundStatus | undefined {
  const answer = findOcspAnswer(response, certificate, issuer);
  return answer && findResponder(response, issuer) ? { ...answer, source: 'ocsp' } : undefined;
}

function listedStatus(
  list: RevocationList,
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
): FoundStatus | undefined {
  if (!isListOf(list, issuer)) return undefined;
  const status = findListedStatus(list, certificate);
  return status && { ...status, source: 'crl' };
}

function readOrNothing<T>(read: () => T | undefined): readonly T[] {
  try {
    const value = read();
    return value === undefined ? [] : [value];
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}
