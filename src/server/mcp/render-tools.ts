/** `render` and `merge` over HTTP: the routes of the API, with their charges, and pictures of what they made. */

import { describeFindings } from '#browser/findings';
import { plainFilename } from '#contract/documents';
import { Failure } from '#contract/errors';
import { chooseShownPages } from '#mcp/choose-shown-pages';
import { drawPages } from '#mcp/draw-pages';
import type { ToolArguments } from '#mcp/tool-arguments';
import { maxIncludedBytes, type PagePicture, shortWarnings, type ToolResult } from '#mcp/tool-result';
import type { RenderReport } from '#render/render-request';
import { memoryTree } from '#template/load/memory-tree';
import { readTemplate } from '#template/load/read-template';
import { TemplateError } from '#twig';
import { generate } from '../api/generate.ts';
import { htmlToPdf } from '../api/html-to-pdf.ts';
import { merge } from '../api/merge.ts';
import type { RouteCall, RouteHandler } from '../api/route.ts';
import { dataPath, dataPathOf } from './message-schema.ts';
import { jsonWith, routeCall, type TeamCall } from './team-call.ts';
import { documentId, readDocument } from './team-documents.ts';
import { assertRenderable, findTeamTemplate, textOfVersion, workingVersion } from './team-templates.ts';

/** Bytes of sample data that is used when no data is given. */
const maxSampleBytes = 5_000_000;

type Output = Pick<ToolArguments<'render'>, 'filename' | 'show_pages' | 'include_pdf'>;

export async function renderForTeam(call: TeamCall, given: ToolArguments<'render'>): Promise<ToolResult> {
  const { template: named, html, markdown, data, format, orientation, locale, time_zone } = given;
  if (named === undefined) {
    const config = { format, orientation, locale, time_zone };
    const value = { html, markdown, config, ...delivered(given, 'document') };
    const body = jsonWith(value, { data: data && call.dataJson(dataPath) });
    return await deliver(call, given, htmlToPdf, routeCall(call, body), {});
  }
  const template = await findTeamTemplate(call, named);
  const { id, name } = template;
  const version = await workingVersion(call, template, given.version);
  await assertRenderable(call, template, version);
  const dataText = data ? call.dataJson(dataPath) : await sampleData(call, id, version);
  const config = { locale, time_zone };
  const body = jsonWith({ ...delivered(given, name), config }, { data: dataText });
  const route = routeCall(call, body, { template_id: String(id) });
  try {
    return await deliver(call, given, generate, route, { version }, { template: name, version });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const files = await call.context.store.templates.files(id, version);
    throw (await readTemplate(memoryTree(files, name))).sources.failure(error);
  }
}

export async function mergeForTeam(call: TeamCall, given: ToolArguments<'merge'>): Promise<ToolResult> {
  const items: string[] = [];
  for (const [index, document] of given.documents.entries()) {
    if ('pdf' in document) throw new Failure('invalid_request', 'The documents must be templates.');
    const { id, publishedVersion } = await findTeamTemplate(call, document.template);
    const sample = async () =>
      publishedVersion === null ? undefined : await sampleData(call, id, publishedVersion);
    const data = document.data ? call.dataJson(dataPathOf(index)) : await sample();
    items.push(jsonWith({ id }, { data }));
  }
  const body = jsonWith(delivered(given, 'merged'), { templates: `[${items.join(',')}]` });
  return await deliver(call, given, merge, routeCall(call, body), {});
}

/** The text of `data.json`, for a call without data. */
const sampleData = (call: TeamCall, id: number, version: number) =>
  textOfVersion(call, id, version, 'data.json', maxSampleBytes);

const delivered = ({ filename }: Output, name: string) => ({
  output: 'url',
  filename: (filename ?? plainFilename(name, 'document')).replace(/(?:\.pdf)?$/i, '.pdf'),
});

/** Runs a route of the API, and adds what an assistant needs to judge the document. */
async function deliver(
  call: TeamCall,
  { show_pages, include_pdf = false }: Output,
  route: RouteHandler,
  routed: RouteCall,
  inspected: { readonly version?: number },
  facts: object = {},
): Promise<ToolResult> {
  const reports: RenderReport[] = [];
  const onReport = (report: RenderReport) => {
    reports.push(report);
  };
  const response = await route({ ...routed, inspection: { ...inspected, onReport } });
  if ('json' in response || typeof response.body !== 'string') {
    throw new Failure('internal', 'The route has returned no link.');
  }
  const { filename, size, url, expires_at, usage } = JSON.parse(response.body);
  const warnings = reports.flatMap(toWarnings);
  const pages = reports.reduce((sum, report) => sum + report.pages, 0);
  const [only] = reports.length === 1 ? reports : [];
  const report = {
    ...facts,
    pdf: url,
    expires_at,
    filename,
    pages,
    bytes: size,
    long_table: only?.longTable,
    long_text: only?.longText,
    warnings: shortWarnings(warnings),
    documents_left: Math.max(0, usage.limit - usage.current) + usage.pack_credits,
  };
  return await withPictures(call, { report, url, size, pages, show_pages, include_pdf });
}

const toWarnings = (report: RenderReport): string[] => [
  ...describeFindings(report),
  ...report.console.filter(({ level }) => level === 'error').map(({ text }) => `console.error: ${text}`),
];

interface Finished {
  readonly report: object;
  readonly url: string;
  readonly size: number;
  readonly pages: number;
  readonly show_pages: string | undefined;
  readonly include_pdf: boolean;
}

/** The document is made and charged: what goes wrong from here on is a note in the result and no error. */
async function withPictures(
  call: TeamCall,
  { report, url, size, pages, show_pages, include_pdf }: Finished,
): Promise<ToolResult> {
  const notes: string[] = [];
  const isIncluded = include_pdf && size <= maxIncludedBytes;
  if (include_pdf && !isIncluded)
    notes.push(`The PDF is too large to include: it has ${size} bytes. Use its link.`);
  try {
    const chosen = chooseShownPages(show_pages, pages);
    if (chosen.note) notes.push(chosen.note);
    if (chosen.pages.length === 0 && !isIncluded) return { report: withNotes(report, notes) };
    const bytes = await readDocument(call, documentId(new URL(url).pathname));
    const pdf = isIncluded ? { uri: url, bytes } : undefined;
    try {
      const pictures = await draw(call, bytes, chosen.pages);
      return { report: withNotes(report, notes), pictures, pdf };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { report: withNotes(report, [...notes, `The pages could not be drawn: ${error.message}`]), pdf };
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { report: withNotes(report, [...notes, error.message]) };
  }
}

const withNotes = (report: object, notes: readonly string[]): object =>
  notes.length > 0 ? { ...report, notes } : report;

/** In the turn of the team, like a further document of the same request. */
async function draw(
  { context, caller, signal }: TeamCall,
  pdf: Uint8Array,
  pages: readonly number[],
): Promise<readonly PagePicture[]> {
  const { queue, browserPool, config } = context;
  const options = {
    owner: String(caller.team.id),
    timeoutMs: config.timeout,
    signal,
    audience: 'api',
  } as const;
  const work = () => drawPages(browserPool, pdf, pages, options);
  return await queue.run(caller.team.id, signal, work, { isContinued: true });
}
