/** Checks a PDF for levels of PDF/A and PDF/UA. */
import { isDict, PdfStream, type PdfValue } from '#pdf/object';
import { PdfError } from '#pdf/pdf-error';
import { findClaimedLevels } from './claimed-levels.ts';
import { ContentInterpreter } from './content/content-interpreter.ts';
import type { ContentVisitor } from './content/content-visitor.ts';
import { type FileFacts, readFileFacts } from './file-facts.ts';
import { type ConformanceLevel, levelFacts } from './levels.ts';
import { CheckedDocument, type CheckedPage } from './model/checked-document.ts';
import { FindingCollector, type LevelFinding } from './model/finding-collector.ts';
import { documentChecks } from './rules/document-checks.ts';
import { fileChecks } from './rules/file-checks.ts';

export interface ConformanceReport {
  /** The levels that were asked for; without any, see `ConformanceOptions` for the default. */
  readonly checked: readonly ConformanceLevel[];
  /** By the XMP of the file. */
  readonly claimed: readonly ConformanceLevel[];
  /** Claims of the file for standards that are not checked; see `ClaimedLevels`. */
  readonly unsupported: readonly string[];
  /** The checked levels that the file conforms to. */
  readonly held: readonly ConformanceLevel[];
  readonly findings: readonly LevelFinding[];
}

export interface ConformanceOptions {
  /**
   * Default: the levels that the file claims. If it claims nothing at all, `pdfa-2b` and `pdfua-1`; if it claims only
   * standards that are not checked, none, because it need not hold others.
   */
  readonly levels?: readonly ConformanceLevel[] | undefined;
}

const defaultLevels: readonly ConformanceLevel[] = ['pdfa-2b', 'pdfua-1'];

/**
 * Checks all levels in one pass. Throws `PdfError` if the file cannot be read: `not_pdf`, `encrypted` (it needs a
 * password), `malformed`, `unsupported`, `too_large`.
 *
 * @example
 * checkConformance(pdf, { levels: ['pdfa-3a', 'pdfua-1'] }).findings.map(({ clause, message }) => …)
 */
export function checkConformance(pdf: Uint8Array, options: ConformanceOptions = {}): ConformanceReport {
  return guarded(() => check(openDocument(pdf), options.levels));
}

/** A breach of ISO 32000-1, by the clause of it. */
interface Damage {
  readonly clause: string;
  readonly message: string;
  /** Undefined for a fault of the whole file. */
  readonly object?: number | undefined;
}

/** A report with what else there is to know of the file. */
export interface CheckedFile extends ConformanceReport {
  readonly facts: FileFacts;
  /** Set if it was asked for. */
  readonly damage?: readonly Damage[] | undefined;
}

export interface FileCheckOptions extends ConformanceOptions {
  /** Whether each part of the file is read, or of one that claims nothing. Default: false. */
  readonly damage?: boolean | 'unclaimed' | undefined;
  /** What a file is checked for that claims nothing. Default: that of `levels`. */
  readonly otherwise?: readonly ConformanceLevel[] | undefined;
}

/** Like `checkConformance`, for a report to people. */
export function checkFile(pdf: Uint8Array, options: FileCheckOptions = {}): CheckedFile {
  return guarded(() => {
    const document = openDocument(pdf);
    const report = check(document, options.levels, options.otherwise);
    const isUnclaimed = report.claimed.length + report.unsupported.length === 0;
    const isRead = options.damage === 'unclaimed' ? isUnclaimed : options.damage === true;
    const damage = isRead ? findDamage(document) : undefined;
    return { ...report, facts: readFileFacts(document), damage };
  });
}

/** A file that overflows the stack is as unreadable as one that is too large. */
function guarded<T>(perform: () => T): T {
  try {
    return perform();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new PdfError('too_large', 'The PDF is nested too deeply to be checked.', { cause: error });
  }
}

/** Attachments of attachments. */
const maxAttachmentDepth = 3;

/** `depth` is that of an attachment in attachments. */
function openDocument(pdf: Uint8Array, depth = 0): CheckedDocument {
  return new CheckedDocument(pdf, (attached, part) => isArchive(attached, part, depth + 1));
}

