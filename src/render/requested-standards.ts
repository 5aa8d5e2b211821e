/** Which standards a document is to conform to, and whether it does: a label is written only where the file holds it. */

import type { ConformanceFinding, ConformanceLevel, ConformanceReport } from '#conformance';
import {
  allowsAnyAttachment,
  isPdf2,
  isTaggedLevel,
  levelName,
  type PdfaLevel,
  pdfuaPart,
  type StandardsSettings,
} from '#contract/documents';
import { Failure, sentence } from '#contract/errors';
import type { Attachment } from '#pdf';
import type { Deadline } from '#runtime/deadline';
import { listed, maxListed } from '#template/embedded-invoice';
import { describeLintFinding, type LintFinding } from '#template/lint/lint-finding';

/** The standards that a document is asked to meet, and the facts that may contradict them. */
export interface RequestedStandards extends StandardsSettings {
  /** Whether an e-invoice is embedded. */
  readonly isInvoice: boolean;
  readonly attachments: readonly Attachment[];
  /** Whether parts of it may bring attachments of their own, as documents that are merged do. */
  readonly bringsFiles?: boolean | undefined;
  /** Whether it has form fields, which need tags as some standards do. */
  readonly forms?: boolean | undefined;
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
  pdfua,
  isInvoice,
  attachments,
  bringsFiles = false,
  forms,
  untagged,
}: RequestedStandards): StandardsSettings | undefined {
  const pdfa = asked ?? (isInvoice ? invoiceLevel : undefined);
  if (isInvoice && !pdfa?.startsWith('3')) {
    throw invalid('pdfa', `An e-invoice needs PDF/A-3, which allows the XML inside; PDF/A-${pdfa} does not.`);
  }
  const other = attachments.find(({ data }) => !isPdf(data));
  if (other && !allowsAnyAttachment(pdfa)) {
    const message = `PDF/A-${pdfa} allows only PDF/A files as attachments, and ${other.name} is none; PDF/A-${pdfa === '4' ? '4f' : '3'} allows any file.`;
    throw invalid('pdfa', message);
  }
  if (pdfa === '4f' && attachments.length === 0 && !bringsFiles) {
    const message =
      'PDF/A-4f is for documents with attached files, and this one has none. PDF/A-4 is for those without.';
    throw invalid('pdfa', message);
  }
  assertSameVersion({ pdfa, pdfua });
  if (untagged !== undefined && (isTaggedLevel(pdfa) || pdfua)) {
    const [field, standard] = pdfua ? ['pdfua', 'PDF/UA'] : ['pdfa', `PDF/A-${pdfa}`];
    throw invalid(field, `${standard} needs accessibility tags, but ${untagged}.`);
  }
  if (untagged !== undefined && forms) {
    throw invalid('forms', `Form fields need accessibility tags, but ${untagged}.`);
  }
  return pdfa || pdfua ? { pdfa, pdfua } : undefined;
}

/** PDF/A-4 and PDF/UA-2 are PDF 2.0, and the parts before them are not: no file is both. */
function assertSameVersion({ pdfa, pdfua }: StandardsSettings): void {
  const part = pdfuaPart(pdfua);
  if (!pdfa || !part || isPdf2({ pdfa }) === isPdf2({ pdfua })) return;
  const message = isPdf2({ pdfa })
    ? `PDF/A-${pdfa} is PDF 2.0, and PDF/UA-1 is not. PDF/UA-2 goes with it: --pdfua 2, or "pdfua": 2.`
    : `PDF/UA-2 is PDF 2.0, and PDF/A-${pdfa} is not. PDF/A-4, 4f and 4e go with it.`;
  throw invalid('pdfua', message);
}

/** Whether it conforms to PDF/A as well is checked in the finished document. */
const isPdf = (data: Uint8Array): boolean => Buffer.from(data.subarray(0, 1_024)).includes('%PDF-');

const invalid = (field: string, message: string): Failure =>
  new Failure('invalid_option', message, { errors: { [`config.${field}`]: [message] } });

/** The result of `checkConformance`, or the reason why it cannot read the file. */
export type CheckedPdf = Pick<ConformanceReport, 'findings'> | { readonly unreadable: string };

/** Checks a finished file. May run in a thread. */
export type CheckConformance = (
  pdf: Uint8Array,
  levels: readonly ConformanceLevel[],
  deadline: Deadline,
) => Promise<CheckedPdf>;

interface ConformanceCheck {
  readonly check: CheckConformance;
  readonly deadline: Deadline;
  /** Describes where a page comes from, if the file has several sources. */
  readonly describePage?: ((page: number) => string) | undefined;
  /** Findings of the lint in the HTML: the error lists those that may be the cause, with their lines. */
  readonly linted?: readonly LintFinding[] | undefined;
  /** Other possible causes of findings, as sentences. */
  readonly causes?: readonly string[] | undefined;
  /** The characters that no font has, which the file shows as empty boxes. */
  readonly missingGlyphs?: readonly string[] | undefined;
}

/** Throws `not_conforming` with the page, the object and the clause of each finding, and what helps. */
export async function assertConforms(
  pdf: Uint8Array,
  { pdfa, pdfua }: StandardsSettings,
  {
    check,
    deadline,
    describePage = (page) => `page ${page}`,
    linted = [],
    missingGlyphs = [],
    causes = [],
  }: ConformanceCheck,
): Promise<void> {
  const levels: ConformanceLevel[] = [];
  if (pdfa) levels.push(`pdfa-${pdfa}`);
  const part = pdfuaPart(pdfua);
  if (part) levels.push(`pdfua-${part}`);
  const names = levels.map(levelName).join(' and ');
  const checked = await check(pdf, levels, deadline);
  deadline.check('checking the PDF');
  if ('unreadable' in checked) {
    const message = `The document cannot be checked for ${names}: ${sentence(checked.unreadable)}`;
    throw new Failure('not_conforming', message);
  }
  const findings = withoutConsequences(checked.findings).map((finding) =>
    namingCharacters(finding, missingGlyphs),
  );
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

/** The rule that a document has tags, in PDF/A and in PDF/UA. */
const lacksTags = ({ clause, test }: ConformanceFinding): boolean =>
  (clause === '6.7.3.3' && test === 1) || (clause === '7.1' && test === 11);

/** Marks, tagged content and languages that its elements declare; of PDF/UA, then of PDF/A. */
const needsTags = ({ clause }: ConformanceFinding): boolean => /^(?:6\.2|7\.[12]|6\.7\..+)$/.test(clause);

/** Leaves out whatever else follows from missing tags: it has the same remedy, which further findings would hide. */
function withoutConsequences(findings: readonly ConformanceFinding[]): readonly ConformanceFinding[] {
  if (!findings.some(lacksTags)) return findings;
  return findings.filter((finding) => lacksTags(finding) || !needsTags(finding));
}

/** The clauses about the glyph that fonts show for characters they lack. */
const missingGlyphClauses = new Set(['6.2.11.8', '7.21.8']);

const maxNamed = 10;

/** The file itself no longer knows which characters they were. */
function namingCharacters(finding: ConformanceFinding, missing: readonly string[]): ConformanceFinding {
  if (missing.length === 0 || !missingGlyphClauses.has(finding.clause)) return finding;
  const named = missing.slice(0, maxNamed).map((character) => {
    const number = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return /^[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (${number})` : number;
  });
  const more = missing.length - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return { ...finding, remedy: `Use a font that has these characters, or leave them out: ${list}.` };
}

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
