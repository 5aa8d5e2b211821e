/** Names of certificates as text, in the order and form of RFC 4514. */

import type { DerElement } from '../asn1/der-reader.ts';
import { readDerText, readOid } from '../asn1/der-values.ts';
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
