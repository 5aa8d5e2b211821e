/** Chooses the destination of a batch's PDFs by its options, and the journal that belongs to it. */
import { basename, dirname, join, resolve } from 'node:path';
import type { Signer } from '#library/signing/open-signer';
import type { FileProtection } from '#pdf';
import { assertProtectable, prepareProtection } from '#render/sealing/requested-protection';
import { listRowFiles } from '#template/rows/open-row-files';
import { assertDistinctFiles } from '../../../io/assert-distinct-files.ts';
import { chooseTarget } from '../../../io/output.ts';
import { isOutputFolder } from '../../../io/output-file.ts';
import { pagePlaceholder } from '../../../options/images/image-options.ts';
import { type OutputPattern, outputPattern } from '../../../options/output-pattern.ts';
import { passwordFiles, readProtection } from '../../../options/protection/read-protection.ts';
import { reproducibleDate } from '../../../options/reproducible.ts';
import { signingFiles } from '../../../options/signing/signing-options.ts';
import { stampFiles } from '../../../options/stamp/stamp-files.ts';
import { readStandards } from '../../../options/standards.ts';
import type { TemplateArgument } from '../../../options/template-argument.ts';
import { pdfName } from '../../../rendering/pdf-name.ts';
import type { Session } from '../../../session.ts';
import { takeBatch } from '../batch-lock.ts';
import type { BatchArguments, BatchOptions } from '../batch-options.ts';
import { hasJournal, type Journal, journalPath, openJournal } from '../journal.ts';
import { keptJournal } from '../kept-journal.ts';
import type { RowRenderer } from '../render/row-renderer.ts';
import { readBatchImages, toImagePattern } from './batch-images.ts';
import { mergedRows } from './merged-rows.ts';
import type { RowDestination } from './row-destination.ts';
import { rowFiles } from './row-files.ts';
import type { RowWriter } from './row-writer.ts';

export interface DestinationChoice {
  readonly given: BatchArguments;
  readonly options: BatchOptions;
  readonly renderer: RowRenderer;
  /** Undefined if all rows go into one file. */
  readonly pattern: OutputPattern | undefined;
  readonly writer: RowWriter;
  /** Signs the file of all rows. */
  readonly signer: Signer | undefined;
}

export interface ChosenDestination {
  readonly destination: RowDestination;
  /** Undefined if a stopped batch leaves nothing to resume and nothing was paid for. */
  readonly journal: BatchJournal | undefined;
}

interface BatchJournal extends Journal {
  /** All rows are done: nothing of the journal stays beside the PDFs. Call it before `close`. */
  finish(): void;
}

/** Throws `usage`, `batch_running` and `file_unwritable`. */
export async function chooseDestination(
  session: Session,
  choice: DestinationChoice,
): Promise<ChosenDestination> {
  const { pattern } = choice;
  return pattern ? await toFiles(session, choice, pattern) : await toOneFile(session, choice);
}

/** Undefined with `--merge-into`. A folder instead of a pattern gets the default names. Throws `usage`. */
export function toOutputPattern(given: BatchArguments, options: BatchOptions): OutputPattern | undefined {
  if (options.mergeInto !== undefined) return undefined;
  const images = readBatchImages(options);
  return outputPattern(patternText(given, options), undefined, images !== undefined);
}

function patternText({ template }: BatchArguments, options: BatchOptions): string {
  const { output } = options;
  const images = readBatchImages(options);
  const row = `${getStem(template).replace(/[{}]/g, '-')}-{{ row_number }}`;
  const names = images ? toImagePattern(`${row}-${pagePlaceholder}`, images) : `${row}.pdf`;
  if (output === undefined) return names;
  if (isOutputFolder(output)) return join(output, names);
  return images ? toImagePattern(output, images) : output;
}

function getStem(template: TemplateArgument): string {
  if (template.kind === 'folder') return basename(resolve(template.path));
  return template.kind === 'id' ? String(template.id) : basename(pdfName(template.name), '.pdf');
}

