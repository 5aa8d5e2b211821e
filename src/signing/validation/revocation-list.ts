/** Lists of revoked certificates: CRLs, RFC 5280, 5. They can have a million entries, so these are read one at a time. */

import { type DerElement, DerError, derTags, readDer } from '../asn1/der-reader.ts';
import { hasNamedBit, readBits, readDerBoolean, readSerial, readTime } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { isSameName } from '../certificates/distinguished-name.ts';
import { type ParsedCertificate, readExtensions } from '../certificates/parsed-certificate.ts';
import { isSignedBy, readSignatureAlgorithm } from '../certificates/signature-algorithms.ts';
import type { CertificateStatus } from './revocation-status.ts';

/** Bit of the key usage. */
const listSigning = 6;

export interface RevocationList {
  readonly issuer: Uint8Array;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  readonly signedPart: Uint8Array;
  readonly algorithm: DerElement;
  readonly signature: Uint8Array;
  readonly revoked: DerElement | undefined;
  /** Whether it lists all certificates of the issuer of these kinds; neither for lists that are not read. */
  readonly covers: { readonly users: boolean; readonly authorities: boolean };
}

/** Throws `DerError`. */
export function readRevocationList(bytes: Uint8Array): RevocationList {
  const [signed, algorithm, signature] = readDer(bytes).expect(derTags.sequence, 'The list').children;
  if (!signed || !algorithm || !signature) throw new DerError('The list is incomplete.');
  const fields = [...signed.expect(derTags.sequence, 'The list').children];
  if (fields[0]?.tag === derTags.integer) fields.shift();
  const [, issuer, thisUpdate, ...rest] = fields;
  if (!issuer || !thisUpdate) throw new DerError('The list is incomplete.');
  const isTime = ({ tag }: DerElement) => tag === derTags.utcTime || tag === derTags.generalizedTime;
  const nextUpdate = rest.find(isTime);
  const extensions = rest.find(({ tag }) => tag === 0xa0)?.children[0];
  return {
    issuer: issuer.encoded,
    thisUpdate: readTime(thisUpdate),
    nextUpdate: nextUpdate && readTime(nextUpdate),
    signedPart: signed.encoded,
    algorithm,
    signature: readBits(signature),
    revoked: rest.find(({ tag }) => tag === derTags.sequence),
    covers: readScope(extensions),
  };
}

function readScope(list: DerElement | undefined): RevocationList['covers'] {
  const extensions = readExtensions(list);
  const nothing = { users: false, authorities: false };
  for (const [oid, { isCritical }] of extensions) {
    // A delta list says only what changed, and is critical too.
    if (isCritical && oid !== oids.issuingDistributionPoint && oid !== oids.authorityKeyIdentifier)
      return nothing;
  }
  const scope = extensions.get(oids.issuingDistributionPoint);
  if (!scope) return { users: true, authorities: true };
  const fields = readDer(scope.value).children;
  const isSet = (tag: number) => fields.some((field) => field.tag === tag && field.content[0] !== 0);
  // Only some reasons [3], lists of other issuers [4], attribute certificates [5].
  if (fields.some(({ tag }) => tag === 0x83) || isSet(0x84) || isSet(0x85)) return nothing;
  return { users: !isSet(0x82), authorities: !isSet(0x81) };
}

/** Whether the list is the issuer's, by name and signature, and the issuer may sign lists. */
export function isListOf(list: RevocationList, issuer: ParsedCertificate): boolean {
  if (!isSameName(list.issuer, issuer.subject)) return false;
  const usage = issuer.extension(oids.keyUsage);
  if (usage && !hasNamedBit(usage, listSigning)) return false;
  const algorithm = readSignatureAlgorithm(list.algorithm);
  if (!algorithm) return false;
  try {
    const { signedPart: data, signature } = list;
    return isSignedBy({ algorithm, key: issuer.publicKey, data, signature });
  } catch {
    // A key that OpenSSL cannot use.
    return false;
  }
}

/** Undefined if the list does not cover certificates of this kind. */
export function findListedStatus(
  { revoked, covers, thisUpdate, nextUpdate }: RevocationList,
  certificate: ParsedCertificate,
): CertificateStatus | undefined {
  if (!(isAuthority(certificate) ? covers.authorities : covers.users)) return undefined;
  const entry = revoked && findEntry(revoked, certificate.serial);
  if (entry) return { status: 'revoked', revokedAt: entry, thisUpdate, nextUpdate };
  return { status: 'good', revokedAt: undefined, thisUpdate, nextUpdate };
}

/** The time of the revocation. Most certificates are in no list, which their bytes show without reading its entries. */
function findEntry(revoked: DerElement, wanted: string): Date | undefined {
  if (bufferOf(revoked.content).indexOf(wanted, 0, 'hex') < 0) return undefined;
  for (const entry of revoked.eachListed()) {
    const [serial, time] = entry.children;
    if (!serial || !time) throw new DerError('An entry of the list is incomplete.');
    if (readSerial(serial) === wanted) return readTime(time);
  }
  return undefined;
}

/** Whether the certificate may issue others. */
function isAuthority(certificate: ParsedCertificate): boolean {
  const [flag] = certificate.extension(oids.basicConstraints)?.children ?? [];
  return flag?.tag === derTags.boolean && readDerBoolean(flag);
}

/** The same memory, not a copy. */
const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);
