/** `pdfapi merge` in this process: template folders are rendered, finished PDFs taken as they are. */
import type { Metadata } from '../contract/documents.ts';
import { Failure } from '../contract/errors.ts';
import { isPlainText } from '../core/fill/fill-plain.ts';
import { countPages, makeReproducible, type Properties, startMerge } from '../core/pdf/index.ts';
import type { Data } from '../core/template/parse-data-file.ts';
import { mergeDocuments } from './merge-documents.ts';
import type { FolderItem, PdfItem } from './merge-items.ts';
import { chooseTarget, writeTarget } from './output.ts';
import { readMetaOptions } from './page-options.ts';
import { count, formatBytes, formatMilliseconds } from './quantities.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import type { RenderOptions } from './render-options.ts';
import { reproducibleDate } from './reproducible.ts';
import type { Session } from './session.ts';
import { writeStdout } from './streams.ts';

export interface MergeHereOptions extends RenderOptions {
  /** Holds passwords of the PDFs, one a line. */
  readonly passwordFile?: string;
}

export async function mergeHere(
  session: Session,
  items: readonly (FolderItem | PdfItem)[],
  options: MergeHereOptions,
): Promise<void> {
  const { context, terminal } = session;
  const metadata = readMetaOptions(options.meta);
  const date = reproducibleDate(options.reproducible === true, context.sourceDateEpoch);
  const target = await chooseTarget(session, options, 'merged.pdf');
  const inputs = items.map((item) => (item.kind === 'pdf' ? item.file : item.data));
  refuseOverwriting([target.path], inputs);
  if (inputs.filter((input) => input === '-').length > 1) {
    throw new Failure('usage', 'stdin can be read only once.', { hint: 'Give the others as files.' });
  }
  const folders = items.filter((item) => item.kind === 'folder');
  // Only folders need a browser, and all that fills them.
  const renderFolder =
    folders.length > 0
      ? await (await import('./merge-folders.ts')).startFolders(session, folders, options, date)
      : undefined;

  const { compact, passwordFile } = options;
  const merged = await mergeDocuments(session, items, {
    passwordFile,
    renderFolder,
    timeout: session.globals.timeout,
    start: async (data) =>
      startMerge({ compact, properties: await propertiesOf(metadata, data, date ?? new Date()) }),
  }).finally(() => terminal.rest());
  const finished = date ? makeReproducible(merged, { date }) : merged;
  const pages = countPages(finished);
  await writeTarget(session, target, finished);

  const ms = Math.round(performance.now());
  const path = target.path ?? '-';
  const facts = { path, where: 'here', documents: items.length, pages, bytes: finished.length, ms };
  if (context.json) {
    return await writeStdout(`${JSON.stringify({ ...facts, warnings: terminal.warnings })}\n`);
  }
  if (target.path !== null) await writeStdout(`${target.path}\n`);
  const said = [
    'here',
    count(items.length, 'document'),
    count(pages, 'page'),
    formatBytes(finished.length),
    formatMilliseconds(ms),
  ].join(' · ');
  terminal.note(`${terminal.style.bold(target.path ?? 'stdout')}  ${terminal.style.dim(said)}`);
}

/** Placeholders are filled from the first document's data; the language is loaded where there are any. */
async function propertiesOf(
  metadata: Metadata,
  data: Data | undefined,
  date: Date,
): Promise<Properties | undefined> {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return undefined;
  if (entries.every(([, text = '']) => isPlainText(text))) {
    return { metadata: Object.fromEntries(entries.map(([key, text = '']) => [key, text.trim()])), date };
  }
  const { fillMetadata } = await import('./merge-metadata.ts');
  return { metadata: fillMetadata(metadata, data), date };
}