function check(
  document: CheckedDocument,
  asked: readonly ConformanceLevel[] | undefined,
  otherwise: readonly ConformanceLevel[] = defaultLevels,
): ConformanceReport {
  const { levels: claimed, unsupported } = findClaimedLevels(document);
  const levels = asked ?? (claimed.length + unsupported.length > 0 ? claimed : otherwise);
  const findings = new FindingCollector(levels);
  const checks = [...fileChecks, ...documentChecks].filter(({ rules }) =>
    rules.some((rule) => findings.wants(rule)),
  );
  for (const { inspect } of checks) inspect?.(document, findings);
  const visitors = checks.flatMap(({ visit }) => visit?.(document, findings) ?? []);
  interpretContents(document, visitors);
  const sorted = findings.findings();
  const held = levels.filter((level) => !sorted.some((finding) => finding.level === level));
  return { checked: levels, claimed, unsupported, held, findings: sorted };
}

/**
 * Interprets the content streams of a file in one pass for all checks: pages, annotations, and the forms, patterns and
 * glyph procedures that they use. Throws `PdfError` (`too_large`) if the contents refer to each other too often.
 */
function interpretContents(document: CheckedDocument, visitors: readonly ContentVisitor[]): void {
  if (visitors.length === 0) return;
  const interpreter = new ContentInterpreter(document, visitors);
  for (const page of document.pages) {
    interpreter.page(page);
    for (const appearance of findAppearances(document, page)) interpreter.appearance(appearance, page);
  }
  for (const visitor of visitors) visitor.finish?.();
}

/** The appearance streams of a page's annotations, of all states. */
function* findAppearances(document: CheckedDocument, page: CheckedPage): Generator<PdfStream> {
  const { file } = document;
  for (const item of file.array(page.dict, 'Annots') ?? []) {
    const annotation = file.resolve(item);
    const appearances = isDict(annotation) ? file.dict(annotation, 'AP') : undefined;
    for (const key of ['N', 'R', 'D']) {
      const value = appearances && file.get(appearances, key);
      const states: PdfValue[] = isDict(value) ? [...value.values()] : [value ?? null];
      for (const state of states) {
        const stream = file.resolve(state);
        if (stream instanceof PdfStream) yield stream;
      }
    }
  }
}

/** PDF/A-1 demands more than PDF/A-2, so that only what the file says of its part distinguishes them. */
function isArchive(pdf: Uint8Array, part: 2 | 4, depth: number): boolean {
  if (depth > maxAttachmentDepth) return false;
  try {
    const document = openDocument(pdf, depth);
    const newest = findClaimedLevels(document).levels.find((level) => levelFacts[level].part === 4);
    if (part === 4 && newest) return check(document, [newest]).findings.length === 0;
    const { findings } = check(document, ['pdfa-2b']);
    return findings.every(
      ({ clause, test, message }) => clause === '6.6.4' && test === 2 && message.includes('"1"'),
    );
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_large') return false;
    throw error;
  }
}

/**
 * Reads every object that the cross-reference table lists and the data of every stream but those of images, whose formats
 * viewers decode. The document was opened, so that its structure and its catalog are sound. Throws `PdfError`
 * (`too_large`).
 */
function findDamage(document: CheckedDocument): Damage[] {
  const damage: Damage[] = document.objects.flatMap(({ number, value, isUnreadable }) => {
    if (isUnreadable) {
      return [{ clause: '7.3.10', message: `Object ${number} cannot be read.`, object: number }];
    }
    const message = value instanceof PdfStream ? damageOf(document, value) : undefined;
    return message === undefined ? [] : [{ clause: '7.4', message, object: number }];
  });
  if (document.pages.length === 0) damage.push({ clause: '7.7.3', message: 'The file has no pages.' });
  return damage;
}

function damageOf({ file }: CheckedDocument, stream: PdfStream): string | undefined {
  try {
    file.decode(stream);
    return undefined;
  } catch (error) {
    if (!(error instanceof PdfError) || error.code === 'too_large') throw error;
    return error.code === 'malformed' ? error.message : undefined;
  }
}
