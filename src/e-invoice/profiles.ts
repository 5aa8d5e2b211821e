/** The profile of an invoice: which elements and rules apply, as its identifier BT-24 states. */

export type CiiProfile = 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' | 'XRECHNUNG';

/** `PEPPOL` is Peppol BIS Billing 3, in UBL. */
export type EInvoiceProfile = CiiProfile | 'PEPPOL';

/** In the sequence of the columns of `schema/element-table.ts`. */
export const profiles = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'] as const;

const norm = 'urn:cen.eu:en16931:2017';

/** The identifier to write for each profile. Those of ZUGFeRD 2.0 are read too. */
export const identifiers: Readonly<Record<CiiProfile, string>> = {
  MINIMUM: 'urn:factur-x.eu:1p0:minimum',
  'BASIC WL': 'urn:factur-x.eu:1p0:basicwl',
  BASIC: `${norm}#compliant#urn:factur-x.eu:1p0:basic`,
  'EN 16931': norm,
  EXTENDED: `${norm}#conformant#urn:factur-x.eu:1p0:extended`,
  XRECHNUNG: `${norm}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
};

/** UBL has those of Factur-X that are CIUS of the norm without another syntax in mind, and Peppol's. */
export const ublIdentifiers = {
  'EN 16931': identifiers['EN 16931'],
  XRECHNUNG: identifiers.XRECHNUNG,
  PEPPOL: `${norm}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
} as const;

/** The profile that a BT-24 names in UBL; undefined for an unknown one. */
export function findUblProfile(identifier: string): keyof typeof ublIdentifiers | undefined {
  if (identifier.startsWith(ublIdentifiers.PEPPOL)) return 'PEPPOL';
  const profile = findProfile(identifier);
  return profile === 'EN 16931' || profile === 'XRECHNUNG' ? profile : undefined;
}

/** The profile that a BT-24 names in CII; undefined for an unknown one. */
export function findProfile(identifier: string): CiiProfile | undefined {
  const current = identifier.replace('urn:zugferd.de:2p0:', 'urn:factur-x.eu:1p0:');
  const exact = profiles.find((profile) => identifiers[profile] === current);
  if (exact) return exact;
  // Earlier versions of XRechnung, its extension, and its variant for vehicles.
  return /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xeinkauf\.de:kosit:|xoev-de:kosit:standard:)xrechnung_\d\.\d(?:#|$)/.test(
    current,
  )
    ? 'XRECHNUNG'
    : undefined;
}
