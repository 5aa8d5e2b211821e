/** Which standards a document is to conform to, and whether it does: a label is written only where the file holds it. */

import {
  allowsAttachments,
  isTaggedLevel,
  levelName,
  type PdfaLevel,
  type StandardsSettings,
} from '../contract/documents.ts';
import { Failure } from '../contract/errors.ts';
import type { ConformanceFinding, ConformanceLevel, ConformanceReport } from './conformance/index.ts';
import type { Deadline } from './deadline.ts';
import type { EInvoice, EInvoiceFinding } from './e-invoice/index.ts';
import { describeLintFinding, type LintFinding } from './lint/lint-finding.ts';
import { type Attachment, type EmbeddedInvoice, PdfError } from './pdf/index.ts';

/** What a document is asked to be, and what may contradict it. */
export interface RequestedStandards extends StandardsSettings {
  /** Whether an e-invoice is embedded. */
  readonly isInvoice: boolean;
  readonly attachments: readonly Attachment[];
  /** Why the document has no accessibility tags, as the end of a sentence; undefined if it has some. */
  readonly untagged?: string | undefined;
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
  untagged,
}: RequestedStandards): StandardsSettings | undefined {
  const pdfa = asked ?? (isInvoice ? invoiceLevel : undefined);
  if (isInvoice && !allowsAttachments(pdfa)) {
    throw invalid('pdfa', `An e-invoice needs PDF/A-3, which allows the XML inside; PDF/A-${pdfa} does not.`);
  }
  if (attachments.length > 0 && !allowsAttachments(pdfa)) {
    throw invalid('pdfa', `PDF/A-${pdfa} does not allow the attachments of this document; PDF/A-3 does.`);
  }
  if (untagged !== undefined && (isTaggedLevel(pdfa) || pdfua)) {
    const [field, standard] = pdfua ? ['pdfua', 'PDF/UA'] : ['pdfa', `PDF/A-${pdfa}`];
    throw invalid(field, `${standard} needs accessibility tags, but ${untagged}.`);
  }
  return pdfa || pdfua ? { pdfa, pdfua } : undefined;
}

const invalid = (field: string, message: string): Failure =>
  new Failure('invalid_option', message, { errors: { [`config.${field}`]: [message] } });

/** What `checkEInvoice` of `core/e-invoice` returns. */
export type CheckedEInvoice =
  | EInvoice
  | { readonly profile: undefined; readonly findings: readonly EInvoiceFinding[] };

/** Checks the XML of an e-invoice. May run in a thread. */
export type CheckEInvoice = (xml: string, deadline: Deadline) => Promise<CheckedEInvoice>;

export const checkEInvoiceInProcess: CheckEInvoice = async (xml) =>
  (await import('./e-invoice/index.ts')).checkEInvoice(xml);

/** Findings of one document that are listed. */
const maxListed = 20;

/** `field`: where the XML comes from. Throws `invalid_e_invoice` with the rules that it breaks. */
export function toEmbeddedInvoice(xml: string, checked: CheckedEInvoice, field: string): EmbeddedInvoice {
  const errors = checked.findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0 && checked.profile !== undefined) {
    return { xml, fileName: checked.fileName, profile: checked.profile };
  }
  const texts = errors.map(({ rule, path, line, message }) => {
    const place = [path, line === undefined ? '' : `line ${line}`].filter((part) => part !== '').join(', ');
    const named = message.includes(rule) ? message : `${rule}: ${message}`;
    return `${sentence(named)}${place ? ` (${place})` : ''}`;
  });
  if (texts.length === 0) texts.push('Its profile is none of Factur-X.');
  const message =
    texts.length === 1
      ? `The e-invoice is not valid. ${texts[0]}`
      : `The e-invoice is not valid: it breaks ${texts.length} rules.`;
  throw new Failure('invalid_e_invoice', message, {
    errors: { [field]: listed(texts) },
    facts: { findings: errors.slice(0, maxListed) },
  });
}

/** What `checkConformance` of `core/conformance` returns, or why it cannot read the file. */
export type CheckedPdf = Pick<ConformanceReport, 'findings'> | { readonly unreadable: string };

/** Checks a finished file. May run in a thread. */
export type CheckConformance = (
  pdf: Uint8Array,
  levels: readonly ConformanceLevel[],
  deadline: Deadline,
) => Promise<CheckedPdf>;

export const checkConformanceInProcess: CheckConformance = async (pdf, levels) => {
  const { checkInTwoThreads } = await import('./conformance/index.ts');
  try {
    return await checkInTwoThreads(pdf, levels);
  } catch (error) {
    if (error instanceof PdfError) return { unreadable: error.message };
    throw error;
  }
};

/**
 * Loads the checker while the browser prints, and starts the second thread that a large file is checked in. Call it
 * when printing begins, and the returned function when the length of the PDF is known.
 */
export function prepareConformanceCheck(): (bytes: number) => void {
  const checker = import('./conformance/index.ts');
  return (bytes) => void checker.then(({ startSecondThread }) => startSecondThread(bytes)).catch(() => {});
}

interface ConformanceCheck {
  readonly check: CheckConformance;
  readonly deadline: Deadline;
  /** Describes where a page comes from, if the file has several sources. */
  readonly describePage?: ((page: number) => string) | undefined;
  /** What the lint found in the HTML: the error lists what may have caused its findings, with the lines. */
  readonly linted?: readonly LintFinding[] | undefined;
  /** What else may have caused findings, as sentences. */
  readonly causes?: readonly string[] | undefined;
}

/** Throws `not_conforming` with the page, the object and the clause of each finding, and what helps. */
export async function assertConforms(
  pdf: Uint8Array,
  { pdfa, pdfua }: StandardsSettings,
  { check, deadline, describePage = (page) => `page ${page}`, linted = [], causes = [] }: ConformanceCheck,
): Promise<void> {
  const levels: ConformanceLevel[] = [];
  if (pdfa) levels.push(`pdfa-${pdfa}`);
  if (pdfua) levels.push('pdfua-1');
  const names = levels.map(levelName).join(' and ');
  const checked = await check(pdf, levels, deadline);
  deadline.check('checking the PDF');
  if ('unreadable' in checked) {
    const message = `The document cannot be checked for ${names}: ${sentence(checked.unreadable)}`;
    throw new Failure('not_conforming', message);
  }
  const { findings } = checked;
  const [first] = findings;
  if (!first) return;
  const texts = findings.map((finding) => describeFinding(finding, describePage));
  const message = `The document does not conform to ${names}: ${
    findings.length === 1 ? texts[0] : `${findings.length} findings.`
  }`;
  const lintedCauses = linted
    .filter(({ pdfua }) => pdfua !== undefined && findings.some(({ clause }) => isWithin(clause, pdfua)))
    .map((finding) => describeLintFinding(finding, { marksHints: false }));
  const sources = [...causes, ...lintedCauses];
  throw new Failure('not_conforming', message, {
    errors: {
      document: listed(texts),
      ...(sources.length > 0 ? { source: listed(sources) } : {}),
    },
    facts: { findings: findings.slice(0, maxListed) },
  });
}

/** Whether a clause is another one or a part of it, as 7.4.2 is of 7.4. */
const isWithin = (clause: string, other: string): boolean =>
  clause === other || clause.startsWith(`${other}.`);

function describeFinding(
  { message, remedy, page, object, standard, clause, test, count = 1 }: ConformanceFinding,
  describePage: (page: number) => string,
): string {
  const place = [
    ...(page === undefined ? [] : [describePage(page)]),
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
