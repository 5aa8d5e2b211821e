/** Where a certificate says that its issuer and what is known of its revocation are. */

import { type DerElement, DerError } from '../asn1/der-reader.ts';
import { readOid } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import type { ParsedCertificate } from '../certificates/parsed-certificate.ts';

interface CertificateUrls {
  readonly issuers: readonly string[];
  readonly ocsp: readonly string[];
  readonly crls: readonly string[];
}

const maxUrls = 3;
const maxLength = 2_000;

/** Only those of HTTP: others are directories (LDAP) or files. Malformed extensions have none. */
export function findCertificateUrls(certificate: ParsedCertificate): CertificateUrls {
  const places = readOrNothing(() => certificate.extension(oids.authorityInformation)?.children);
  const access = (method: string) =>
    places.flatMap(({ children: [type, location] }) =>
      type && location && readOid(type) === method ? [location] : [],
    );
  const points = readOrNothing(() => certificate.extension(oids.crlDistributionPoints)?.children);
  const names = points.flatMap(({ children }) => {
    // DistributionPointName [0], as its full name [0].
    const point = children.find(({ tag }) => tag === 0xa0)?.children[0];
    return point?.tag === 0xa0 ? point.children : [];
  });
  return {
    issuers: readUrls(access(oids.issuersOfCertificate)),
    ocsp: readUrls(access(oids.ocsp)),
    crls: readUrls(names),
  };
}

function readUrls(names: readonly DerElement[]): readonly string[] {
  const urls = names
    // uniformResourceIdentifier of GeneralName
    .filter(({ tag, content }) => tag === 0x86 && content.length <= maxLength)
    .map(({ content }) => Buffer.from(content).toString('latin1'))
    .filter((url) => /^https?:\/\//i.test(url) && URL.canParse(url));
  return [...new Set(urls)].slice(0, maxUrls);
}

function readOrNothing(read: () => readonly DerElement[] | undefined): readonly DerElement[] {
  try {
    return read() ?? [];
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}
