/** `pdfapi merge` in this process: template folders are rendered, finished PDFs taken as they are. */
import type { Metadata } from '../contract/documents.ts';
import { Failure } from '../contract/errors.ts';
import { Deadline } from '../core/deadline.ts';
import { startEditorPool } from '../core/editor/start-editor-pool.ts';
import { countPages, makeReproducible, PdfError, setMetadata, startMerge } from '../core/pdf/index.ts';
import { type RenderTools, render } from '../core/render.ts';
import { validateData } from '../core/template/data-schema.ts';
import { folderTree } from '../core/template/folder-tree.ts';
import type { Data } from '../core/template/parse-data-file.ts';
import { readTemplateFolder } from '../core/template/read-template-folder.ts';
import { readSampleData } from '../core/template/sample-data.ts';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../core/twig/index.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { startFolderBrowser } from './folder-browser.ts';
import type { MergeItem } from './merge-items.ts';
import { chooseTarget, writeTarget } from './output.ts';
import { metaSources, readMetaOptions } from './page-options.ts';
import { count, formatBytes, formatMilliseconds } from './quantities.ts';
import { readData } from './read-data.ts';
import { readPdfFile } from './read-pdf-file.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import type { RenderOptions } from './render-options.ts';
import { reproducibleDate } from './reproducible.ts';
import type { Session } from './session.ts';
import { writeStdout } from './streams.ts';
import { warningsOf } from './tell-render.ts';

export interface MergeHereOptions extends RenderOptions {
  /** Holds the password of PDFs that have one. */
  readonly passwordFile?: string;
}

type LocalItem = Exclude<MergeItem, { readonly kind: 'id' }>;

export async function mergeHere(
  session: Session,
  items: readonly MergeItem[],
  options: MergeHereOptions,
): Promise<void> {
  const { context, terminal } = session;
  const local = items as readonly LocalItem[];
  const metadata = readMetaOptions(options.meta);
  const date = reproducibleDate(options.reproducible === true, context.sourceDateEpoch);
  const target = await chooseTarget(session, options, 'merged.pdf');
  refuseOverwriting(
    [target.path],
    local.map((item) => (item.kind === 'pdf' ? item.file : item.data)),
  );
  if (local.filter((item) => item.kind === 'folder' && item.data === '-').length > 1) {
    throw new Failure('usage', 'stdin can be read only once.', { hint: 'Give the other data as files.' });
  }
  const folders = local.flatMap((item) => (item.kind === 'folder' ? [item.folder] : []));
  const browser = await startFolderBrowser(session, folders, options);
  const editor = startEditorPool();
  session.ending.add(() => editor.close());

  const deadline = new Deadline(session.globals.timeout);
  const merge = startMerge({ compact: options.compact });
  let first: Data | undefined;
  try {
    for (const [index, item] of local.entries()) {
      terminal.activity(`${index + 1} of ${local.length}: ${item.text}`);
      const rendered =
        item.kind === 'pdf'
          ? { pdf: await readPdfFile(session, item.file, options.passwordFile), data: undefined }
          : await renderFolder(session, { browser, editor }, item, options, deadline, date);
      if (index === 0) first = rendered.data;
      merge.add(rendered.pdf, { name: item.text });
      deadline.check('merging the documents');
    }
  } catch (error) {
    throw explain(error);
  } finally {
    deadline.close();
    terminal.rest();
  }
  const merged = merge.finish();
  const described = withMetadata(merged, metadata, first, date ?? new Date());
  const finished = date ? makeReproducible(described, { date }) : described;
  const pages = countPages(finished);
  await writeTarget(session, target, finished);

  const ms = Math.round(performance.now());
  const path = target.path ?? '-';
  const facts = { path, where: 'here', documents: local.length, pages, bytes: finished.length, ms };
  if (context.json) {
    return await writeStdout(`${JSON.stringify({ ...facts, warnings: terminal.warnings })}\n`);
  }
  if (target.path !== null) await writeStdout(`${target.path}\n`);
  const said = [
    'here',
    count(local.length, 'document'),
    count(pages, 'page'),
    formatBytes(finished.length),
    formatMilliseconds(ms),
  ].join(' · ');
  terminal.note(`${terminal.style.bold(target.path ?? 'stdout')}  ${terminal.style.dim(said)}`);
}

async function renderFolder(
  session: Session,
  tools: Pick<RenderTools, 'browser' | 'editor'>,
  { folder, data: file, text }: LocalItem & { readonly kind: 'folder' },
  options: RenderOptions,
  deadline: Deadline,
  date: Date | undefined,
) {
  const tree = folderTree(folder);
  const { template, sources } = await readTemplateFolder(folder);
  const data =
    file === undefined ? await sample(session, tree) : await readData({ data: [file] }, session.terminal);
  await validateData(tree, data?.plain ?? {});
  try {
    const { pdf, report } = await render(
      {
        template: {
          ...template,
          ...(options.scripts ? {} : { scripts: false }),
          ...(options.tags ? {} : { tags: false }),
        },
        data: data?.exact ?? {},
        strict: options.strict === true,
        // The merge does it, over all documents at once.
        compact: false,
        allowHosts: allowedHosts(options.allowHost, session.context.allowHosts),
        ...(date ? { reproducible: { date } } : {}),
      },
      { ...tools, deadline },
    );
    for (const warning of warningsOf(report)) session.terminal.warn(`${text}: ${warning}`);
    return { pdf, data };
  } catch (error) {
    const isTwig = error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError;
    throw isTwig ? sources.failure(error) : error;
  }
}

async function sample({ terminal }: Session, tree: ReturnType<typeof folderTree>): Promise<Data | undefined> {
  const data = await readSampleData(tree);
  if (data)
    terminal.note(terminal.style.dim(`${tree.name}: no data given, filled with its sample data.json.`));
  return data;
}

/** Placeholders are filled from the first document's data; without any, the first document's properties stay. */
function withMetadata(pdf: Uint8Array, metadata: Metadata, first: Data | undefined, date: Date): Uint8Array {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return pdf;
  const sources = metaSources(metadata);
  const filled = entries.map(([key, source = '']) => {
    const part = `metadata.${key}`;
    try {
      return [
        key,
        compile(source, { part, autoescape: false })
          .render(first?.exact ?? {})
          .trim(),
      ];
    } catch (error) {
      const isTwig = error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError;
      if (!isTwig) throw error;
      const place = sources[part];
      throw new Failure('invalid_template', error.detail, {
        ...(place
          ? { location: { file: place.file, line: error.line, column: error.column, text: place.text } }
          : {}),
      });
    }
  });
  return setMetadata(pdf, Object.fromEntries(filled), { date });
}

function explain(error: unknown): unknown {
  if (!(error instanceof PdfError)) return error;
  return new Failure('invalid_pdf', `${error.message.replace(/\.?$/, '.')}`, { cause: error });
}
