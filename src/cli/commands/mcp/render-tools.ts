/** `render` and `merge` in this process. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeFindings } from '#browser/findings';
import { parsePaperFormat } from '#contract/api/page-format';
import { Failure } from '#contract/errors';
import { writeFileAtomically } from '#contract/files/atomic-write';
import { fileFailure } from '#contract/files/file-failure';
import { makeFolder } from '#contract/files/make-folder';
import { parseLocale, parseTimeZone } from '#contract/language/region';
import { mergePdfs } from '#library/merge-pdfs';
import { type DocumentRequest, renderDocument } from '#library/render-document';
import { chooseShownPages } from '#mcp/choose-shown-pages';
import { drawPages } from '#mcp/draw-pages';
import type { ToolArguments } from '#mcp/tool-arguments';
import { maxIncludedBytes, type PagePicture, shortWarnings, type ToolResult } from '#mcp/tool-result';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import type { RenderReport } from '#render/render-request';
import { Deadline } from '#runtime/deadline';
import { chooseLists } from '#template/data/choose-lists';
import { readDataSchema } from '#template/data/data-schema';
import { parseDataFile } from '#template/data/parse-data-file';
import { readSampleData } from '#template/data/sample-data';
import { folderTree } from '#template/load/folder-tree';
import { readHtmlBytes } from '#template/load/read-html-file';
import { readTemplate } from '#template/load/read-template';
import { type Assets, noAssets } from '#template/model/template';
import type { Workshop } from './workshop.ts';

type Output = Pick<ToolArguments<'render'>, 'filename' | 'show_pages' | 'include_pdf'>;
type RenderSource = Pick<
  ToolArguments<'render'>,
  'template' | 'html' | 'markdown' | 'data' | 'format' | 'orientation' | 'locale' | 'time_zone'
>;

/** All documents are of one client. */
const localOwner = 'assistant';

const withoutFiles: Assets = {
  ...noAssets,
  explain: async () => 'html and markdown have no files: use data: addresses, or a template with assets/',
};

interface Rendered {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly string[];
}

export async function renderTool(
  workshop: Workshop,
  given: ToolArguments<'render'>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const rendered = await renderOne(workshop, given, signal);
  return await finish(workshop, rendered, given, given.template ?? 'document', signal);
}

export async function mergeTool(
  workshop: Workshop,
  given: ToolArguments<'merge'>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const inputs: { readonly pdf: Uint8Array }[] = [];
  const warnings: string[] = [];
  for (const [index, document] of given.documents.entries()) {
    if ('pdf' in document) {
      inputs.push({ pdf: await workshop.root.readPdf(document.pdf) });
      continue;
    }
    const rendered = await renderOne(workshop, document, signal);
    inputs.push({ pdf: rendered.pdf });
    warnings.push(...rendered.warnings.map((warning) => `documents.${index}: ${warning}`));
  }
  const { pdf, pages, warnings: ofMerge } = await mergePdfs(inputs, { signal });
  return await finish(workshop, { pdf, pages, warnings: [...warnings, ...ofMerge] }, given, 'merged', signal);
}

/** Renders a template, or HTML or Markdown, as untrusted: an assistant may repeat what strangers have written. */
async function renderOne(
  { session, engine, root }: Workshop,
  source: RenderSource,
  signal: AbortSignal,
): Promise<Rendered> {
  const request = await readSource(source, root.find);
  const deadline = new Deadline(session.globals.timeout, signal);
  try {
    const { pdf, report } = await engine.use((tools) =>
      renderDocument(
        { ...request, allowHosts: engine.allowHosts, isTrusted: false, lint: 'warn', owner: localOwner },
        { ...tools, deadline, longDocuments: {} },
      ),
    );
    return { pdf: await toBytes(pdf), pages: report.pages, warnings: toWarnings(report) };
  } finally {
    deadline.close();
  }
}

