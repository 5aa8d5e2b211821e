/** The rules on what each allowance and charge must state, of the document and of its lines. */
import { elementsAt, type InvoiceElement } from '../xml/invoice-element.ts';
import { checkDecimals } from './decimals-rule.ts';
import { has, type Invoice, isCharge, isVat } from './invoice.ts';

interface Kind {
  readonly what: string;
  readonly amount: string;
  readonly terms: readonly [amount: string, base: string, reason: string];
  /** The rule of the norm for a missing reason, and its double. */
  readonly reason: readonly string[];
  readonly decimals: readonly [amount: string, base: string];
  readonly category?: string | undefined;
}

const kinds = {
  headerAllowance: {
    what: 'document level allowance (BG-20)',
    amount: 'BR-31',
    terms: ['BT-92', 'BT-93', 'BT-97'],
    reason: ['BR-33', 'BR-CO-21'],
    decimals: ['BR-DEC-01', 'BR-DEC-02'],
    category: 'BR-32',
  },
  headerCharge: {
    what: 'document level charge (BG-21)',
    amount: 'BR-36',
    terms: ['BT-99', 'BT-100', 'BT-104'],
    reason: ['BR-38', 'BR-CO-22'],
    decimals: ['BR-DEC-05', 'BR-DEC-06'],
    category: 'BR-37',
  },
  lineAllowance: {
    what: 'invoice line allowance (BG-27)',
    amount: 'BR-41',
    terms: ['BT-136', 'BT-137', 'BT-139'],
    reason: ['BR-42', 'BR-CO-23'],
    decimals: ['BR-DEC-24', 'BR-DEC-25'],
  },
  lineCharge: {
    what: 'invoice line charge (BG-28)',
    amount: 'BR-43',
    terms: ['BT-141', 'BT-142', 'BT-144'],
    reason: ['BR-44', 'BR-CO-24'],
    decimals: ['BR-DEC-27', 'BR-DEC-28'],
  },
} as const satisfies Record<string, Kind>;

/** EXTENDED has a rule of its own for the reason of charges, which may be taxes. */
const extendedReasons: Readonly<Record<string, readonly string[]>> = {
  'BR-38': ['BR-FXEXT-BR-38'],
  'BR-44': ['BR-FXEXT-BR-44'],
};

export function checkAllowances(invoice: Invoice): void {
  for (const element of invoice.named('SpecifiedTradeAllowanceCharge')) {
    if (invoice.syntax === 'CII' && !has(element, 'ChargeIndicator')) {
      const message =
        'An allowance or charge needs a ChargeIndicator: false for an allowance, true for a charge.';
      invoice.list.error('CII-SR-463', element, message);
    }
    const charge = isCharge(element);
    if (charge === undefined) continue;
    const { parent } = element;
    if (parent === invoice.settlement)
      check(invoice, element, charge ? kinds.headerCharge : kinds.headerAllowance);
    if (parent?.name === 'SpecifiedLineTradeSettlement') {
      check(invoice, element, charge ? kinds.lineCharge : kinds.lineAllowance);
    }
  }
}

function check(invoice: Invoice, element: InvoiceElement, kind: Kind): void {
  const { list, profile } = invoice;
  const { what, terms, decimals } = kind;
  if (!has(element, 'ActualAmount'))
    list.error(kind.amount, element, `The ${what} has no amount (${terms[0]}).`);
  if (kind.category) {
    const taxes = elementsAt(element, 'CategoryTradeTax').filter(isVat);
    if (!taxes.some((tax) => has(tax, 'CategoryCode'))) {
      list.error(kind.category, element, `The ${what} has no VAT category with the tax scheme VAT.`);
    }
  }
  if (!has(element, 'Reason') && !has(element, 'ReasonCode')) {
    const [first = ''] = kind.reason;
    const rules = (profile === 'EXTENDED' && extendedReasons[first]) || kind.reason;
    for (const rule of rules)
      list.error(rule, element, `The ${what} needs a Reason (${terms[2]}) or a ReasonCode.`);
  }
  checkDecimals(invoice, decimals[0], element, 'ActualAmount', `amount (${terms[0]}) of the ${what}`);
  checkDecimals(invoice, decimals[1], element, 'BasisAmount', `base amount (${terms[1]}) of the ${what}`);
}
