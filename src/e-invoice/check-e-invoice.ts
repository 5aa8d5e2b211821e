/**
 * Checks the XML of an electronic invoice as its receiver would: that it is XML, that it has the elements of its profile,
 * and that it keeps the rules of EN 16931, of Factur-X and of XRechnung.
 */
import { type EInvoiceFinding, FindingList, TooManyErrors } from './findings.ts';
import { type EInvoiceProfile, findProfile, identifiers, profiles } from './profiles.ts';
import { checkAllowances } from './rules/allowance-rules.ts';
import { checkCodes } from './rules/code-rules.ts';
import { checkWholeInvoice } from './rules/document-rules.ts';
import { checkExtended } from './rules/extended-rules.ts';
import { hasLines, type Invoice, readInvoice } from './rules/invoice.ts';
import { checkLines } from './rules/line-rules.ts';
import { checkPayment } from './rules/payment-rules.ts';
import { checkPeppol } from './rules/peppol-rules.ts';
import { checkDates, checkSyntax } from './rules/syntax-rules.ts';
import { checkTotals } from './rules/total-rules.ts';
import { checkVat } from './rules/vat-rules.ts';
import { checkXRechnung } from './rules/xrechnung-rules.ts';
import { checkSchema } from './schema/check-schema.ts';
import { checkVariants } from './schema/check-variants.ts';
import { elementsAt, textAt } from './xml/invoice-element.ts';
import { parseInvoiceXml, type XmlDocument, XmlSyntaxError } from './xml/parse-invoice-xml.ts';

export interface EInvoice {
  readonly profile: EInvoiceProfile;
  /** The name of the file inside a PDF. */
  readonly fileName: 'factur-x.xml' | 'xrechnung.xml';
  /** BT-1. */
  readonly number: string | undefined;
  readonly findings: readonly EInvoiceFinding[];
}

/** A text of which not even the profile is known. */
export interface UnknownEInvoice {
  readonly profile: undefined;
  readonly findings: readonly EInvoiceFinding[];
}

const guideline = 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID';

/**
 * Never throws for what the XML says: a text that is not XML has one finding with the rule `xml`.
 *
 *     const { profile, findings } = checkEInvoice(xml);
 *     findings[0]; // { rule: 'BR-CO-10', path: '/rsm:CrossIndustryInvoice/…', line: 214, severity: 'error',
 *                  //   message: 'BT-106 is 100.00, but its lines add up to 101.50 (BR-CO-10).' }
 */
export function checkEInvoice(xml: string): EInvoice | UnknownEInvoice {
  const list = new FindingList();
  try {
    const document = parseInvoiceXml(xml);
    const { root } = document;
    if (root.name !== 'CrossIndustryInvoice' || root.prefix !== 'rsm') {
      list.error('xml', root, describeRoot(root.name));
      return { profile: undefined, findings: list.findings };
    }
    const identifier = elementsAt(root, guideline)[0];
    const profile = findProfile(identifier?.text.trim() ?? '');
    if (!profile) {
      const seen = identifier ? `"${identifier.text.trim().slice(0, 100)}"` : 'missing';
      const known = profiles.map((each) => `${identifiers[each]} (${each})`).join(', ');
      list.error(
        'BR-01',
        identifier ?? root,
        `The specification identifier (BT-24) is ${seen}. Known are ${known}.`,
      );
      return { profile: undefined, findings: list.findings };
    }
    checkAll(document, profile, list);
    return {
      profile,
      fileName: profile === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml',
      number: textAt(root, 'ExchangedDocument/ID') || undefined,
      findings: list.findings,
    };
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    const finding: EInvoiceFinding = {
      rule: 'xml',
      path: '/',
      line: error.line,
      message: error.message,
      severity: 'error',
    };
    return { profile: undefined, findings: [finding] };
  }
}

/** Stops at the last error that is reported. */
function checkAll(document: XmlDocument, profile: EInvoiceProfile, list: FindingList): void {
  try {
    checkSchema(document.root, profile, list);
    checkVariants(document, profile, list);
    checkRules(readInvoice(document, profile, list));
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
  }
}

function checkRules(invoice: Invoice): void {
  const { profile } = invoice;
  checkWholeInvoice(invoice);
  checkTotals(invoice);
  if (profile !== 'MINIMUM') {
    checkAllowances(invoice);
    checkVat(invoice);
    checkPayment(invoice);
  }
  if (hasLines(invoice)) checkLines(invoice);
  checkCodes(invoice);
  checkDates(invoice);
  if (profile === 'EN 16931' || profile === 'XRECHNUNG') checkSyntax(invoice);
  if (profile === 'EXTENDED') checkExtended(invoice);
  if (profile === 'XRECHNUNG') {
    checkXRechnung(invoice);
    checkPeppol(invoice);
  }
}

function describeRoot(name: string): string {
  const local = name.replace(/^\{.*\}/, '');
  const hint = /^\{urn:oasis:names:specification:ubl:/.test(name)
    ? ' UBL (Peppol BIS, XRechnung in UBL) cannot be embedded in a PDF as Factur-X.'
    : ' Its namespace is urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100.';
  return `The root element is ${local.slice(0, 60)}; an invoice has rsm:CrossIndustryInvoice.${hint}`;
}
