/** The VAT categories of the norm. */

/** A VAT category, and the demands of the norm wherever it is used. */
export interface VatCategory {
  /** As in the names of rules: BR-IC-08. */
  readonly rule: string;
  readonly name: string;
  readonly identifiers: 'seller' | 'seller VAT' | 'seller VAT and buyer VAT' | 'seller and buyer' | 'none';
  readonly rate: 'above zero' | 'zero' | 'zero or above' | 'absent';
  readonly reason: 'required' | 'forbidden';
}

/** By their codes; B, Italy's split payment, has rules of its own. */
export const vatCategories: Readonly<Record<string, VatCategory>> = {
  S: { rule: 'S', name: 'standard rate', identifiers: 'seller', rate: 'above zero', reason: 'forbidden' },
  Z: { rule: 'Z', name: 'zero rated', identifiers: 'seller', rate: 'zero', reason: 'forbidden' },
  E: { rule: 'E', name: 'exempt', identifiers: 'seller', rate: 'zero', reason: 'required' },
  AE: {
    rule: 'AE',
    name: 'reverse charge',
    identifiers: 'seller and buyer',
    rate: 'zero',
    reason: 'required',
  },
  K: {
    rule: 'IC',
    name: 'intra-community supply',
    identifiers: 'seller VAT and buyer VAT',
    rate: 'zero',
    reason: 'required',
  },
  G: {
    rule: 'G',
    name: 'export outside the EU',
    identifiers: 'seller VAT',
    rate: 'zero',
    reason: 'required',
  },
  O: { rule: 'O', name: 'not subject to VAT', identifiers: 'none', rate: 'absent', reason: 'required' },
  L: { rule: 'AF', name: 'IGIC', identifiers: 'seller', rate: 'above zero', reason: 'forbidden' },
  M: { rule: 'AG', name: 'IPSI', identifiers: 'seller', rate: 'zero or above', reason: 'forbidden' },
};
