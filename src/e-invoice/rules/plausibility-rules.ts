/**
 * What no standard forbids, but no accountant overlooks: warnings that the sender of an invoice wants to hear before its
 * receiver does.
 */
import { isIban, isWrongLeitwegId } from '../codes/check-digits.ts';
import { elementsAt, textAt } from '../xml/invoice-element.ts';
import type { Invoice } from './invoice.ts';

export function checkPlausibility(invoice: Invoice): void {
  checkIbans(invoice);
  checkLeitwegId(invoice);
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
