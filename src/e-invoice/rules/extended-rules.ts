/** The sums of EXTENDED: lines that group others do not count, and each amount may be 0.01 off. */
import { Decimal } from '../decimal.ts';
import { elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import { decimalAt, has, type Invoice, isVat, sumAt } from './invoice.ts';
import { isDetail, lineTotal } from './line-rules.ts';
import { checkPaymentTerms } from './payment-rules.ts';
import { sumVatBases } from './vat-sums.ts';

export function checkExtended(invoice: Invoice): void {
  const parts = addUp(invoice);
  for (const summation of invoice.named('SpecifiedTradeSettlementHeaderMonetarySummation'))
    checkSums(invoice, summation, parts);
  const counts = countTaxes(invoice.taxes);
  for (const tax of invoice.taxes) checkBase(invoice, tax, counts);
  checkParents(invoice);
  checkNotes(invoice);
  checkPaymentTerms(invoice);
}

const cent = Decimal.one.percent();
const show = (value: Decimal | undefined) => (value ? value.toString() : 'missing');

function isNear(stated: Decimal | undefined, right: Decimal | undefined, count: number): boolean {
  if (!stated || !right) return false;
  const tolerance = cent.times(Decimal.parse(String(count)) ?? Decimal.zero);
  return stated.minus(right).abs().compare(tolerance) <= 0;
}

/** The sums and counts that the totals are made of, computed once for all of them. */
interface Parts {
  readonly lineSum: Decimal;
  readonly allowanceSum: Decimal;
  readonly chargeSum: Decimal;
  readonly adjustments: Decimal;
  readonly detailCount: number;
  readonly chargeCount: number;
}

function addUp({ lines, allowances, charges, settlement }: Invoice): Parts {
  const details = lines.filter(isDetail);
  const logistics = elementsAt(settlement, 'SpecifiedLogisticsServiceCharge');
  return {
    lineSum: sumAt(details, lineTotal).round(2),
    allowanceSum: sumAt(allowances, 'ActualAmount').round(2),
    chargeSum: sumAt(charges, 'ActualAmount').round(2).plus(sumAt(logistics, 'AppliedAmount').round(2)),
    adjustments: sumAt(elementsAt(settlement, 'SpecifiedFinancialAdjustment'), 'ActualAmount'),
    detailCount: details.length,
    chargeCount: charges.length + logistics.length,
  };
}

function checkSums(
  { lines, allowances, currency, list }: Invoice,
  summation: InvoiceElement,
  { lineSum, allowanceSum, chargeSum, adjustments, detailCount, chargeCount }: Parts,
): void {
  const at = (path: string) => decimalAt(summation, path);
  const check = (
    rule: string,
    term: string,
    stated: Decimal | undefined,
    right: Decimal | undefined,
    count: number,
  ) => {
    if (isNear(stated, right, count)) return;
    list.error(
      rule,
      summation,
      `${term} is ${show(stated)}, but the amounts it is made of are ${show(right)} (${rule}).`,
    );
  };

  check('BR-FXEXT-CO-10', 'BT-106', at('LineTotalAmount'), lineSum, lines.length);
  if (allowances.length > 0 || has(summation, 'AllowanceTotalAmount')) {
    check('BR-FXEXT-CO-11', 'BT-107', at('AllowanceTotalAmount'), allowanceSum, allowances.length);
  }
  if (chargeCount > 0 || has(summation, 'ChargeTotalAmount')) {
    check('BR-FXEXT-CO-12', 'BT-108', at('ChargeTotalAmount'), chargeSum, chargeCount);
  }
  const count = detailCount + allowances.length + chargeCount;
  check(
    'BR-FXEXT-CO-13',
    'BT-109',
    at('TaxBasisTotalAmount'),
    lineSum.minus(allowanceSum).plus(chargeSum),
    count,
  );
  const vats = elementsAt(summation, 'TaxTotalAmount').filter(
    ({ attributes }) => attributes.get('currencyID') === currency,
  );
  const [vat] = vats;
  const net = at('TaxBasisTotalAmount');
  const gross = vats.length === 1 && vat ? net?.plus(Decimal.parse(vat.text) ?? Decimal.zero) : net;
  check('BR-FXEXT-CO-15', 'BT-112', at('GrandTotalAmount'), gross, vats.length === 1 ? count : 0);
  const due = at('GrandTotalAmount')
    ?.minus(at('TotalPrepaidAmount') ?? Decimal.zero)
    .plus(at('RoundingAmount') ?? Decimal.zero)
    .plus(adjustments);
  check('BR-FXEXT-CO-16', 'BT-115', at('DuePayableAmount'), due, 0);
}

/** Names of rules for each VAT category. */
const baseRules: Readonly<Record<string, string>> = {
  S: 'BR-FXEXT-S08b',
  Z: 'BR-FXEXT-Z-08b',
  E: 'BR-FXEXT-E-08b',
  AE: 'BR-FXEXT-AE-08b',
  K: 'BR-FXEXT-IC-08b',
  G: 'BR-FXEXT-G-08b',
  O: 'BR-FXEXT-O-08b',
  L: 'BR-FXEXT-AF-08b',
  M: 'BR-FXEXT-AG-08b',
};

/** A category at a rate, as the key of a map. */
const keyOf = (tax: InvoiceElement, rate: Decimal | undefined): string =>
  `${textAt(tax, 'CategoryCode')} ${rate?.key() ?? ''}`;

const rateOf = (tax: InvoiceElement): Decimal | undefined => decimalAt(tax, 'RateApplicablePercent');

function countTaxes(taxes: readonly InvoiceElement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const tax of taxes) {
    const key = keyOf(tax, rateOf(tax));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function checkBase(invoice: Invoice, tax: InvoiceElement, counts: ReadonlyMap<string, number>): void {
  const code = textAt(tax, 'CategoryCode');
  const rule = baseRules[code];
  if (!rule || !isVat(tax)) return;
  const { list } = invoice;
  const rate = code === 'O' ? undefined : rateOf(tax);
  const base = decimalAt(tax, 'BasisAmount');
  const { sum, count } = sumVatBases(invoice, code, rate);
  // A breakdown may be split by exemption reason; only its parts together are the sum.
  const isSplit = (counts.get(keyOf(tax, rate)) ?? 0) > 1;
  if (!isSplit && !isNear(base, sum, count)) {
    const at = rate ? ` at ${rate} %` : '';
    list.error(
      rule,
      tax,
      `BT-116 of the VAT category ${code}${at} is ${show(base)}, but its lines, less allowances, plus charges, are ${sum} (${rule}).`,
    );
  }
  if (code !== 'S') return;
  const stated = decimalAt(tax, 'CalculatedAmount');
  const right = rate && base?.times(rate.percent()).round(2);
  if (!isNear(stated, right, count)) {
    list.error(
      'BR-FXEXT-S-09b',
      tax,
      `BT-117 is ${show(stated)}, but ${show(rate)} % of BT-116 ${show(base)} is ${show(right)} (BR-FXEXT-S-09b).`,
    );
  }
}

function checkParents({ named, list }: Invoice): void {
  const ids = new Set(named('LineID').map(({ text }) => text.trim()));
  for (const parent of named('ParentLineID')) {
    const id = parent.text.trim();
    if (id !== '' && !ids.has(id))
      list.error(
        'BR-FXEXT-11',
        parent,
        `The line belongs to the line "${id.slice(0, 20)}", which does not exist.`,
      );
  }
}

function checkNotes({ named, list }: Invoice): void {
  for (const note of named('IncludedNote')) {
    if (!has(note, 'SubjectCode') || has(note, 'ContentCode') || has(note, 'Content')) continue;
    const rule = note.parent?.name === 'ExchangedDocument' ? 'BR-FXEXT-01' : 'BR-FXEXT-02';
    list.error(rule, note, 'A note with a subject (SubjectCode) needs a Content or a ContentCode.');
  }
}