async function toFiles(
  session: Session,
  { given, options, renderer, writer }: DestinationChoice,
  pattern: OutputPattern,
): Promise<ChosenDestination> {
  const reserved = readFiles(given, options);
  assertDistinctFiles([options.report, options.failedRows], reserved);
  const identity = identityOf(given, options, renderer, patternText(given, options));
  const journal = await openBatchJournal(session, options, { folder: pattern.root, identity });
  const destination = rowFiles({
    pattern,
    renderer,
    writer,
    journal,
    resume: options.resume === true,
    isGrouped: options.groupBy !== undefined,
    overwrite: options.output !== undefined || options.force === true,
    reserved: [...reserved, ...[options.report, options.failedRows].filter((path) => path !== undefined)],
  });
  return { destination, journal };
}

async function toOneFile(
  session: Session,
  { given, options, renderer, signer }: DestinationChoice,
): Promise<ChosenDestination> {
  const { mergeInto } = options;
  const target = await chooseTarget(session, { output: mergeInto }, 'merged.pdf', '--merge-into');
  assertDistinctFiles([target.path, options.report, options.failedRows], readFiles(given, options));
  const folder = target.path === null ? '.' : dirname(target.path);
  const identity = identityOf(given, options, renderer, `merge ${mergeInto}`);
  const journal =
    renderer.server === undefined
      ? undefined
      : await openBatchJournal(session, options, { folder, identity });
  const { compact } = options;
  const standards = readStandards(options);
  const reproducible = options.reproducible === true;
  const protection = await protectionOfMerged(session, options);
  return {
    destination: mergedRows(session, {
      target,
      renderer,
      journal,
      reproducible,
      compact,
      standards,
      protection,
      signer,
    }),
    journal,
  };
}

/** Throws `invalid_option` for what no protected file can be, and the errors of `readProtection`. */
async function protectionOfMerged(
  session: Session,
  options: BatchOptions,
): Promise<FileProtection | undefined> {
  const protection = prepareProtection(await readProtection(session, options));
  if (!protection) return undefined;
  const date = reproducibleDate(options.reproducible === true, session.context.sourceDateEpoch);
  const { pdfa } = readStandards(options);
  assertProtectable({ pdfa, isInvoice: false, isReproducible: date !== undefined });
  return protection;
}

async function openBatchJournal(
  { terminal, context }: Session,
  options: BatchOptions,
  place: { readonly folder: string; readonly identity: readonly string[] },
): Promise<BatchJournal> {
  const resume = options.resume === true;
  // Locked before the journal is read, because another run may be writing it.
  const release = takeBatch(journalPath(place));
  const kept = keptJournal(context.stateDirectory, place);
  if (resume && !hasJournal(place)) kept.restore();
  if (!resume && (hasJournal(place) || kept.exists())) {
    terminal.note(
      terminal.style.dim(
        'This batch was run before. All rows are rendered again; --resume skips finished rows.',
      ),
    );
  }
  const journal = await openJournal({ ...place, resume });
  if (journal.isStale) {
    terminal.warn(
      'this batch last ran more than 24 hours ago: rows that were then in progress on a server may be charged again.',
    );
  }
  const close = () => {
    journal.close();
    release();
  };
  const finish = () => {
    journal.close();
    if (hasJournal(place)) kept.keep();
  };
  return { ...journal, close, finish };
}

/**
 * The identity of a batch across runs. It excludes the content of the rows, which may change between runs. On a server
 * it uses the id, even if the template was named: a name may pass to another template.
 */
const identityOf = (
  { template, rows }: BatchArguments,
  { groupBy, items }: BatchOptions,
  { server = 'local', template: remote }: RowRenderer,
  output: string,
): string[] => [
  server,
  template.kind === 'folder' ? resolve(template.path) : String(remote?.id),
  ...rows.map((path) => (path === '-' ? path : resolve(path))),
  output,
  ...[groupBy, items].filter((text) => text !== undefined),
];

const readFiles = ({ rows }: BatchArguments, options: BatchOptions): string[] =>
  [
    ...listRowFiles(rows),
    ...(options.data ?? []),
    ...stampFiles(options),
    ...passwordFiles(options),
    ...signingFiles(options),
  ].filter((path) => path !== undefined && path !== '-') as string[];
