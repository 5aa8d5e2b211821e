/**
 * Checks the XML of an electronic invoice as its receiver would: that it is XML, that it has the elements of its syntax and
 * profile, and that it keeps the rules of EN 16931, of Factur-X, of XRechnung and of Peppol.
 */
import { type EInvoiceFinding, FindingList, TooManyErrors } from './findings.ts';
import {
  type CiiProfile,
  type EInvoiceProfile,
  findProfile,
  findUblProfile,
  identifiers,
  ublIdentifiers,
} from './profiles.ts';
import { checkAllowances } from './rules/allowance-rules.ts';
import { checkCodes } from './rules/code-rules.ts';
import { checkWholeInvoice } from './rules/document-rules.ts';
import { checkExtended } from './rules/extended-rules.ts';
import { hasLines, type Invoice, readInvoice, type Syntax } from './rules/invoice.ts';
import { checkLines } from './rules/line-rules.ts';
import { checkPayment } from './rules/payment-rules.ts';
import { checkPeppol } from './rules/peppol-rules.ts';
import { checkPlausibility } from './rules/plausibility-rules.ts';
import { checkDates, checkSyntax } from './rules/syntax-rules.ts';
import { checkTotals } from './rules/total-rules.ts';
import { checkVat } from './rules/vat-rules.ts';
import { checkXRechnung } from './rules/xrechnung-rules.ts';
import { checkSchema } from './schema/check-schema.ts';
import { checkVariants } from './schema/check-variants.ts';
import { checkUblSchema } from './ubl/check-ubl-schema.ts';
import { readUbl } from './ubl/read-ubl.ts';
import { checkPeppolOnly, checkUblPeppol } from './ubl/ubl-peppol-rules.ts';
import { checkUblSyntax } from './ubl/ubl-syntax-rules.ts';
import { elementsAt, type InvoiceElement, textAt } from './xml/invoice-element.ts';
import { parseInvoiceXml, type XmlDocument, XmlSyntaxError } from './xml/parse-invoice-xml.ts';

interface Checked {
  /** BT-1. */
  readonly number: string | undefined;
  readonly findings: readonly EInvoiceFinding[];
}

/** An invoice that a PDF can embed. */
export interface CiiInvoice extends Checked {
  readonly syntax: 'CII';
  readonly profile: CiiProfile;
  /** The name of the file inside a PDF. */
  readonly fileName: 'factur-x.xml' | 'xrechnung.xml';
}

interface UblInvoice extends Checked {
  readonly syntax: 'UBL';
  readonly profile: EInvoiceProfile;
}

export type EInvoice = CiiInvoice | UblInvoice;

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
    const file = parseInvoiceXml(xml);
    const syntax = findSyntax(file.root);
    if (!syntax) {
      list.error('xml', file.root, describeRoot(file.root.name));
      return { profile: undefined, findings: list.findings };
    }
    const document = syntax === 'UBL' ? readUbl(file) : file;
    const { root } = document;
    const identifier = elementsAt(root, guideline)[0];
    const named = identifier?.text.trim() ?? '';
    const number = textAt(root, 'ExchangedDocument/ID') || undefined;
    const { findings } = list;
    if (syntax === 'CII') {
      const profile = findProfile(named);
      if (profile) {
        const fileName = profile === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml';
        upToTheLast(() => checkCii(document, profile, list));
        return { syntax, profile, fileName, number, findings };
      }
    } else {
      const profile = findUblProfile(named);
      if (profile) {
        upToTheLast(() => checkUbl(file, readInvoice(document, { syntax, profile, list }), list));
        return { syntax, profile, number, findings };
      }
    }
    const seen = identifier ? `"${named.slice(0, 100)}"` : 'missing';
    const known = Object.entries(syntax === 'UBL' ? ublIdentifiers : identifiers)
      .map(([profile, text]) => `${text} (${profile})`)
      .join(', ');
    list.error(
      'BR-01',
      identifier ?? root,
      `The specification identifier (BT-24) is ${seen}. Known are ${known}.`,
    );
    return { profile: undefined, findings };
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
function upToTheLast(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
  }
}

function checkCii(document: XmlDocument, profile: CiiProfile, list: FindingList): void {
  checkSchema(document.root, profile, list);
  checkVariants(document, profile, list);
  const invoice = readInvoice(document, { syntax: 'CII', profile, list });
  checkRules(invoice);
  checkDates(invoice);
  if (profile === 'EN 16931' || profile === 'XRECHNUNG') checkSyntax(invoice);
  if (profile === 'EXTENDED') checkExtended(invoice);
  if (profile === 'XRECHNUNG') {
    checkXRechnung(invoice);
    checkPeppol(invoice, document.root);
  }
}

function checkUbl(file: XmlDocument, invoice: Invoice, list: FindingList): void {
  checkUblSchema(file.root, list);
  checkRules(invoice);
  checkUblSyntax(file, list);
  const { profile } = invoice;
  if (profile === 'EN 16931') return;
  checkPeppol(invoice, file.root);
  checkUblPeppol(file, invoice);
  if (profile === 'PEPPOL') checkPeppolOnly(file, invoice);
  else checkXRechnung(invoice);
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
  if (hasLines(invoice)) {
    checkLines(invoice);
    checkPlausibility(invoice);
  }
  checkCodes(invoice);
}

function findSyntax({ name, prefix }: InvoiceElement): Syntax | undefined {
  if (name === 'CrossIndustryInvoice' && prefix === 'rsm') return 'CII';
  if ((name === 'Invoice' && prefix === 'ubl') || (name === 'CreditNote' && prefix === 'cn')) return 'UBL';
  return undefined;
}

function describeRoot(name: string): string {
  const local = name.replace(/^\{.*\}/, '');
  return `The root element is ${local.slice(0, 60)}; an invoice has rsm:CrossIndustryInvoice, in the namespace urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100, or Invoice or CreditNote of UBL 2.1.`;
}
