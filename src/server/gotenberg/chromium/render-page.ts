/** Prints what a form asks for with the renderer of the API. */
import type { FastifyBaseLogger } from 'fastify';
import type { PageFindings } from '#browser/browser';
import type { AddressRules } from '#browser/egress/allow-list';
import { parsePageSelection } from '#contract/api/page-selection';
import { Failure } from '#contract/errors';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import type { RenderRequest } from '#render/render-request';
import type { Deadline } from '#runtime/deadline';
import { memoryTree } from '#template/load/memory-tree';
import { treeAssets } from '#template/load/tree-assets';
import { type Assets, type HtmlTemplate, noAssets } from '#template/model/template';
import { inMemory } from '../../rendering/pdf-work.ts';
import { renderOne } from '../../rendering/render-one.ts';
import { refusalOf, rulesFor } from '../address-filter.ts';
import { type GotenbergCall, GotenbergError } from '../answer.ts';
import type { FormFile } from '../form/gotenberg-form.ts';
import { pageError } from './page-error.ts';
import { aberrant, type PrintFields } from './read-print-fields.ts';
import type { ScreenshotFields } from './read-screenshot-fields.ts';

/** What is printed: a document with data, or a web page. */
export type PageSource = Pick<HtmlTemplate, 'html' | 'address' | 'twig' | 'assets'> & {
  readonly data: Readonly<Record<string, unknown>>;
};

/** The files that a document of the form can show. */
export const formAssets = (files: readonly FormFile[]): Assets =>
  files.length === 0
    ? noAssets
    : treeAssets(memoryTree(new Map(files.map(({ name, bytes }) => [name, bytes])), 'document'));

/** Throws `GotenbergError` with Gotenberg's texts, and `Failure`. */
export async function printSource(
  call: GotenbergCall,
  source: PageSource,
  fields: PrintFields,
  deadline: Deadline,
): Promise<Uint8Array> {
  const pages = fields.isSinglePage ? '1' : toSelection(fields.pageRanges);
  const header = toPart(fields.header, 'header');
  const footer = toPart(fields.footer, 'footer');
  const data = { ...source.data, header: fields.header ?? '', footer: fields.footer ?? '' };
  const asked = {
    page: { ...fields.page, header, footer },
    pageDefaults: fields.pageDefaults,
    load: fields.load,
    pages,
  };
  try {
    return await render(call, { ...source, data, tags: fields.tags }, asked, deadline);
  } catch (error) {
    throw toGotenbergError(error, fields);
  }
}

/** Returns the image. Throws like `printSource`. */
export async function captureSource(
  call: GotenbergCall,
  source: PageSource,
  fields: ScreenshotFields,
  deadline: Deadline,
): Promise<Uint8Array> {
  const { load, screenshot } = fields;
  try {
    return await render(call, source, { load, screenshot }, deadline);
  } catch (error) {
    const isUnmatched = error instanceof Failure && error.errors?.['screenshot.selector'] !== undefined;
    if (!isUnmatched) throw pageError(error, fields);
    const { selector = '' } = screenshot;
    throw new GotenbergError(
      400,
      `The selector '${selector}' (selector) matched no element with a visible box`,
      {
        cause: error,
      },
    );
  }
}

async function render(
  { context, team, settings }: GotenbergCall,
  { data, ...content }: PageSource & Pick<HtmlTemplate, 'tags'>,
  asked: Pick<RenderRequest, 'page' | 'pageDefaults' | 'load' | 'pages' | 'screenshot'>,
  deadline: Deadline,
): Promise<Uint8Array> {
  const rules = rulesFor(settings, 'page');
  const template: HtmlTemplate = { name: 'document', partials: {}, metadata: {}, page: {}, ...content };
  const request: Omit<RenderRequest, 'owner'> = {
    ...asked,
    load: content.address === undefined ? withoutScopes(asked.load) : asked.load,
    template,
    data: data as RenderRequest['data'],
    allowHosts: [rules],
  };
  const { pdf, report } = await renderOne(context, team, request, deadline);
  logRefusals(context.log, rules, report);
  return await toBytes(pdf, inMemory);
}

/** A document of the form has no server that its headers could be for: without a scope, each server gets them. */
const withoutScopes = (load: RenderRequest['load']): RenderRequest['load'] => ({
  ...load,
  headers: load?.headers?.map((header) => (header.isFor ? header : { ...header, isFor: () => true })),
});

/** Twig in a header is not meant as such. */
const toPart = (html: string | undefined, name: 'header' | 'footer'): string | undefined =>
  html !== undefined && /\{[{%#]/.test(html) ? `{{ ${name}|raw }}` : html;

/** Chromium prints pages in their order, whatever the order of the ranges. */
function toSelection(ranges: string): string | undefined {
  if (ranges.trim() === '') return undefined;
  if (ranges.split(',').every(isPlainRange) && parsePageSelection(ranges)) return ranges;
  throw new GotenbergError(
    400,
    `Chromium does not handle the page ranges '${ranges}' (nativePageRanges) syntax`,
  );
}

/** `3`, `1-3`, `-3` or `2-`: no words, and nothing counted from the end. */
function isPlainRange(text: string): boolean {
  const ends = text.split('-').map((end) => end.trim());
  return ends.length <= 2 && ends.every((end) => /^\d*$/.test(end)) && ends.join('-') !== '';
}

function toGotenbergError(error: unknown, fields: PrintFields): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.code === 'invalid_option') {
    const places = Object.keys(error.errors ?? {});
    if (places.some((place) => place === 'config.pages' || place === 'pages')) {
      return new GotenbergError(
        400,
        `The page ranges '${fields.pageRanges}' (nativePageRanges) exceeds the page count`,
        { cause: error },
      );
    }
    if (places.some((place) => /margins|format|orientation/.test(place))) return aberrant(error);
  }
  return pageError(error, fields);
}

/** Lines for one page. */
const maxLines = 20;

/** Logs what a page may not reach, in the words that operators of Gotenberg search for. Addresses have no query. */
function logRefusals(
  log: FastifyBaseLogger,
  rules: AddressRules,
  { refused, failed }: Pick<PageFindings, 'refused' | 'failed'>,
): void {
  const lines = [
    ...refused.flatMap(({ url }) => linesOf(rules, url)),
    ...failed.flatMap(({ url }) => fileLines(rules, url)),
  ];
  for (const line of lines.slice(0, maxLines)) log.warn(line);
}

function linesOf(rules: AddressRules, url: string): string[] {
  const line = `'${url}' ${refusalOf(rules, url) ?? 'targets a non-public address'}`;
  // For https and WebSockets, the proxy knows only host and port.
  const [, endpoint] = /^(?:https|wss?):\/\/([^/]+)\/?$/.exec(url) ?? [];
  return endpoint === undefined ? [line] : [line, `CONNECT blocked for '${endpoint}'`];
}

/** A form has no folders: such a path is one of this machine, which is never read. */
function fileLines(rules: AddressRules, url: string): string[] {
  if (/^\w+:/.test(url) || !url.includes('/')) return [];
  const file = `file:///${url}`;
  const refusal = refusalOf(rules, file);
  return refusal === undefined ? [] : [`'${file}' ${refusal}`];
}
