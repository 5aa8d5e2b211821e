/** The names that an issuer may certify: RFC 5280, 4.2.1.10, for the names that signers have. */

import type { DerElement } from '../asn1/der-reader.ts';
import { readOid } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { comparableNamePart } from '../certificates/distinguished-name.ts';
import type { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { errorFinding, type SignatureFinding } from '../findings.ts';

/** Tags of GeneralName. */
const email = 0x81;
const directory = 0xa4;

/** Mail addresses in the subject itself, as older certificates have them. */
const emailAttribute = '1.2.840.113549.1.9.1';

/** `below` are the certificates from the signer's up to the one that the issuer issued. */
export function findNameProblems(
  issuer: ParsedCertificate,
  below: readonly ParsedCertificate[],
): readonly SignatureFinding[] {
  const constraints = issuer.extension(oids.nameConstraints)?.children;
  if (!constraints) return [];
  const bases = (tag: number) =>
    (constraints.find((each) => each.tag === tag)?.children ?? []).flatMap(
      ({ children: [base] }) => base ?? [],
    );
  const [permitted, excluded] = [bases(0xa0), bases(0xa1)];
  // Issuers that renewed their own key are exempt, but the signer is not.
  const constrained = below.filter((each, index) => index === 0 || !each.isSelfIssued);
  return constrained
    .filter((each) => !readNames(each).every((name) => isAllowed(name, permitted, excluded)))
    .map(({ name }) => errorFinding('untrusted', `${issuer.name} must not issue certificates for ${name}.`));
}

interface CertifiedName {
  readonly tag: number;
  readonly value: DerElement;
}

function readNames(certificate: ParsedCertificate): readonly CertifiedName[] {
  const alternatives = certificate.extension(oids.subjectAlternativeName)?.children ?? [];
  const { subjectName } = certificate;
  const emails = subjectName.children.flatMap(({ children }) =>
    children.flatMap(({ children: [type, value] }) =>
      type && value && isEmailAttribute(type) ? [value] : [],
    ),
  );
  return [
    ...(subjectName.children.length > 0 ? [{ tag: directory, value: subjectName }] : []),
    ...emails.map((value) => ({ tag: email, value })),
    ...alternatives.flatMap((name) => {
      const value = name.tag === directory ? name.children[0] : name;
      return value ? [{ tag: name.tag, value }] : [];
    }),
  ];
}

function isAllowed(
  { tag, value }: CertifiedName,
  permitted: readonly DerElement[],
  excluded: readonly DerElement[],
): boolean {
  const ofKind = (bases: readonly DerElement[]) => bases.filter((base) => base.tag === tag);
  const isWithin = (base: DerElement) => {
    if (tag === directory) return isDirectoryWithin(value, base);
    if (tag === email) return isEmailWithin(textOf(value), textOf(base));
    return undefined;
  };
  const [inside, outside] = [ofKind(permitted).map(isWithin), ofKind(excluded).map(isWithin)];
  // Names of other kinds are no names of signers; constraints of them cannot be judged, so nothing is allowed.
  if ([...inside, ...outside].includes(undefined)) return false;
  return (inside.length === 0 || inside.includes(true)) && !outside.includes(true);
}

/** Whether the name begins with all parts of the base. */
function isDirectoryWithin(name: DerElement, { children: [base] }: DerElement): boolean {
  const parts = base?.children ?? [];
  return parts.every((part, index) => {
    const own = name.children[index];
    return own !== undefined && comparableNamePart(own) === comparableNamePart(part);
  });
}

/** One address, all addresses of a host, or those of all hosts of a domain. */
function isEmailWithin(address: string, base: string): boolean {
  if (base.includes('@')) return address === base;
  const host = address.slice(address.lastIndexOf('@') + 1);
  return base.startsWith('.') ? host.endsWith(base) : host === base;
}

const textOf = ({ content }: DerElement): string => Buffer.from(content).toString('latin1').toLowerCase();

const isEmailAttribute = (type: DerElement): boolean => readOid(type) === emailAttribute;
