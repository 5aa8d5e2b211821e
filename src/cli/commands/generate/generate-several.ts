/** `pdfapi generate ./invoice a.json b.json -o out/`: one template and several files of data side by side, each a PDF. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { fileFailure } from '#contract/files/file-failure';
import type { TemplateReference } from '#contract/templates';
import type { Data } from '#template/data/parse-data-file';
import { startCachedFill } from '#template/fill/cached';
import { connectPaced } from '../../connection/paced-connection.ts';
import { statPath } from '../../io/stat-path.ts';
import { mergeData } from '../../options/data/merge-data.ts';
import { readData } from '../../options/data/read-data.ts';
import { wantsImages } from '../../options/images/image-options.ts';
import { reproducibleDate } from '../../options/reproducible.ts';
import { openSigningKey } from '../../options/signing/open-key.ts';
import type { TemplateArgument } from '../../options/template-argument.ts';
import { startFolderBrowser } from '../../rendering/folder-browser.ts';
import { renderLocally } from '../../rendering/local.ts';
import { browserOnDemand } from '../../rendering/local-browser.ts';
import {
  type DocumentInput,
  type DocumentRenderer,
  renderSeveral,
} from '../../rendering/several-documents.ts';
import type { Session } from '../../session.ts';
import { isOfRow } from '../batch/render/row-failure.ts';
import { readFolderDocument } from './folder-document.ts';
import { dataFilename, type GenerateOptions } from './generate-options.ts';
import { prepareRemotely } from './generate-remote.ts';

interface Given {
  /** The template, as it was given. */
  readonly text: string;
  readonly template: TemplateArgument;
  /** Files of JSON; one may be `-`. */
  readonly files: readonly string[];
}

/** Throws what `renderSeveral` throws. */
export async function generateSeveral(
  session: Session,
  { text, template, files }: Given,
  options: GenerateOptions,
  command: Command,
): Promise<void> {
  if (!options.continueOnError) for (const file of files) assertFile(file);
  const inputs = files.map((file) => ({ text: file, filename: dataFilename(file) }));
  const otherCommands = { mergeItems: files.map((file) => `${text}:${file}`), batchWords: [text, ...files] };
  await renderSeveral(session, { inputs, options, ...otherCommands, isOfDocument: isOfRow }, async () => {
    const base = await readData(options, session.terminal);
    const dataOf = async (own: Session, file: string) => {
      const read = await readData({ data: [file] }, own.terminal);
      return base && read ? shared(mergeData(base.plain, read.plain)) : read;
    };
    return template.kind === 'folder'
      ? await startLocally(session, template.path, options, dataOf)
      : await startRemotely(session, template, { options, command, dataOf });
  });
}

const shared = (plain: Data['plain']): Data => ({ plain, exact: plain });

type DataOf = (session: Session, file: string) => Promise<Data | undefined>;

async function startLocally(
  session: Session,
  folder: string,
  options: GenerateOptions,
  dataOf: DataOf,
): Promise<DocumentRenderer<DocumentInput>> {
  const date = reproducibleDate(options.reproducible === true, session.context.sourceDateEpoch);
  const signer = await openSigningKey(session, options);
  const workers = options.concurrency ?? availableParallelism();
  const browser = await startFolderBrowser(session, [folder], { ...options, workers });
  const document = await readFolderDocument(session, folder);
  // Compiled for the first document.
  const fill = startCachedFill({ count: 1, size: Number.POSITIVE_INFINITY });
  return {
    // While pages print, the next document is filled and the last one finished.
    concurrency: workers + 1,
    wait: 0,
    serverOf: () => undefined,
    async render({ text: file, filename }, { session: own, options: given, cancel }) {
      const data = await dataOf(own, file);
      const named = { ...document, filename, files: [...(document.files ?? []), file] };
      return await renderLocally(own, { browser, date, signer, data, cancel, fill }, named, given);
    },
  };
}

async function startRemotely(
  session: Session,
  template: TemplateReference,
  {
    options,
    command,
    dataOf,
  }: { readonly options: GenerateOptions; readonly command: Command; readonly dataOf: DataOf },
): Promise<DocumentRenderer<DocumentInput>> {
  const generate = await prepareRemotely(session, template, options, command);
  const signer = options.signIdentity === undefined ? await openSigningKey(session, options) : undefined;
  const connection = await connectPaced(session, {
    concurrency: options.concurrency,
    localAlternative: 'A path such as ./invoice renders locally.',
  });
  const workers = options.concurrency ?? availableParallelism();
  // Draws the images of what the server rendered.
  const browser = browserOnDemand(session, { sandbox: options.sandbox, workers });
  if (wantsImages(options)) await browser();
  const { pace, url } = connection;
  return {
    get concurrency() {
      return pace.concurrency;
    },
    get wait() {
      return pace.wait;
    },
    server: url,
    serverOf: () => url,
    async render({ text: file, filename }, { session: own, options: given, cancel }) {
      const data = await dataOf(own, file);
      const tools = { connection, cancel, signer, browser };
      return await generate(own, { data, file, filename, shared: tools }, given);
    },
  };
}

/** Throws `file_unreadable`. */
function assertFile(file: string): void {
  if (file !== '-' && !statPath(file)) throw fileFailure('file_unreadable', file, { code: 'ENOENT' });
}
