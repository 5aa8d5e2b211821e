/** The rules on the identifiers and rates of each VAT category, and on the breakdown, which has each one in use. */
import { Decimal } from '../decimal.ts';
import { elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import { findVatIdentifiers } from './document-rules.ts';
import { decimalAt, has, hasLines, type Invoice, isCharge, isVat } from './invoice.ts';
import { checkBreakdown } from './vat-breakdown-rules.ts';
import { type VatCategory, vatCategories } from './vat-categories.ts';

export function checkVat(invoice: Invoice): void {
  const { named, settlement } = invoice;
  const identified = identify(invoice);
  if (hasLines(invoice)) checkPresence(invoice);
  for (const tax of named('ApplicableTradeTax')) {
    const category = vatCategories[textAt(tax, 'CategoryCode')];
    if (tax.parent === settlement) checkBreakdown(invoice, tax, category);
    else if (category && isVat(tax))
      checkUse(invoice, tax, category, ['02', '05'], 'invoice line', identified);
  }
  for (const tax of named('CategoryTradeTax')) {
    const category = vatCategories[textAt(tax, 'CategoryCode')];
    const charge = tax.parent?.name === 'SpecifiedTradeAllowanceCharge' ? isCharge(tax.parent) : undefined;
    if (!category || charge === undefined || !isVat(tax)) continue;
    checkUse(
      invoice,
      tax,
      category,
      charge ? ['04', '07'] : ['03', '06'],
      charge ? 'charge' : 'allowance',
      identified,
    );
  }
  if (hasLines(invoice)) checkSplitPayment(invoice);
}

interface Identified {
  readonly sellerTax: boolean;
  readonly sellerVat: boolean;
  readonly buyerVat: boolean;
  readonly buyer: boolean;
}

function identify({ named }: Invoice): Identified {
  const sellers = named('SellerTradeParty');
  const buyers = named('BuyerTradeParty');
  const isRepresented = named('SellerTaxRepresentativeTradeParty').some(
    (party) => findVatIdentifiers(party).length > 0,
  );
  const buyerVat = buyers.some((party) => findVatIdentifiers(party).length > 0);
  return {
    sellerTax: isRepresented || sellers.some((party) => findVatIdentifiers(party, ['VA', 'FC']).length > 0),
    sellerVat: isRepresented || sellers.some((party) => findVatIdentifiers(party).length > 0),
    buyerVat,
    buyer: buyerVat || buyers.some((party) => has(party, 'SpecifiedLegalOrganization/ID')),
  };
}

/** BR-S-01 and its like: a category that is used is in the breakdown. */
function checkPresence({ root, named, settlement, list, syntax }: Invoice): void {
  const count = (taxes: readonly InvoiceElement[], code: string) =>
    taxes
      .filter((tax) => syntax === 'CII' || code === 'S' || isVat(tax))
      .map((tax) => elementsAt(tax, 'CategoryCode').filter(({ text }) => text === code).length)
      .reduce((sum, found) => sum + (syntax === 'CII' ? Math.min(found, 1) : found), 0);
  const applicable = named('ApplicableTradeTax');
  const inLines = applicable.filter(({ parent }) => parent !== settlement);
  const inBreakdown = applicable.filter(({ parent }) => parent === settlement);
  const inAllowances = named('CategoryTradeTax');
  for (const [code, { rule, name }] of Object.entries(vatCategories)) {
    const lines = count(inLines, code);
    const allowances = count(inAllowances, code);
    const breakdown = count(inBreakdown, code);
    const isUsed = lines > 0 || allowances > 0;
    const times = (number: number) => (number === 1 ? 'once' : `${number} times`);
    const isTaxed = code === 'S' || code === 'L' || code === 'M';
    const problem =
      syntax === 'UBL'
        ? isTaxed
          ? isUsed !== breakdown > 0
          : (isUsed || breakdown > 0) && breakdown !== 1
        : isTaxed
          ? (lines > 0 && lines + breakdown < 2) || (allowances > 0 && allowances + breakdown < 2)
          : (isUsed && code !== 'O' && breakdown !== 1) || (breakdown > 0 && (!isUsed || breakdown !== 1));
    if (problem) {
      const right = rule === 'S' || rule === 'AF' || rule === 'AG' ? 'at least once' : 'once';
      const used = isUsed ? `used in ${lines} lines and ${allowances} allowances or charges` : 'used nowhere';
      list.error(
        `BR-${rule}-01`,
        root,
        `VAT category ${code} (${name}) is ${used}, and in the VAT breakdown (BG-23) ${times(breakdown)}; it must be there ${isUsed ? right : 'only if used'}.`,
      );
    }
  }
}

const rateTerms = { 'invoice line': 'BT-152', allowance: 'BT-96', charge: 'BT-103' } as const;

function checkUse(
  { list, profile, syntax }: Invoice,
  tax: InvoiceElement,
  { rule, name, identifiers, rate }: VatCategory,
  [identifierRule, rateRule]: readonly [string, string],
  where: keyof typeof rateTerms,
  identified: Identified,
): void {
  const isFree = profile === 'EXTENDED' && identifiers === 'none';
  const problem = isFree ? undefined : describeMissing(identifiers, identified);
  if (problem)
    list.error(
      `BR-${rule}-${identifierRule}`,
      tax,
      `This ${where} has the VAT category "${name}", ${problem}.`,
    );
  const value = decimalAt(tax, 'RateApplicablePercent');
  const sign = value?.compare(Decimal.zero);
  // Cells of spreadsheets in per cent hold 0.19. Rates of IGIC and IPSI may be so low.
  if (value && rule === 'S' && sign === 1 && value.compare(Decimal.one) < 0) {
    const meant = Number((Number(value.toString()) * 100).toPrecision(12));
    list.warning(
      'rate',
      tax,
      `The rate (${rateTerms[where]}) of this ${where} is ${Number(value.toString())} %: is ${meant} meant?`,
    );
  }
  const isRight = {
    // IGIC may be zero in UBL.
    'above zero': sign === 1 || (syntax === 'UBL' && rule === 'AF' && sign === 0),
    zero: sign === 0,
    'zero or above': sign === 0 || sign === 1,
    absent: !has(tax, 'RateApplicablePercent'),
  }[rate];
  if (!isRight) {
    list.error(
      `BR-${rule}-${rateRule}`,
      tax,
      `The rate (${rateTerms[where]}) of this ${where} with the VAT category "${name}" must be ${rate}; it is ${value ?? 'missing'}.`,
    );
  }
}

function describeMissing(needed: VatCategory['identifiers'], has: Identified): string | undefined {
  if (needed === 'none') {
    return has.sellerVat || has.buyerVat
      ? 'so seller and buyer must have no VAT identifier (BT-31, BT-63, BT-48)'
      : undefined;
  }
  const withVat = needed !== 'seller' && needed !== 'seller and buyer';
  if (withVat ? !has.sellerVat : !has.sellerTax) {
    return `which needs the seller's VAT identifier (BT-31)${withVat ? '' : ' or tax number (BT-32)'} or that of its representative (BT-63)`;
  }
  if (needed === 'seller VAT and buyer VAT' && !has.buyerVat)
    return "which needs the buyer's VAT identifier (BT-48)";
  if (needed === 'seller and buyer' && !has.buyer) {
    return "which needs the buyer's VAT identifier (BT-48) or legal registration (BT-47)";
  }
  return undefined;
}

/** Category B is Italy's split payment. */
function checkSplitPayment({ root, named, list }: Invoice): void {
  const codes = named('CategoryCode');
  if (!codes.some(({ text }) => text === 'B')) return;
  if (named('CountryID').some(({ text }) => text !== 'IT')) {
    list.error('BR-B-01', root, 'The VAT category B (split payment) is for invoices within Italy.');
  }
  if (codes.some(({ text }) => text === 'S')) {
    list.error(
      'BR-B-02',
      root,
      'An invoice with the VAT category B (split payment) must not have the category S.',
    );
  }
}
