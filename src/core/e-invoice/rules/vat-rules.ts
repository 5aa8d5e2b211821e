/** The VAT breakdown, and what each VAT category demands of identifiers, rates, sums and reasons. */
import { Decimal } from '../decimal.ts';
import { findElement, findElements, textAt, type XmlElement } from '../xml/xml-element.ts';
import { checkDecimals } from './decimals-rule.ts';
import { findVatIdentifiers } from './document-rules.ts';
import { decimalAt, has, hasLines, type Invoice, isCharge, isVat } from './invoice.ts';
import { sumVatBases } from './vat-sums.ts';

interface Category {
  /** As in the names of rules: BR-IC-08. */
  readonly rule: string;
  readonly name: string;
  readonly identifiers: 'seller' | 'seller VAT' | 'seller VAT and buyer VAT' | 'seller and buyer' | 'none';
  readonly rate: 'above zero' | 'zero' | 'zero or above' | 'absent';
  readonly reason: 'required' | 'forbidden';
}

const categories: Readonly<Record<string, Category>> = {
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

export function checkVat(invoice: Invoice): void {
  const { named, settlement } = invoice;
  const identified = identify(invoice);
  if (hasLines(invoice)) checkPresence(invoice);
  for (const tax of named('ApplicableTradeTax')) {
    const category = categories[textAt(tax, 'CategoryCode')];
    if (tax.parent === settlement) checkBreakdown(invoice, tax, category);
    else if (category && isVat(tax))
      checkUse(invoice, tax, category, ['02', '05'], 'invoice line', identified);
  }
  for (const tax of named('CategoryTradeTax')) {
    const category = categories[textAt(tax, 'CategoryCode')];
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
function checkPresence({ root, named, settlement, list }: Invoice): void {
  const count = (taxes: readonly XmlElement[], code: string) =>
    taxes.filter((tax) => findElements(tax, 'CategoryCode').some(({ text }) => text === code)).length;
  const applicable = named('ApplicableTradeTax');
  const inLines = applicable.filter(({ parent }) => parent !== settlement);
  const inBreakdown = applicable.filter(({ parent }) => parent === settlement);
  const inAllowances = named('CategoryTradeTax');
  for (const [code, { rule, name }] of Object.entries(categories)) {
    const lines = count(inLines, code);
    const allowances = count(inAllowances, code);
    const breakdown = count(inBreakdown, code);
    const isUsed = lines > 0 || allowances > 0;
    const times = (number: number) => (number === 1 ? 'once' : `${number} times`);
    const problem =
      code === 'S' || code === 'L' || code === 'M'
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

function checkUse(
  { list, profile }: Invoice,
  tax: XmlElement,
  { rule, name, identifiers, rate }: Category,
  [identifierRule, rateRule]: readonly [string, string],
  where: string,
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
  const isRight = {
    'above zero': sign === 1,
    zero: sign === 0,
    'zero or above': sign === 0 || sign === 1,
    absent: !has(tax, 'RateApplicablePercent'),
  }[rate];
  if (!isRight) {
    list.error(
      `BR-${rule}-${rateRule}`,
      tax,
      `The rate of this ${where} with the VAT category "${name}" must be ${rate}; it is ${value ?? 'missing'}.`,
    );
  }
}

function describeMissing(needed: Category['identifiers'], has: Identified): string | undefined {
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

function checkBreakdown(invoice: Invoice, tax: XmlElement, category: Category | undefined): void {
  const { list, profile } = invoice;
  // The norm names VAT only; the artefacts apply S and Z to every tax.
  if (category && (isVat(tax) || category.rule === 'S' || category.rule === 'Z')) {
    checkCategorySums(invoice, tax, category);
    const reason = has(tax, 'ExemptionReason') || has(tax, 'ExemptionReasonCode');
    const mayHaveReason = profile === 'EXTENDED' && category.rule !== 'O';
    if (category.reason === 'required' && !reason) {
      list.error(
        `BR-${category.rule}-10`,
        tax,
        `The VAT category "${category.name}" needs an exemption reason (BT-120) or its code (BT-121).`,
      );
    } else if (category.reason === 'forbidden' && reason && !mayHaveReason) {
      list.error(
        `BR-${category.rule}-10`,
        tax,
        `The VAT category "${category.name}" must not have an exemption reason (BT-120, BT-121).`,
      );
    }
    if (category.rule === 'IC') checkIntraCommunity(invoice, tax);
    if (category.rule === 'O') checkNothingElse(invoice, tax);
  }
  const isOwnRule = category && ['O', 'AF', 'AG'].includes(category.rule) && isVat(tax);
  if (!isOwnRule) checkBreakdownParts(invoice, tax);
}

function checkBreakdownParts(invoice: Invoice, tax: XmlElement): void {
  const { list, named, profile } = invoice;
  const lacks = (rule: string, what: string) =>
    list.error(rule, tax, `This VAT breakdown (BG-23) has no ${what}.`);
  if (!has(tax, 'BasisAmount')) lacks('BR-45', 'taxable amount (BT-116)');
  if (!has(tax, 'CalculatedAmount')) lacks('BR-46', 'tax amount (BT-117)');
  if (!isVat(tax) || !has(tax, 'CategoryCode')) lacks('BR-47', 'VAT category (BT-118) with TypeCode VAT');
  if (!(isVat(tax) && (has(tax, 'RateApplicablePercent') || textAt(tax, 'CategoryCode') === 'O'))) {
    lacks('BR-48', 'VAT rate (BT-119)');
  }
  if (named('TaxPointDate').length > 0 && named('DueDateTypeCode').length > 0) {
    list.error('BR-CO-03', tax, 'The date of the VAT point (BT-7) and its code (BT-8) exclude each other.');
  }
  if (profile !== 'EXTENDED') checkTaxAmount(invoice, tax);
  checkDecimals(invoice, 'BR-DEC-19', tax, 'BasisAmount', 'taxable amount (BT-116)');
  checkDecimals(invoice, 'BR-DEC-20', tax, 'CalculatedAmount', 'tax amount (BT-117)');
}

/** BR-CO-17: the tax is the taxable amount at its rate, give or take 1. */
function checkTaxAmount({ list }: Invoice, tax: XmlElement): void {
  const stated = decimalAt(tax, 'CalculatedAmount');
  const base = decimalAt(tax, 'BasisAmount');
  const rate = isVat(tax) ? decimalAt(tax, 'RateApplicablePercent') : undefined;
  if (!rate || rate.round(0).isZero()) {
    if (stated?.round(0).isZero()) return;
    list.error(
      'BR-CO-17',
      tax,
      `BT-117 is ${stated ?? 'missing'}, but at a rate of ${rate ?? 'nothing'} it must be 0 (BR-CO-17).`,
    );
    return;
  }
  const right = base?.abs().times(rate.percent()).round(2);
  if (!stated || !right || stated.abs().minus(right).abs().compare(Decimal.one) > 0) {
    list.error(
      'BR-CO-17',
      tax,
      `BT-117 is ${stated ?? 'missing'}, but ${rate} % of BT-116 ${base ?? '(missing)'} is ${right ?? 'unknown'} (BR-CO-17).`,
    );
  }
}

function checkCategorySums(invoice: Invoice, tax: XmlElement, { rule, name, rate }: Category): void {
  const { list, profile } = invoice;
  const stated = decimalAt(tax, 'CalculatedAmount');
  const isTaxed = rate === 'above zero' || rate === 'zero or above';
  if (!isTaxed && !stated?.isZero()) {
    list.error(
      `BR-${rule}-09`,
      tax,
      `The tax (BT-117) of the VAT category "${name}" must be 0; it is ${stated ?? 'missing'}.`,
    );
  }
  if (profile === 'EXTENDED') return;
  const percent = decimalAt(tax, 'RateApplicablePercent');
  const base = decimalAt(tax, 'BasisAmount');
  if (rule === 'S') {
    const right = percent && base?.abs().times(percent).round(0).percent();
    if (!stated || !right || stated.abs().minus(right).abs().compare(Decimal.one) >= 0) {
      list.error(
        'BR-S-09',
        tax,
        `BT-117 is ${stated ?? 'missing'}, but ${percent ?? '(no rate)'} % of BT-116 ${base ?? '(missing)'} is ${right ?? 'unknown'} (BR-S-09).`,
      );
    }
  }
  if (!hasLines(invoice) || (isTaxed && !percent)) return;
  const code = textAt(tax, 'CategoryCode');
  const { sum } = sumVatBases(invoice, code, isTaxed ? percent : undefined);
  const difference = base?.minus(sum).abs();
  // Where there is no tax, the artefacts accept a difference below 1, but not for O.
  const isRight =
    isTaxed || rule === 'O' ? difference?.isZero() : difference && difference.compare(Decimal.one) < 0;
  if (isRight) return;
  const at = isTaxed ? ` at ${percent} %` : '';
  const message = `BT-116 of the VAT category ${code}${at} is ${base ?? 'missing'}, but its lines, less allowances, plus charges, are ${sum} (BR-${rule}-08).`;
  // The tests of the artefacts for L and M never fail, so others accept the invoice.
  if (rule === 'AF' || rule === 'AG') list.warning(`BR-${rule}-08`, tax, message);
  else list.error(`BR-${rule}-08`, tax, message);
}

function checkIntraCommunity({ delivery, settlement, list }: Invoice, tax: XmlElement): void {
  const date = findElement(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString');
  const period = findElement(settlement, 'BillingSpecifiedPeriod');
  if (!date && !has(period, 'StartDateTime') && !has(period, 'EndDateTime')) {
    list.error(
      'BR-IC-11',
      tax,
      'An intra-community supply needs the date of delivery (BT-72) or an invoicing period (BG-14).',
    );
  }
  if (!has(delivery, 'ShipToTradeParty/PostalTradeAddress/CountryID')) {
    list.error('BR-IC-12', tax, 'An intra-community supply needs the country of delivery (BT-80).');
  }
}

/** "Not subject to VAT" is the only category of an invoice that has it. */
function checkNothingElse({ named, list, profile }: Invoice, tax: XmlElement): void {
  const isOther = (each: XmlElement) => findElements(each, 'CategoryCode').some(({ text }) => text !== 'O');
  if (profile === 'EXTENDED') return;
  const message = 'An invoice with the VAT category O (not subject to VAT) must not have another one';
  if (named('ApplicableTradeTax').some(isOther)) {
    for (const rule of ['BR-O-11', 'BR-O-12']) list.error(rule, tax, `${message} in its breakdown or lines.`);
  }
  if (named('CategoryTradeTax').some(isOther)) {
    for (const rule of ['BR-O-13', 'BR-O-14'])
      list.error(rule, tax, `${message} in its allowances or charges.`);
  }
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
