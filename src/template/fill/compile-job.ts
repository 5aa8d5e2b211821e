/** Compiles all parts of a document, so that a template error never costs a render. */
import { type MetadataKey, metadataKeys } from '#contract/documents';
import type { JsonObject } from '#contract/json';
import {
  type Autoescape,
  CompileClock,
  type CompiledTemplate,
  compile,
  dataAt,
  findDataUse,
  NoticeCollector,
  TemplateRuntimeError,
  TemplateSyntaxError,
  withData,
} from '#twig';
import { fillProperties } from '../model/filled-properties.ts';
import { type TitleBlock, titleBlockKeys } from '../model/markdown-settings.ts';
import { readTemplateData } from '../read-template-data.ts';
import { spooledRowList } from '../rows/spooled-row-list.ts';
import type { Filled, FillJob, PageToFill, PageVariables } from './fill.ts';

/** The content of a document beside its template. */
type FillContent = Pick<FillJob, 'data' | 'rows' | 'limits' | 'now' | 'language' | 'timeZone' | 'pages'>;

/** The output of Twig. The `html` of a Markdown document is still Markdown. */
export interface FilledTwig extends Filled {
  /** Set for a Markdown document. */
  readonly titleBlock?: TitleBlock | undefined;
}

/** Everything is compiled and nothing is filled. It can be filled any number of times. */
export interface CompiledJob {
  /** Throws a `TemplateRuntimeError`. */
  fill(content: FillContent): FilledTwig;
  /** Approximate memory in bytes. May grow with the first fills. */
  readonly size: number;
}

/** Bytes of all parts together: as much as one large template takes. */
const maxCompiledLength = 100_000_000;

/** Characters that the headers and footers of all pages may have together. */
const maxPagesLength = 32_000_000;

/** Throws a `TemplateSyntaxError`, also when all parts together take longer than the `clock` allows. */
export function compileJob(
  job: Omit<FillJob, keyof FillContent | 'key'>,
  clock = new CompileClock(),
): CompiledJob {
  const {
    html,
    twig,
    markdown,
    header,
    footer,
    pageParts = {},
    metadata,
    invoice,
    partials,
    translations,
    strict,
  } = job;
  let total = 0;
  const part = (name: string, source: string, autoescape: Autoescape = 'html') => {
    const compiled = compile(source, { part: name, partials, translations, strict, autoescape, clock });
    total += compiled.size;
    if (total <= maxCompiledLength) return compiled;
    const place = { part: name, template: null, line: 1, column: 1 };
    throw new TemplateSyntaxError(place, 'Template, header, footer and properties together are too large.');
  };
  const body = twig ? part('template', html, markdown ? 'markdown' : 'html') : undefined;
  const above = header === undefined ? undefined : part('header', header);
  const below = footer === undefined ? undefined : part('footer', footer);
  const byPage = new Map(Object.entries(pageParts).map(([name, source]) => [name, part(name, source)]));
  const properties: [MetadataKey, CompiledTemplate][] = metadataKeys.flatMap((key) => {
    const source = metadata[key];
    if (source === undefined) return [];
    return [[key, part(`metadata.${key}`, source, false)]];
  });
  const titles = titleBlockKeys.flatMap((key) => {
    const source = markdown?.titleBlock[key];
    return source === undefined ? [] : [[key, part(key, source, false)] as const];
  });
  const xml = invoice === undefined ? undefined : part('invoice', invoice);
  const parts = [
    ...[body, above, below, xml].filter((each) => each !== undefined),
    ...byPage.values(),
    ...[...properties, ...titles].map(([, compiled]) => compiled),
  ];

  return {
    fill({ data: given, rows, limits, now, language, timeZone, pages }) {
      const data = withRows(readTemplateData(given), rows);
      const notices = new NoticeCollector();
      const dataUse = () => findDataUse(parts, data, byPage.size > 0 ? ['page'] : []);
      const options = { now, limits, language, timeZone, notices };
      if (pages) {
        const render = ({ part: name, page }: PageToFill) =>
          byPage.get(name)?.render(withPage(data, page), options) ?? '';
        const filled = fillPages(pages, render);
        return { html: '', metadata: {}, pages: filled, notices: notices.found, dataUse: dataUse() };
      }
      const filled = {
        html: body ? body.render(data, options) : html,
        header: above ? above.render(data, options) : undefined,
        footer: below ? below.render(data, options) : undefined,
        invoice: xml ? xml.render(data, options) : undefined,
        metadata: fillProperties(properties, (compiled) => compiled.render(data, options)),
        titleBlock:
          markdown &&
          Object.fromEntries(titles.map(([key, compiled]) => [key, compiled.render(data, options).trim()])),
      };
      return { ...filled, notices: notices.found, dataUse: dataUse() };
    },
    get size() {
      return parts.reduce((sum, { size }) => sum + size, body ? 0 : html.length);
    },
  };
}

function withRows(data: JsonObject, rows: FillJob['rows']): JsonObject {
  if (!rows) return data;
  const lists = Object.entries(rows).map(([name, spooled]) => [name, spooledRowList(spooled)]);
  return withData(data, Object.fromEntries(lists)) as JsonObject;
}

function fillPages(pages: readonly PageToFill[], render: (page: PageToFill) => string): string[] {
  let length = 0;
  return pages.map((each) => {
    const text = render(each);
    length += text.length;
    if (length <= maxPagesLength) return text;
    const place = { part: each.part, template: null, line: 1, column: 1 };
    const megabytes = maxPagesLength / 1_000_000;
    throw new TemplateRuntimeError(
      place,
      `The headers and footers of all pages together have more than ${megabytes} MB.`,
    );
  });
}

/** Data that has a `page` of its own keeps it: an object gets these values too, and another value stays as it is. */
function withPage(data: JsonObject, page: PageVariables): JsonObject {
  const own = dataAt(data, ['page']);
  if (own === undefined) return withData(data, { page }) as JsonObject;
  const isObject = typeof own === 'object' && own !== null && !Array.isArray(own);
  return isObject ? (withData(data, { page: withData(own, { ...page }) }) as JsonObject) : data;
}