async function readSource(
  {
    template: name,
    html,
    markdown,
    data,
    format,
    orientation,
    locale: tag = '',
    time_zone: zone = '',
  }: RenderSource,
  find: (name: string) => Promise<string>,
): Promise<DocumentRequest> {
  const region = { locale: parseLocale(tag), timeZone: parseTimeZone(zone) };
  const given = data && parseDataFile('data', JSON.stringify(data));
  if (name === undefined) {
    const kind = html === undefined ? 'markdown' : 'html';
    const text = html ?? markdown ?? '';
    const { template, sources } = await readHtmlBytes(kind, Buffer.from(text), undefined, kind);
    const keepsUnfilledBraces = given === undefined;
    return {
      template: { ...template, assets: withoutFiles },
      sources,
      data: given?.exact ?? {},
      page: { format: format === undefined ? undefined : parsePaperFormat(format), orientation, ...region },
      keepsUnfilledBraces,
    };
  }
  const tree = folderTree(await find(name));
  const [{ template, sources }, schema, sample] = await Promise.all([
    readTemplate(tree),
    readDataSchema(tree),
    given ?? readSampleData(tree),
  ]);
  const rows = chooseLists(template, sample?.plain ?? {}, {});
  schema?.validate(sample?.plain ?? {}, undefined, Object.keys(rows));
  return {
    template,
    sources,
    data: sample?.exact ?? {},
    isSampleData: given === undefined,
    rows,
    schema,
    page: region,
  };
}

const toWarnings = (report: RenderReport): string[] => [
  ...describeFindings(report),
  ...report.console.filter(({ level }) => level === 'error').map(({ text }) => `console.error: ${text}`),
];

async function finish(
  workshop: Workshop,
  { pdf, pages, warnings }: Rendered,
  { filename, show_pages, include_pdf = false }: Output,
  name: string,
  signal: AbortSignal,
): Promise<ToolResult> {
  const notes: string[] = [];
  // Before the file is written: a page that does not exist is a mistake of the call.
  const chosen = chooseShownPages(show_pages, pages);
  if (chosen.note) notes.push(chosen.note);
  const path = await write(workshop, (filename ?? name).replace(/(?:\.pdf)?$/i, '.pdf'), pdf);
  const isIncluded = include_pdf && pdf.length <= maxIncludedBytes;
  if (include_pdf && !isIncluded) notes.push(`The PDF is too large to include: it has ${pdf.length} bytes.`);
  const drawn = await draw(workshop, pdf, chosen.pages, signal).catch((error) => {
    if (!(error instanceof Failure) || signal.aborted) throw error;
    notes.push(`The pages could not be drawn: ${error.message}`);
    return [];
  });
  return {
    report: {
      pdf: path,
      pages,
      bytes: pdf.length,
      warnings: shortWarnings(warnings),
      ...(notes.length > 0 ? { notes } : {}),
    },
    pictures: drawn,
    pdf: isIncluded ? { uri: pathToFileURL(path).href, bytes: pdf } : undefined,
  };
}

/** Returns the path. Replaces a PDF of this name, which is most likely the one before the last change. */
async function write({ root, session }: Workshop, filename: string, pdf: Uint8Array): Promise<string> {
  const path = join(root.output, filename);
  try {
    makeFolder(root.output);
  } catch (error) {
    throw fileFailure('file_unwritable', root.output, error);
  }
  if ((await lstat(path).catch(() => undefined))?.isSymbolicLink()) {
    throw new Failure('file_unwritable', `${path} is a symbolic link, which is not followed.`);
  }
  await writeFileAtomically(path, pdf, { overwrite: true, shutdown: session.shutdown });
  return path;
}

async function draw(
  { engine, session }: Workshop,
  pdf: Uint8Array,
  pages: readonly number[],
  signal: AbortSignal,
): Promise<readonly PagePicture[]> {
  const options = { owner: localOwner, timeoutMs: session.globals.timeout, signal };
  return await engine.use(({ browser }) => drawPages(browser, pdf, pages, options));
}
