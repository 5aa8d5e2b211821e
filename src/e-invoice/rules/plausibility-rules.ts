/**
 * What no standard forbids, but no accountant overlooks: warnings that the sender of an invoice wants to hear before its
 * receiver does.
 */

import { isIban, isWrongLeitwegId } from '../codes/check-digits.ts';
import { Decimal } from '../decimal.ts';
import { elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import { decimalAt, has, type Invoice } from './invoice.ts';

export function checkPlausibility(invoice: Invoice): void {
  checkIbans(invoice);
  checkLeitwegId(invoice);
  checkSupply(invoice);
  checkPreceding(invoice);
  checkAmounts(invoice);
}

/** XRechnung has rules of its own for the means of payment 58 and 59. */
function checkIbans({ named, profile, list }: Invoice): void {
  for (const [name, term] of [
    ['PayeePartyCreditorFinancialAccount', 'BT-84'],
    ['PayerPartyDebtorFinancialAccount', 'BT-91'],
  ] as const) {
    for (const account of named(name)) {
      const means = textAt(account.parent, 'TypeCode');
      if (profile === 'XRECHNUNG' && (means === '58' || means === '59')) continue;
      const iban = textAt(account, 'IBANID').replace(/\s/g, '');
      // In UBL, it may be the number of any account.
      if (!/^[A-Z]{2}\d{2}/.test(iban) || isIban(iban)) continue;
      list.warning('IBAN', account, `This is no valid IBAN (${term}): "${iban.slice(0, 40)}".`);
    }
  }
}

function checkLeitwegId({ agreement, buyer, profile, list, root }: Invoice): void {
  const ids = profile === 'XRECHNUNG' ? [textAt(agreement, 'BuyerReference')] : [];
  for (const address of elementsAt(buyer, 'URIUniversalCommunication/URIID')) {
    if (address.attributes.get('schemeID') === '0204') ids.push(address.text.trim());
  }
  const wrong = ids.find(isWrongLeitwegId);
  if (wrong === undefined) return;
  const message = `The check digits of the Leitweg-ID "${wrong}" are wrong: there is no such Leitweg-ID (BT-10).`;
  list.warning('Leitweg-ID', buyer ?? root, message);
}

/** Invoices for what is supplied, with another sign or not. A deposit is paid before. */
const ofSupply = ['380', '389', '326', '875', '876', '877'];

/** § 14 Abs. 4 Nr. 6 UStG: an invoice in Germany names the day or the period of the supply. */
function checkSupply({ root, seller, delivery, settlement, lines, list }: Invoice): void {
  if (textAt(seller, 'PostalTradeAddress/CountryID') !== 'DE') return;
  if (!ofSupply.includes(textAt(root, 'ExchangedDocument/TypeCode'))) return;
  const period = 'BillingSpecifiedPeriod';
  const isKnown =
    has(delivery, 'ActualDeliverySupplyChainEvent') ||
    has(settlement, period) ||
    (lines.length > 0 && lines.every((line) => has(line, `SpecifiedLineTradeSettlement/${period}`)));
  if (isKnown) return;
  const message =
    'The invoice names no date of supply (BT-72) and no period (BG-14), which § 14 UStG asks for in Germany.';
  list.warning('supply', root, message);
}

/** XRechnung has a rule of its own for 384. */
function checkPreceding({ root, settlement, profile, list }: Invoice): void {
  const type = textAt(root, 'ExchangedDocument/TypeCode');
  if (type !== '381' && (type !== '384' || profile === 'XRECHNUNG')) return;
  if (has(settlement, 'InvoiceReferencedDocument')) return;
  const what = type === '381' ? 'credit note (381)' : 'corrected invoice (384)';
  list.warning('preceding', root, `A ${what} should name the invoice that it is about (BG-3).`);
}

function checkAmounts({ root, settlement, summation, taxes, list }: Invoice): void {
  const type = textAt(root, 'ExchangedDocument/TypeCode');
  const due = textAt(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString');
  const issued = textAt(root, 'ExchangedDocument/IssueDateTime/DateTimeString');
  if (/^\d{8}$/.test(due) && /^\d{8}$/.test(issued) && due < issued) {
    list.warning('due date', settlement ?? root, 'The due date (BT-9) is before the date of issue (BT-2).');
  }
  const isBelowZero = (from: InvoiceElement | undefined, path: string) =>
    (decimalAt(from, path)?.compare(Decimal.zero) ?? 0) < 0;
  if (!isBelowZero(summation, 'LineTotalAmount') && type !== '384') {
    const tax = taxes.find((each) => isBelowZero(each, 'BasisAmount'));
    if (tax) {
      const rate = textAt(tax, 'RateApplicablePercent').slice(0, 10) || '0';
      const message = `The allowances (BG-20) at ${rate} % are larger than the items at this rate.`;
      list.warning('allowances', tax, message);
    }
  }
}
