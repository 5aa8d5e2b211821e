/** The totals of the document: present, with two decimals, and adding up. */
import { Decimal } from '../decimal.ts';
import { elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import { checkDecimals } from './decimals-rule.ts';
import { decimalAt, has, hasLines, type Invoice, sumAt } from './invoice.ts';
import { lineTotal } from './line-rules.ts';

/** Element, term, meaning, rule for its absence, rule for its decimals. */
const totals: readonly (readonly [
  element: string,
  term: string,
  what: string,
  presence: string,
  decimals: string,
])[] = [
  ['LineTotalAmount', 'BT-106', 'sum of the line net amounts', 'BR-12', 'BR-DEC-09'],
  ['AllowanceTotalAmount', 'BT-107', 'sum of the allowances', '', 'BR-DEC-10'],
  ['ChargeTotalAmount', 'BT-108', 'sum of the charges', '', 'BR-DEC-11'],
  ['TaxBasisTotalAmount', 'BT-109', 'total without VAT', 'BR-13', 'BR-DEC-12'],
  ['GrandTotalAmount', 'BT-112', 'total with VAT', 'BR-14', 'BR-DEC-14'],
  ['TotalPrepaidAmount', 'BT-113', 'paid amount', '', 'BR-DEC-16'],
  ['RoundingAmount', 'BT-114', 'rounding amount', '', 'BR-DEC-17'],
  ['DuePayableAmount', 'BT-115', 'amount due for payment', 'BR-15', 'BR-DEC-18'],
];

/** The sums that the totals are made of, added up once for all of them. */
interface Parts {
  readonly lines: Decimal;
  readonly allowances: Decimal;
  readonly charges: Decimal;
}

const addUp = ({ lines, allowances, charges }: Invoice): Parts => ({
  lines: sumAt(lines, lineTotal).round(2),
  allowances: sumAt(allowances, 'ActualAmount').round(2),
  charges: sumAt(charges, 'ActualAmount').round(2),
});

export function checkTotals(invoice: Invoice): void {
  const { named, list, profile } = invoice;
  const parts = addUp(invoice);
  for (const summation of named('SpecifiedTradeSettlementHeaderMonetarySummation')) {
    // In UBL, the total VAT is elsewhere, and may be all that is here.
    if (summation.origin && summation.origin.name !== 'LegalMonetaryTotal') continue;
    for (const [element, term, what, presence, decimals] of totals) {
      if (profile === 'MINIMUM' && (element === 'LineTotalAmount' || !presence)) continue;
      if (presence && !has(summation, element))
        list.error(presence, summation, `The ${what} (${term}) is missing.`);
      checkDecimals(invoice, decimals, summation, element, `${what} (${term})`);
    }
    if (invoice.syntax === 'CII') checkVatDecimals(invoice, summation);
    if (profile === 'MINIMUM') continue;
    checkAccountingCurrency(invoice, summation);
    if (profile === 'EXTENDED') continue;
    if (hasLines(invoice)) checkLineSum(invoice, summation, parts);
    checkAllowanceSums(invoice, summation, parts);
    checkNet(invoice, summation);
    checkDue(invoice, summation);
  }
  if (profile === 'MINIMUM') return;
  if (invoice.syntax === 'CII') checkVatTotal(invoice);
  if (profile !== 'EXTENDED') checkGross(invoice);
}

const show = (value: Decimal | undefined) => (value ? value.toString() : 'missing');

function checkLineSum({ list }: Invoice, summation: InvoiceElement, { lines: sum }: Parts): void {
  const stated = decimalAt(summation, 'LineTotalAmount');
  if (!stated?.equals(sum)) {
    list.error(
      'BR-CO-10',
      summation,
      `BT-106 is ${show(stated)}, but its lines add up to ${sum} (BR-CO-10).`,
    );
  }
}

function checkAllowanceSums(
  { allowances, charges, list }: Invoice,
  summation: InvoiceElement,
  parts: Parts,
): void {
  const check = (rule: string, term: string, name: string, kind: string, count: number, sum: Decimal) => {
    const stated = decimalAt(summation, name);
    if (count === 0 && !has(summation, name)) return;
    if (!stated?.equals(sum)) {
      list.error(rule, summation, `${term} is ${show(stated)}, but the ${kind} add up to ${sum} (${rule}).`);
    }
  };
  check(
    'BR-CO-11',
    'BT-107',
    'AllowanceTotalAmount',
    'allowances (BT-92)',
    allowances.length,
    parts.allowances,
  );
  check('BR-CO-12', 'BT-108', 'ChargeTotalAmount', 'charges (BT-99)', charges.length, parts.charges);
}

function checkNet({ list }: Invoice, summation: InvoiceElement): void {
  const stated = decimalAt(summation, 'TaxBasisTotalAmount');
  const lines = decimalAt(summation, 'LineTotalAmount');
  const allowances = decimalAt(summation, 'AllowanceTotalAmount') ?? Decimal.zero;
  const charges = decimalAt(summation, 'ChargeTotalAmount') ?? Decimal.zero;
  const sum = lines?.minus(allowances).plus(charges).round(2);
  if (!stated || !sum?.equals(stated)) {
    list.error(
      'BR-CO-13',
      summation,
      `BT-109 is ${show(stated)}, but BT-106 ${show(lines)} - BT-107 ${allowances} + BT-108 ${charges} is ${show(sum)} (BR-CO-13).`,
    );
  }
}

function checkDue({ list, syntax }: Invoice, summation: InvoiceElement): void {
  const stated = decimalAt(summation, 'DuePayableAmount');
  const gross = decimalAt(summation, 'GrandTotalAmount');
  const paid = decimalAt(summation, 'TotalPrepaidAmount') ?? Decimal.zero;
  const rounding = decimalAt(summation, 'RoundingAmount') ?? Decimal.zero;
  const sum = gross?.minus(paid).plus(rounding);
  // The artefacts for UBL round where there is something to add.
  const isPaid = syntax === 'UBL' && has(summation, 'TotalPrepaidAmount');
  const isRounded = syntax === 'UBL' && has(summation, 'RoundingAmount');
  const rest = gross?.minus(paid);
  const due = stated?.minus(rounding);
  const isRight = (isRounded ? due?.round(2) : due)?.equals((isPaid ? rest?.round(2) : rest) ?? Decimal.zero);
  if (!stated || !sum || !isRight) {
    list.error(
      'BR-CO-16',
      summation,
      `BT-115 is ${show(stated)}, but BT-112 ${show(gross)} - BT-113 ${paid} + BT-114 ${rounding} is ${show(sum)} (BR-CO-16).`,
    );
  }
}

function checkGross({ root, summation, settlement, list, syntax }: Invoice): void {
  const gross = decimalAt(summation, 'GrandTotalAmount');
  const net = decimalAt(summation, 'TaxBasisTotalAmount');
  const byCurrency = Map.groupBy(
    elementsAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount'),
    ({ attributes }) => attributes.get('currencyID'),
  );
  for (const { text: currency } of elementsAt(settlement, 'InvoiceCurrencyCode')) {
    const vats = byCurrency.get(currency) ?? [];
    const [first] = vats;
    const vat = vats.length === 1 && first ? Decimal.parse(first.text) : undefined;
    const sum = vat && net?.plus(vat).round(2);
    const mayBeNet = syntax === 'CII' && net && gross?.equals(net);
    if (gross && ((sum && gross.equals(sum)) || mayBeNet)) continue;
    const added = vats.length > 1 ? `${vats.length} amounts in ${currency}` : show(vat);
    list.error(
      'BR-CO-15',
      root,
      `BT-112 is ${show(gross)}, but BT-109 ${show(net)} + BT-110 ${added} is ${show(sum)} (BR-CO-15).`,
    );
  }
}

/** BT-110 is the sum of the breakdown, in the currency of the invoice. */
function checkVatTotal({ named, taxes, currency, list }: Invoice): void {
  const sum = sumAt(taxes, 'CalculatedAmount').round(2);
  for (const total of named('TaxTotalAmount')) {
    if (total.parent?.name !== 'SpecifiedTradeSettlementHeaderMonetarySummation') continue;
    if (total.attributes.get('currencyID') !== currency) continue;
    const stated = Decimal.parse(total.text);
    if (!stated?.equals(sum)) {
      list.error(
        'BR-CO-14',
        total,
        `BT-110 is ${show(stated)}, but the VAT amounts of the breakdown (BT-117) add up to ${sum} (BR-CO-14).`,
      );
    }
  }
}

function checkVatDecimals({ currency, settlement, profile, list }: Invoice, summation: InvoiceElement): void {
  const amounts = elementsAt(summation, 'TaxTotalAmount');
  if (amounts.length === 0) return;
  const isShort = ({ text }: InvoiceElement) => {
    const value = Decimal.parse(text);
    return value?.equals(value.round(2)) === true;
  };
  const isIn = (code: string) => (amount: InvoiceElement) => amount.attributes.get('currencyID') === code;
  if (!amounts.some((amount) => !isIn(currency)(amount) || isShort(amount))) {
    list.error(
      'BR-DEC-13',
      summation,
      `The total VAT (BT-110) may have two decimals; it is ${amounts[0]?.text.trim().slice(0, 50)}.`,
    );
  }
  const accounting = textAt(settlement, 'TaxCurrencyCode');
  if (profile === 'MINIMUM' || accounting === '') return;
  if (!amounts.some((amount) => isIn(accounting)(amount) && isShort(amount))) {
    list.error(
      'BR-DEC-15',
      summation,
      `The total VAT in ${accounting} (BT-111) must be present, with two decimals at most.`,
    );
  }
}

function checkAccountingCurrency(
  { settlement, currency, list, syntax }: Invoice,
  summation: InvoiceElement,
): void {
  const accounting = textAt(settlement, 'TaxCurrencyCode');
  if (!has(settlement, 'TaxCurrencyCode')) return;
  const amounts = elementsAt(summation, 'TaxTotalAmount');
  if (syntax === 'CII' && accounting === currency) {
    list.error(
      'BR-53',
      summation,
      `The VAT accounting currency (BT-6) is ${accounting} like that of the invoice; leave it out.`,
    );
  } else if (!amounts.some(({ attributes }) => attributes.get('currencyID') === accounting)) {
    list.error(
      'BR-53',
      summation,
      `BT-6 is ${accounting}, but no total VAT in ${accounting} (BT-111) is given.`,
    );
  }
}
