/** One group of the VAT breakdown, BG-23: its parts, its sums, and its exemption reason. */
import { Decimal } from '../decimal.ts';
import { elementAt, elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import { checkDecimals } from './decimals-rule.ts';
import { decimalAt, has, hasLines, type Invoice, isCharge, isVat } from './invoice.ts';
import type { VatCategory } from './vat-categories.ts';
import { sumVatBases } from './vat-sums.ts';

export function checkBreakdown(
  invoice: Invoice,
  tax: InvoiceElement,
  category: VatCategory | undefined,
): void {
  const { list, profile, syntax } = invoice;
  // The norm names VAT only; the artefacts for CII apply S and Z to every tax.
  const isAny = syntax === 'CII' && (category?.rule === 'S' || category?.rule === 'Z');
  if (category && (isVat(tax) || isAny)) {
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
  const isOwnRule = syntax === 'CII' && category && ['O', 'AF', 'AG'].includes(category.rule) && isVat(tax);
  if (!isOwnRule) checkBreakdownParts(invoice, tax);
}

function checkBreakdownParts(invoice: Invoice, tax: InvoiceElement): void {
  const { list, named, profile } = invoice;
  const lacks = (rule: string, what: string) =>
    list.error(rule, tax, `This VAT breakdown (BG-23) has no ${what}.`);
  if (!has(tax, 'BasisAmount')) lacks('BR-45', 'taxable amount (BT-116)');
  if (!has(tax, 'CalculatedAmount')) lacks('BR-46', 'tax amount (BT-117)');
  if (!isVat(tax) || !has(tax, 'CategoryCode')) lacks('BR-47', 'VAT category (BT-118) with TypeCode VAT');
  if (!(isVat(tax) && (has(tax, 'RateApplicablePercent') || textAt(tax, 'CategoryCode') === 'O'))) {
    lacks('BR-48', 'VAT rate (BT-119)');
  }
  if (invoice.syntax === 'CII' && named('TaxPointDate').length > 0 && named('DueDateTypeCode').length > 0) {
    list.error('BR-CO-03', tax, 'The date of the VAT point (BT-7) and its code (BT-8) exclude each other.');
  }
  if (profile !== 'EXTENDED') checkTaxAmount(invoice, tax);
  checkDecimals(invoice, 'BR-DEC-19', tax, 'BasisAmount', 'taxable amount (BT-116)');
  checkDecimals(invoice, 'BR-DEC-20', tax, 'CalculatedAmount', 'tax amount (BT-117)');
}

/** BR-CO-17: the tax is the taxable amount at its rate, give or take 1. */
function checkTaxAmount({ list }: Invoice, tax: InvoiceElement): void {
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

function checkCategorySums(invoice: Invoice, tax: InvoiceElement, { rule, name, rate }: VatCategory): void {
  const { list, profile, syntax } = invoice;
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
  if (rule === 'S' || (syntax === 'UBL' && isTaxed)) {
    // The artefacts for CII round one step later.
    const exact = percent && base?.abs().times(percent);
    const right = syntax === 'CII' ? exact?.round(0).percent() : exact?.percent().round(2);
    if (!stated || !right || stated.abs().minus(right).abs().compare(Decimal.one) >= 0) {
      list.error(
        `BR-${rule}-09`,
        tax,
        `BT-117 is ${stated ?? 'missing'}, but ${percent ?? '(no rate)'} % of BT-116 ${base ?? '(missing)'} is ${right ?? 'unknown'} (BR-${rule}-09).`,
      );
    }
  }
  if (!hasLines(invoice) || (isTaxed && !percent)) return;
  const code = textAt(tax, 'CategoryCode');
  const { sum, count } = sumVatBases(invoice, code, isTaxed ? percent : undefined);
  const difference = base?.minus(sum).abs();
  // The artefacts accept a difference below 1: for CII where there is no tax, but not for O; for UBL where there is tax.
  const isExact = syntax === 'UBL' ? !isTaxed : isTaxed || rule === 'O';
  const isUsed = syntax === 'CII' || rule !== 'S' || count > 0;
  const isRight =
    isUsed && (isExact ? difference?.isZero() : difference && difference.compare(Decimal.one) < 0);
  if (isRight) return;
  const at = isTaxed ? ` at ${percent} %` : '';
  const message = `BT-116 of the VAT category ${code}${at} is ${base ?? 'missing'}, but its lines, less allowances, plus charges, are ${sum} (BR-${rule}-08).`;
  // The tests of the artefacts for L and M never fail in CII, so others accept the invoice.
  if (syntax === 'CII' && (rule === 'AF' || rule === 'AG')) list.warning(`BR-${rule}-08`, tax, message);
  else list.error(`BR-${rule}-08`, tax, message);
}

function checkIntraCommunity({ delivery, settlement, list }: Invoice, tax: InvoiceElement): void {
  const date = elementAt(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString');
  const period = elementAt(settlement, 'BillingSpecifiedPeriod');
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

/** The rules that an invoice with O breaks by other categories, looked for once for all of its breakdown. */
const knownOthers = new WeakMap<Invoice, ReadonlySet<string>>();

/** `BR-O-11` and its like, by where another category is. CII has each two for lines or breakdown, and for allowances or charges. */
function findOthers(invoice: Invoice): ReadonlySet<string> {
  const known = knownOthers.get(invoice);
  if (known) return known;
  const { syntax, settlement, named } = invoice;
  const others = new Set<string>();
  const isOther = (each: InvoiceElement) =>
    elementsAt(each, 'CategoryCode').some(({ text }) => text !== 'O') && (syntax === 'CII' || isVat(each));
  for (const tax of named('ApplicableTradeTax').filter(isOther)) {
    if (syntax === 'CII' || tax.parent === settlement) others.add('BR-O-11');
    if (syntax === 'CII' || tax.parent !== settlement) others.add('BR-O-12');
  }
  for (const tax of named('CategoryTradeTax').filter(isOther)) {
    const charge = tax.parent && isCharge(tax.parent);
    if (syntax === 'CII' || charge === false) others.add('BR-O-13');
    if (syntax === 'CII' || charge === true) others.add('BR-O-14');
  }
  knownOthers.set(invoice, others);
  return others;
}

/** "Not subject to VAT" is the only category of an invoice that has it. */
function checkNothingElse(invoice: Invoice, tax: InvoiceElement): void {
  const { list, profile } = invoice;
  if (profile === 'EXTENDED') return;
  const others = findOthers(invoice);
  const message = 'An invoice with the VAT category O (not subject to VAT) must not have another one';
  for (const rule of ['BR-O-11', 'BR-O-12']) {
    if (others.has(rule)) list.error(rule, tax, `${message} in its breakdown (BT-118) or lines (BT-151).`);
  }
  for (const rule of ['BR-O-13', 'BR-O-14']) {
    if (others.has(rule)) list.error(rule, tax, `${message} in its allowances (BT-95) or charges (BT-102).`);
  }
}
