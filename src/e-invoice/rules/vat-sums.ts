/** The taxable amounts of each VAT category and rate, added up once for all lines. */
import { Decimal } from '../decimal.ts';
import { elementsAt, type InvoiceElement } from '../xml/invoice-element.ts';
import { decimalAt, type Invoice } from './invoice.ts';
import { isDetail, lineTotal } from './line-rules.ts';

export interface VatSum {
  /** Lines plus charges minus allowances, each rounded to two decimals. */
  readonly sum: Decimal;
  /** How many amounts that are. EXTENDED allows a difference of 0.01 for each. */
  readonly count: number;
}

interface Sums {
  lines: Decimal;
  charges: Decimal;
  allowances: Decimal;
  count: number;
}

const known = new WeakMap<Invoice, ReadonlyMap<string, Sums>>();

/** Without a rate, all rates of the category. */
export function sumVatBases(invoice: Invoice, category: string, rate: Decimal | undefined): VatSum {
  let sums = known.get(invoice);
  if (!sums) {
    sums = sumAll(invoice);
    known.set(invoice, sums);
  }
  const found = sums.get(rate ? `${category} ${rate.key()}` : category);
  if (!found) return { sum: Decimal.zero, count: 0 };
  const { lines, charges, allowances, count } = found;
  // The artefacts for UBL do not round.
  if (invoice.syntax === 'UBL') return { sum: lines.plus(charges).minus(allowances), count };
  return { sum: lines.round(2).plus(charges.round(2)).minus(allowances.round(2)), count };
}

function sumAll(invoice: Invoice): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>();
  const add = (
    taxes: readonly InvoiceElement[],
    kind: 'lines' | 'charges' | 'allowances',
    amount: Decimal | undefined,
  ) => {
    if (!amount) return;
    for (const key of new Set(taxes.flatMap(keysOf))) {
      const entry = sums.get(key) ?? {
        lines: Decimal.zero,
        charges: Decimal.zero,
        allowances: Decimal.zero,
        count: 0,
      };
      entry[kind] = entry[kind].plus(amount);
      entry.count += 1;
      sums.set(key, entry);
    }
  };
  for (const line of invoice.lines) {
    if (invoice.profile === 'EXTENDED' && !isDetail(line)) continue;
    add(
      elementsAt(line, 'SpecifiedLineTradeSettlement/ApplicableTradeTax'),
      'lines',
      decimalAt(line, lineTotal),
    );
  }
  for (const kind of ['charges', 'allowances'] as const) {
    for (const each of invoice[kind])
      add(elementsAt(each, 'CategoryTradeTax'), kind, decimalAt(each, 'ActualAmount'));
  }
  for (const each of elementsAt(invoice.settlement, 'SpecifiedLogisticsServiceCharge')) {
    add(elementsAt(each, 'AppliedTradeTax'), 'charges', decimalAt(each, 'AppliedAmount'));
  }
  return sums;
}

function keysOf(tax: InvoiceElement): string[] {
  const rate = decimalAt(tax, 'RateApplicablePercent');
  return elementsAt(tax, 'CategoryCode').flatMap(({ text }) =>
    rate ? [text, `${text} ${rate.key()}`] : [text],
  );
}
