/** The rules on what each invoice line must state. */
import { Decimal } from '../decimal.ts';
import { elementAt, elementsAt, type InvoiceElement } from '../xml/invoice-element.ts';
import { checkDecimals } from './decimals-rule.ts';
import { decimalAt, has, hasText, type Invoice, isVat, nameLine } from './invoice.ts';

export const lineTotal =
  'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount';

export function checkLines(invoice: Invoice): void {
  const { named, list, taxes } = invoice;
  const isExtended = invoice.profile === 'EXTENDED';
  for (const [index, line] of named('IncludedSupplyChainTradeLineItem').entries()) {
    const name = nameLine(line, index + 1);
    const lacks = (rule: string, what: string) => list.error(rule, line, `${name} has no ${what}.`);
    if (!hasText(line, 'AssociatedDocumentLineDocument/LineID')) lacks('BR-21', 'identifier (BT-126)');
    if (!hasText(line, 'SpecifiedTradeProduct/Name')) lacks('BR-25', 'item name (BT-153)');
    const product = elementAt(line, 'SpecifiedTradeProduct/GlobalID');
    if (product && !product.attributes.get('schemeID')?.trim()) {
      list.error(
        'BR-64',
        product,
        `The item identifier (BT-157) of ${name} has no schemeID, such as 0160 for a GTIN.`,
      );
    }
    if (taxes.length === 0) {
      list.error('BR-CO-18', line, 'The invoice has no VAT breakdown (BG-23).');
    }
    checkDecimals(invoice, 'BR-DEC-23', line, lineTotal, 'net amount (BT-131)');
    if (isExtended) {
      if (isDetail(line))
        checkAmounts(line, lacks, [
          'BR-FXEXT-BR-22',
          'BR-FXEXT-BR-23',
          'BR-FXEXT-BR-24',
          'BR-FXEXT-BR-26',
          'BR-FXEXT-CO-04',
        ]);
    } else {
      checkAmounts(line, lacks, ['BR-22', 'BR-23', 'BR-24', 'BR-26', 'BR-CO-04']);
      checkPrices(invoice, line, name);
    }
  }
  for (const period of named('BillingSpecifiedPeriod')) checkPeriod(invoice, period);
  for (const attribute of named('ApplicableProductCharacteristic')) {
    if (!has(attribute, 'Description') || !has(attribute, 'Value')) {
      list.error('BR-54', attribute, 'An item attribute (BG-32) needs a name (BT-160) and a value (BT-161).');
    }
  }
  for (const classification of named('DesignatedProductClassification')) {
    const code = elementAt(classification, 'ClassCode');
    if (code && !code.attributes.get('listID')?.trim()) {
      list.error('BR-65', code, 'The item classification (BT-158) has no listID, such as STI.');
    }
  }
}

/** EXTENDED has lines that only group or explain others; their amounts do not count. */
export function isDetail(line: InvoiceElement): boolean {
  const status = elementAt(line, 'AssociatedDocumentLineDocument/LineStatusReasonCode');
  return !status || status.text.trim() === 'DETAIL';
}

function checkAmounts(
  line: InvoiceElement,
  lacks: (rule: string, what: string) => void,
  [quantity, unit, total, price, category]: readonly [string, string, string, string, string],
): void {
  const billed = elementAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity');
  if (!billed) lacks(quantity, 'invoiced quantity (BT-129)');
  if (!billed?.attributes.has('unitCode'))
    lacks(unit, 'unit of its quantity (BT-130), such as unitCode="C62" for pieces');
  if (!has(line, lineTotal)) lacks(total, 'net amount (BT-131)');
  if (!has(line, netPrice)) lacks(price, 'net price (BT-146)');
  const vat = elementsAt(line, 'SpecifiedLineTradeSettlement/ApplicableTradeTax').filter(isVat);
  if (!vat.some((tax) => has(tax, 'CategoryCode'))) lacks(category, 'VAT category (BT-151)');
}

const netPrice = 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount';
const grossPrice = 'SpecifiedLineTradeAgreement/GrossPriceProductTradePrice/ChargeAmount';

function checkPrices({ list }: Invoice, line: InvoiceElement, name: string): void {
  const net = decimalAt(line, netPrice);
  if (!net || net.compare(Decimal.zero) < 0) {
    list.error(
      'BR-27',
      line,
      `The net price (BT-146) of ${name} must be 0 or more; it is ${net ?? 'missing'}.`,
    );
  }
  const gross = decimalAt(line, grossPrice);
  if (gross && gross.compare(Decimal.zero) < 0) {
    list.error('BR-28', line, `The gross price (BT-148) of ${name} must be 0 or more; it is ${gross}.`);
  }
}

function checkPeriod({ list, settlement, profile }: Invoice, period: InvoiceElement): void {
  if (profile === 'MINIMUM') return;
  const isHeader = period.parent === settlement;
  const start = dayAt(period, 'StartDateTime/DateTimeString');
  const end = dayAt(period, 'EndDateTime/DateTimeString');
  const what = isHeader ? 'invoicing period (BG-14)' : 'period of the invoice line (BG-26)';
  if (
    has(period, 'StartDateTime') &&
    has(period, 'EndDateTime') &&
    (start === undefined || end === undefined || end < start)
  ) {
    list.error(
      isHeader ? 'BR-29' : 'BR-30',
      period,
      `The ${what} ends on ${end || 'no day of format 102'}, and starts on ${start || 'no day of format 102'}: the end must not be before the start.`,
    );
  }
  if (
    !has(period, 'StartDateTime') &&
    !has(period, 'EndDateTime') &&
    !(isHeader && has(period, 'DescriptionCode'))
  ) {
    list.error(isHeader ? 'BR-CO-19' : 'BR-CO-20', period, `The ${what} needs a start or an end.`);
  }
}

/** A day as 20260131. Other formats cannot be compared. */
function dayAt(from: InvoiceElement, path: string): string | undefined {
  return elementsAt(from, path)
    .find(({ attributes }) => attributes.get('format') === '102')
    ?.text.trim();
}
