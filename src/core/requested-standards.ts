/** Which standards a document is to conform to, and whether it does: a label is written only where the file holds it. */
import { Failure } from '../contract/errors.ts';
import {
  allowsAttachments,
  isTaggedLevel,
  type PdfaLevel,
  type StandardsSettings,
} from '../contract/standards.ts';
import type { ConformanceFinding, ConformanceLevel, ConformanceReport } from './conformance/index.ts';
import type { Deadline } from './deadline.ts';
import type { EInvoice, EInvoiceFinding } from './e-invoice/index.ts';
import type { Attachment, EmbeddedInvoice, Standards } from './pdf/index.ts';

/** What a document is asked to be, and what may contradict it. */
export interface RequestedStandards extends StandardsSettings {
  /** Whether an e-invoice is embedded. */
  readonly isInvoice: boolean;
  readonly attachments: readonly Attachment[];
  /** False if the document is made without accessibility tags. */
  readonly tags: boolean;
}

/** The level of PDF/A of an e-invoice that asks for none. */
const invoiceLevel: PdfaLevel = '3b';

/**
 * Returns the labels, or undefined if none is asked for. Throws `invalid_option` for settings that contradict each other.
 */
export function resolveStandards({
  pdfa: asked,
  pdfua = false,
  isInvoice,
  attachments,
  tags,
}: RequestedStandards): StandardsSettings | undefined {
  const pdfa = asked ?? (isInvoice ? invoiceLevel : undefined);
  if (isInvoice && !allowsAttachments(pdfa)) {
    throw invalid('pdfa', `An e-invoice needs PDF/A-3, which allows the XML inside; PDF/A-${pdfa} does not.`);
  }
  if (attachments.length > 0 && !allowsAttachments(pdfa)) {
    throw invalid('pdfa', `PDF/A-${pdfa} does not allow the attachments of this document; PDF/A-3 does.`);
  }
  if (!tags && (isTaggedLevel(pdfa) || pdfua)) {
    const [field, standard] = pdfua ? ['pdfua', 'PDF/UA'] : ['pdfa', `PDF/A-${pdfa}`];
    throw invalid(field, `${standard} needs accessibility tags, but this document is made without them.`);
  }
  return pdfa || pdfua ? { pdfa, pdfua } : undefined;
}

const invalid = (field: string, message: string): Failure =>
  new Failure('invalid_option', message, { errors: { [`config.${field}`]: [message] } });

/** Checks the XML of an e-invoice. May run in a thread. */
export type CheckEInvoice = (
  xml: string,
  deadline: Deadline,
) => Promise<EInvoice | { readonly profile: undefined; readonly findings: readonly EInvoiceFinding[] }>;

export const checkEInvoiceInProcess: CheckEInvoice = async (xml) =>
  (await import('./e-invoice/index.ts')).checkEInvoice(xml);

/** Findings of one document that are listed. */
const maxListed = 20;

/** Throws `invalid_e_invoice` with the rules that the XML breaks. */
export function toEmbeddedInvoice(xml: string, checked: Awaited<ReturnType<CheckEInvoice>>): EmbeddedInvoice {
  const errors = checked.findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0 && checked.profile !== undefined) {
    return { xml, fileName: checked.fileName, profile: checked.profile };
  }
  const texts = errors.map(({ rule, path, line, message }) => {
    const place = [path, line === undefined ? '' : `line ${line}`].filter((part) => part !== '').join(', ');
    return `${rule}: ${message}${place ? ` (${place})` : ''}`;
  });
  const [only = 'It has no profile of Factur-X.'] = texts;
  const message =
    texts.length <= 1 ? `The e-invoice is not valid. ${only}` : `The e-invoice breaks ${texts.length} rules.`;
  throw new Failure('invalid_e_invoice', message, { errors: { e_invoice: listed(texts) } });
}

/** Checks a finished file. May run in a thread. */
export type CheckConformance = (
  pdf: Uint8Array,
  levels: readonly ConformanceLevel[],
  deadline: Deadline,
) => Promise<ConformanceReport>;

export const checkConformanceInProcess: CheckConformance = async (pdf, levels) =>
  (await import('./conformance/index.ts')).checkConformance(pdf, { levels });

/** Throws `not_conforming` with the page, the object and the clause of each finding, and what helps. */
export async function assertConforms(
  pdf: Uint8Array,
  standards: Standards,
  { check, deadline }: { readonly check: CheckConformance; readonly deadline: Deadline },
): Promise<void> {
  const { pdfa, pdfua } = standards;
  const levels: ConformanceLevel[] = [];
  if (pdfa) levels.push(`pdfa-${pdfa}`);
  if (pdfua) levels.push('pdfua-1');
  const { findings } = await check(pdf, levels, deadline);
  deadline.check('checking the PDF');
  const [first] = findings;
  if (!first) return;
  const names = [...new Set(findings.map(({ level }) => levelName(level)))].join(' and ');
  const message =
    findings.length === 1
      ? `The document does not conform to ${names}: ${describeFinding(first)}`
      : `The document does not conform to ${names}: ${findings.length} findings.`;
  const byLevel = Map.groupBy(findings, ({ level }) => level);
  const errors = [...byLevel].map(([level, each]) => [level, listed(each.map(describeFinding))]);
  throw new Failure('not_conforming', message, { errors: Object.fromEntries(errors) });
}

/** `PDF/A-3b`, `PDF/UA-1`. */
const levelName = (level: ConformanceLevel): string =>
  level.replace('pdfa', 'PDF/A').replace('pdfua', 'PDF/UA');

function describeFinding({
  message,
  remedy,
  page,
  object,
  standard,
  clause,
  test,
  count = 1,
}: ConformanceFinding): string {
  const place = [
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(object === undefined ? [] : [`object ${object}`]),
    `${standard}, ${clause}, test ${test}`,
    ...(count > 1 ? [`${count} times`] : []),
  ];
  return `${sentence(message)} (${place.join('; ')})${remedy ? ` ${sentence(remedy)}` : ''}`;
}

const sentence = (text: string): string => text.replace(/\.?$/, '.');

function listed(texts: readonly string[]): string[] {
  const rest = texts.length - maxListed;
  return rest > 0 ? [...texts.slice(0, maxListed), `${rest} more.`] : [...texts];
}
