/** Names of certificates: as text, in the order and form of RFC 4514, and compared after RFC 5280, 7.1. */

import { type DerElement, DerError, readDer } from '../asn1/der-reader.ts';
import { isDerText, readDerText, readOid } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';

const attributes: Readonly<Record<string, string>> = {
  [oids.commonName]: 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '1.2.840.113549.1.9.1': 'emailAddress',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
};

/** Longer names are cut, because they are shown to people. */
const maxLength = 500;

interface NamePart {
  readonly type: string;
  readonly value: string;
}

/** A Name: a sequence of sets of pairs. */
const readNameParts = (name: DerElement): readonly NamePart[] =>
  name.children.flatMap((set) =>
    set.children.map(({ children: [type, value] }) => ({
      type: type ? readOid(type) : '',
      value: value ? readDerText(value) : '',
    })),
  );

/**
 * Whether two names in DER mean the same: the same attributes with the same values. Programs write the same text as a
 * PrintableString here and as a UTF8String there, and the case of letters and the number of spaces do not count.
 */
export const isSameName = (a: Uint8Array, b: Uint8Array): boolean =>
  Buffer.compare(a, b) === 0 || comparableName(a) === comparableName(b);

const comparableNames = new WeakMap<Uint8Array, string | Uint8Array>();

/** Damaged names are the same as no other. */
function comparableName(name: Uint8Array): string | Uint8Array {
  let text = comparableNames.get(name);
  if (text === undefined) {
    try {
      text = readDer(name).children.map(comparableNamePart).join(',');
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      text = name;
    }
    comparableNames.set(name, text);
  }
  return text;
}

/** A part of a name (RelativeDistinguishedName) in a form that is the same for all ways to write it. Throws `DerError`. */
export const comparableNamePart = (part: DerElement): string =>
  JSON.stringify(
    part.children
      .map(({ children: [type, value] }) => [type ? readOid(type) : '', value ? comparableValue(value) : ''])
      .toSorted(),
  );

/** Texts are compared as RFC 4518 prepares them, all others byte by byte. */
const comparableValue = (value: DerElement): string =>
  isDerText(value)
    ? readDerText(value).normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')
    : `#${Buffer.from(value.encoded).toString('hex')}`;

/** Such as `CN=Ada Lovelace,O=Analytical Engines,C=GB`: the most specific part first. */
export function describeName(name: DerElement): string {
  const parts = readNameParts(name).toReversed();
  const text = parts.map(({ type, value }) => `${attributes[type] ?? type}=${escapeValue(value)}`).join(',');
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** The common name, which is what people call the owner, or else the most specific part. */
export function findCommonName(name: DerElement): string | undefined {
  const parts = readNameParts(name);
  const found = parts.findLast(({ type }) => type === oids.commonName) ?? parts.at(-1);
  return found && replaceControls(found.value).slice(0, maxLength);
}

const escapeValue = (value: string): string => replaceControls(value).replace(/[\\",+<>;]/g, '\\$&');

/** Control characters would be obeyed by the terminal that shows them. */
const replaceControls = (value: string): string => value.replace(/\p{C}/gu, '\ufffd');
