/** How an invoice is to be paid. */

import { Decimal } from '../decimal.ts';
import { elementAt, elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import { decimalAt, has, hasText, type Invoice } from './invoice.ts';

/** Credit transfer and SEPA credit transfer. */
const transfers = ['30', '58'];

export function checkPayment(invoice: Invoice): void {
  const { named, list, profile, syntax } = invoice;
  const all = named('SpecifiedTradeSettlementPaymentMeans');
  for (const means of all) {
    if (!has(means, 'TypeCode'))
      list.error('BR-49', means, 'The payment instructions (BG-16) have no means of payment (BT-81).');
    if (elementsAt(means, 'TypeCode').some(({ text }) => transfers.includes(text)))
      checkAccount(invoice, means);
  }
  for (const card of named('ApplicableTradeSettlementFinancialCard')) {
    if (textAt(card, 'ID').length > 10) {
      const message = 'The card number (BT-87) must be cut to its first 6 and last 4 digits at most.';
      if (syntax === 'UBL') list.warning('BR-51', card, message);
      else list.error('BR-51', card, message);
    }
  }
  if (syntax === 'UBL' || (profile !== 'EN 16931' && profile !== 'XRECHNUNG')) return;
  checkSame(invoice, 'CII-SR-467', all, 'TypeCode', 'means of payment (BT-81)');
  checkSame(invoice, 'CII-SR-468', all, 'Information', 'texts for the means of payment (BT-82)');
  const withoutAccount = all.filter(
    (means) => transfers.includes(textAt(means, 'TypeCode')) && !hasAccount(means),
  );
  if (withoutAccount[0]) {
    list.error(
      'CII-SR-470',
      withoutAccount[0],
      'A credit transfer (means of payment 30 or 58) needs an IBAN or another account number (BT-84).',
    );
  }
}

const hasAccount = (means: InvoiceElement) =>
  has(means, 'PayeePartyCreditorFinancialAccount/IBANID') ||
  has(means, 'PayeePartyCreditorFinancialAccount/ProprietaryID');

function checkAccount({ list, profile, syntax }: Invoice, means: InvoiceElement): void {
  const message = 'A credit transfer needs an IBAN or another account number (BT-84).';
  // The artefacts for CII find a missing account by CII-SR-470.
  if (syntax === 'UBL' && !hasAccount(means)) list.error('BR-61', means, message);
  for (const account of elementsAt(means, 'PayeePartyCreditorFinancialAccount')) {
    if (!hasText(account, 'IBANID') && !hasText(account, 'ProprietaryID'))
      list.error('BR-50', account, message);
    if (syntax === 'CII' && !has(account, 'IBANID') && !has(account, 'ProprietaryID'))
      list.error('BR-61', account, message);
  }
  if (profile === 'XRECHNUNG' || syntax === 'UBL') return;
  const account = elementAt(means, 'PayeePartyCreditorFinancialAccount');
  if (has(account, 'IBANID') === has(account, 'ProprietaryID')) {
    list.error(
      'BR-CO-27',
      means,
      'A credit transfer needs either an IBAN or another account number (BT-84), and not both.',
    );
  }
}

function checkSame(
  { root, list }: Invoice,
  rule: string,
  all: readonly InvoiceElement[],
  path: string,
  what: string,
): void {
  const texts = new Set(all.flatMap((means) => elementsAt(means, path)).map(({ text }) => text.trim()));
  if (texts.size > 1) {
    list.error(
      rule,
      root,
      `The ${what} must be the same everywhere; there are ${[...texts].slice(0, 5).join(', ')}.`,
    );
  }
}

/** EXTENDED only: the norm dropped it. */
export function checkPaymentTerms({ root, named, list }: Invoice): void {
  const due = named('DuePayableAmount').map((element) => decimalAt(element.parent, 'DuePayableAmount'));
  if (!due.some((amount) => amount && amount.compare(Decimal.zero) > 0)) return;
  const terms = named('SpecifiedTradePaymentTerms');
  if (!terms.some((each) => has(each, 'DueDateDateTime') || has(each, 'Description'))) {
    list.error(
      'BR-CO-25',
      root,
      'There is an amount due (BT-115), but neither a due date (BT-9) nor payment terms (BT-20).',
    );
  }
}
