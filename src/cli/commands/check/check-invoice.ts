/** Electronic invoices: inside a PDF the XML, and what Factur-X asks of the PDF around it; XML alone. */
import { basename } from 'node:path';
import type { CheckedFile } from '#conformance';
import { checkEInvoice, type EInvoiceFinding, type EInvoiceProfile } from '#e-invoice';
import { incompleteProfiles } from '#pdf';

export interface InvoiceCheck {
  readonly name: string;
  readonly relationship: string | undefined;
  /** Undefined if the XML names none that is known. */
  readonly profile: EInvoiceProfile | undefined;
  /** Findings with the rule `factur-x` are about the PDF, all others about the XML. */
  readonly findings: readonly EInvoiceFinding[];
}

/** Returns undefined for a file without an invoice. */
export function checkInvoiceOf({
  facts: { invoice },
  claimed,
}: Pick<CheckedFile, 'facts' | 'claimed'>): InvoiceCheck | undefined {
  if (!invoice) return undefined;
  const { name, relationship, xml } = invoice;
  if (!xml) {
    const findings = [about(`The file ${name} in the PDF is damaged.`, 'error')];
    return { name, relationship, profile: undefined, findings };
  }
  const checked = checkEInvoice(decodeXml(xml));
  const around =
    checked.profile === undefined
      ? []
      : checked.syntax === 'CII'
        ? findAround(invoice, claimed, checked)
        : [about('The invoice is UBL; Factur-X embeds CII.', 'error')];
  return { name, relationship, profile: checked.profile, findings: [...around, ...checked.findings] };
}

/** Whether a file that is no PDF may be an invoice: it has the name of XML, or begins like it. */
export function isXml(path: string, bytes: Uint8Array): boolean {
  const start = decodeXml(bytes.subarray(0, 1024));
  return !start.includes('%PDF-') && (/\.xml$/i.test(path) || /^\ufeff?\s*<\?xml\b/.test(start));
}

/** The invoice in a file of XML, CII or UBL. */
export function checkInvoiceXml(path: string, bytes: Uint8Array): InvoiceCheck {
  const { profile, findings } = checkEInvoice(decodeXml(bytes));
  return { name: path === '-' ? 'stdin' : basename(path), relationship: undefined, profile, findings };
}

export const isFaulty = (invoice: InvoiceCheck | undefined): boolean =>
  invoice?.findings.some(({ severity }) => severity === 'error') ?? false;

const relationships: ReadonlySet<string> = new Set(['Alternative', 'Source', 'Data']);

/** Factur-X 1.0, 6.2: names, relationship and label. */
function findAround(
  { name, relationship, label }: NonNullable<CheckedFile['facts']['invoice']>,
  claimed: CheckedFile['claimed'],
  { profile, fileName }: { readonly profile: EInvoiceProfile; readonly fileName: string },
): EInvoiceFinding[] {
  if (!label && relationship === 'Unspecified') {
    return [about(`${name} is only attached: the PDF does not claim to be an e-invoice.`, 'warning')];
  }
  const found: EInvoiceFinding[] = [];
  if (!claimed.some((level) => level.startsWith('pdfa-3'))) {
    found.push(about('The PDF does not claim to be PDF/A-3, which an invoice must be.', 'error'));
  }
  if (name !== fileName) {
    found.push(about(`The file is named ${name}; for the profile ${profile} it is ${fileName}.`, 'warning'));
  }
  if (!relationships.has(relationship ?? '')) {
    const seen = relationship === undefined ? 'missing' : relationship;
    found.push(about(`The relationship of ${name} (AFRelationship) is ${seen}.`, 'error'));
  } else if (incompleteProfiles.has(profile) && relationship !== 'Data') {
    const message = `The relationship of ${name} (AFRelationship) is ${relationship}; for the profile ${profile} it is Data.`;
    found.push(about(message, 'warning'));
  }
  if (!label) {
    found.push(
      about('The XMP does not name the invoice (fx:DocumentFileName, fx:ConformanceLevel).', 'error'),
    );
    return found;
  }
  if (label.fileName !== name) {
    found.push(about(`fx:DocumentFileName is ${label.fileName ?? 'missing'}; the file is ${name}.`, 'error'));
  }
  // ZUGFeRD 1.0 writes COMFORT, and some programs EN16931.
  if (label.profile?.replaceAll(' ', '') !== profile.replaceAll(' ', '')) {
    const message = `fx:ConformanceLevel is ${label.profile ?? 'missing'}; the XML has the profile ${profile}.`;
    found.push(about(message, 'error'));
  }
  return found;
}

const about = (message: string, severity: EInvoiceFinding['severity']): EInvoiceFinding => ({
  rule: 'factur-x',
  path: '',
  message,
  severity,
});

/** UTF-8 or, with a byte order mark, UTF-16. */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  return new TextDecoder().decode(bytes);
}
