/** The rules of Peppol BIS Billing 3 that XRechnung includes too. */
import { Decimal } from '../decimal.ts';
import { elementAt, elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import { decimalAt, has, type Invoice } from './invoice.ts';

/** `file`: the root of the file, in its own syntax. */
export function checkPeppol(invoice: Invoice, file: InvoiceElement): void {
  const { named, settlement, lines, summation, currency, list } = invoice;
  const isCii = invoice.syntax === 'CII';
  checkEmpty(file);
  checkParties(invoice);
  checkPeriods(invoice);
  for (const element of named('SpecifiedTradeAllowanceCharge')) checkPercentage(element);
  const accounting = textAt(settlement, 'TaxCurrencyCode');
  const totals = elementsAt(summation, 'TaxTotalAmount');
  if (settlement && accounting !== '' && accounting === currency) {
    list.error(
      'PEPPOL-EN16931-R005',
      settlement,
      'The VAT accounting currency (BT-6) must differ from that of the invoice (BT-5).',
    );
  }
  const own = totals.filter(({ attributes }) => attributes.get('currencyID') === currency).length;
  const foreign = totals.filter(
    ({ attributes }) => (attributes.get('currencyID') ?? currency) !== currency,
  ).length;
  if (isCii && settlement && own > 1)
    list.error(
      'PEPPOL-EN16931-R053',
      settlement,
      `There is one total VAT in ${currency} (BT-110), not ${own}.`,
    );
  if (isCii && settlement && currency !== '' && foreign !== (has(settlement, 'TaxCurrencyCode') ? 1 : 0)) {
    list.error(
      'PEPPOL-EN16931-R054',
      settlement,
      'There is one total VAT in another currency (BT-111) if and only if BT-6 names that.',
    );
  }
  for (const price of [...named('NetPriceProductTradePrice'), ...named('GrossPriceProductTradePrice')]) {
    const quantity = decimalAt(price, 'BasisQuantity');
    if (has(price, 'BasisQuantity') && !(quantity && quantity.compare(Decimal.zero) > 0)) {
      list.error(
        'PEPPOL-EN16931-R121',
        price,
        `The quantity of a price (BT-149) must be above zero; it is ${quantity ?? 'no number'}.`,
      );
    }
  }
  for (const line of lines) {
    checkUnits(line);
    const gross = elementAt(line, 'SpecifiedLineTradeAgreement/GrossPriceProductTradePrice');
    const amount = decimalAt(gross, 'ChargeAmount');
    if (!gross || !amount) continue;
    const net = decimalAt(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount');
    const right = amount.minus(decimalAt(gross, 'AppliedTradeAllowanceCharge/ActualAmount') ?? Decimal.zero);
    if (!net?.equals(right)) {
      list.error(
        'PEPPOL-EN16931-R046',
        gross,
        `The net price (BT-146) is ${net ?? 'missing'}, but the gross price less its discount is ${right}.`,
      );
    }
  }

  function checkEmpty(element: InvoiceElement): void {
    const isEmpty = element.children.length === 0 && element.text.trim() === '';
    if (isEmpty && element.name !== 'ApplicableHeaderTradeDelivery') {
      list.error('PEPPOL-EN16931-R008', element, `${element.name} is empty; leave it out.`);
    }
    for (const child of element.children) checkEmpty(child);
  }

  function checkUnits(line: InvoiceElement): void {
    const quantityOfLine = elementAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity');
    if (!isCii && !quantityOfLine) return;
    const billed = quantityOfLine?.attributes.get('unitCode');
    for (const price of ['NetPriceProductTradePrice', 'GrossPriceProductTradePrice']) {
      const quantity = elementAt(line, `SpecifiedLineTradeAgreement/${price}/BasisQuantity`);
      const unit = quantity?.attributes.get('unitCode');
      if (!quantity || unit === undefined || unit === billed) continue;
      const message = `The unit of the price (BT-150) is ${unit.slice(0, 10)}, but that of the quantity is ${billed?.slice(0, 10) ?? 'missing'}.`;
      list.error('PEPPOL-EN16931-R130', quantity, message);
    }
  }

  function checkPercentage(element: InvoiceElement): void {
    const indicator = textAt(element, 'ChargeIndicator/Indicator');
    if (indicator !== 'true' && indicator !== 'false') {
      list.error(
        isCii ? 'PEPPOL-EN16931-R043-1' : 'PEPPOL-EN16931-R043',
        element,
        'The ChargeIndicator must be true or false.',
      );
    }
    const percent = decimalAt(element, 'CalculationPercent');
    const base = decimalAt(element, 'BasisAmount');
    if (percent && !base)
      list.error(
        'PEPPOL-EN16931-R041',
        element,
        'An allowance or charge with a percentage needs its base amount.',
      );
    if (base && !percent)
      list.error(
        'PEPPOL-EN16931-R042',
        element,
        'An allowance or charge with a base amount needs its percentage.',
      );
    if (!percent || !base) return;
    const amount = decimalAt(element, 'ActualAmount') ?? Decimal.zero;
    const right = base.times(percent.percent());
    if (amount.minus(right).abs().compare(slack) > 0) {
      list.error(
        'PEPPOL-EN16931-R040',
        element,
        `The amount is ${amount}, but ${percent} % of ${base} is ${right}.`,
      );
    }
  }
}

/** Peppol finds parties by their electronic addresses. */
function checkParties({ root, seller, buyer, settlement, list, syntax }: Invoice): void {
  const context = elementAt(root, 'ExchangedDocumentContext');
  if (context && !has(context, 'BusinessProcessSpecifiedDocumentContextParameter/ID')) {
    list.error(
      'PEPPOL-EN16931-R001',
      context,
      'The business process (BT-23) is missing, such as urn:fdc:peppol.eu:2017:poacc:billing:01:1.0.',
    );
  }
  const address = 'URIUniversalCommunication/URIID';
  // In UBL, a party may be an empty shell, which is another fault.
  const isThere = (party: InvoiceElement | undefined) =>
    party && (!party.origin || has(party.origin, 'Party'));
  if (seller && isThere(seller) && !has(seller, address)) {
    list.error('PEPPOL-EN16931-R020', seller, "The seller's electronic address (BT-34) is missing.");
  }
  if (buyer && isThere(buyer) && !has(buyer, address)) {
    list.error('PEPPOL-EN16931-R010', buyer, "The buyer's electronic address (BT-49) is missing.");
  }
  for (const means of elementsAt(settlement, 'SpecifiedTradeSettlementPaymentMeans')) {
    const type = textAt(means, 'TypeCode');
    const isMandated =
      syntax === 'UBL'
        ? has(means, 'PaymentMandate/ID')
        : has(settlement, 'SpecifiedTradePaymentTerms/DirectDebitMandateID');
    if ((type === '49' || type === '59') && !isMandated)
      list.error('PEPPOL-EN16931-R061', means, 'A direct debit needs the mandate reference (BT-89).');
  }
}

const slack = Decimal.one.plus(Decimal.one).percent();

/** The periods of lines are within that of the invoice. */
function checkPeriods({ settlement, lines, list }: Invoice): void {
  const whole = elementAt(settlement, 'BillingSpecifiedPeriod');
  for (const [rule, name] of [
    ['PEPPOL-EN16931-R110', 'StartDateTime'],
    ['PEPPOL-EN16931-R111', 'EndDateTime'],
  ] as const) {
    if (!has(whole, name)) continue;
    const limit = textAt(whole, `${name}/DateTimeString`);
    for (const line of lines) {
      const element = elementAt(line, `SpecifiedLineTradeSettlement/BillingSpecifiedPeriod/${name}`);
      if (!element) continue;
      const day = textAt(element, 'DateTimeString');
      const isWithin = day !== '' && limit !== '' && (name === 'StartDateTime' ? day >= limit : day <= limit);
      if (!isWithin)
        list.error(
          rule,
          element,
          `The period of this line (BG-26, ${day}) exceeds that of the invoice (BG-14, ${limit}).`,
        );
    }
  }
}
