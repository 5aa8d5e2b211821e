/** The pipeline: compile → fill → print → finish. Template and data in, PDF out; knows no HTTP and no database. */
import { type Metadata, metadataKeys } from '../contract/documents.ts';
import { Failure } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { PageSettings } from '../contract/page.ts';
import type { Browser, PageFindings } from './browser/browser.ts';
import type { Deadline } from './deadline.ts';
import { mergePageSettings, paperOf } from './paper.ts';
import { countPages, makeReproducible, setMetadata } from './pdf/index.ts';
import type { Template } from './template/template.ts';
import { compile } from './twig/index.ts';

export interface RenderRequest {
  readonly template: Template;
  readonly data: JsonObject;
  /** Over the template's own settings, key by key. */
  readonly page?: PageSettings;
  /** Over the template's own properties, key by key. Values may hold Twig. */
  readonly metadata?: Metadata;
  /** An undefined variable, an asset that fails, a page error or a missing glyph is a failure. */
  readonly strict?: boolean;
  /** Same input, same bytes: every date in the PDF, and Twig's `now`, is this one. */
  readonly reproducible?: { readonly date: Date };
  /** Hosts (`host` or `host:port`) that the page may reach although their address is not public. */
  readonly allowHosts?: readonly string[];
  /** Collect the fonts too. */
  readonly report?: boolean;
}

export interface RenderTools {
  readonly browser: Browser;
  readonly deadline: Deadline;
}

export interface RenderedDocument {
  readonly pdf: Uint8Array;
  readonly report: RenderReport;
}

/** What `--report` writes. Times in milliseconds. */
export interface RenderReport extends PageFindings {
  readonly pages: number;
  readonly bytes: number;
  readonly timings: {
    readonly compile: number;
    readonly fill: number;
    readonly browser: number;
    readonly load: number;
    readonly print: number;
    readonly finish: number;
    readonly total: number;
  };
}

/**
 * Renders one document.
 *
 * Throws `TemplateSyntaxError` and `TemplateRuntimeError` of `core/twig` as they are, and `Failure`:
 * `invalid_option` (margins that leave no room), `timeout`, `page_failed`, `document_navigated`, `strict`,
 * `browser_failed`, `browser_missing`, `sandbox_unavailable`.
 */
export async function render(
  request: RenderRequest,
  { browser, deadline }: RenderTools,
): Promise<RenderedDocument> {
  const { template, data, strict = false } = request;
  const now = request.reproducible?.date ?? new Date();
  const times = [performance.now()];
  const lap = () => times.push(performance.now());

  const settings = mergePageSettings(template.page, request.page);
  const paper = paperOf(settings);
  const parts = compileParts(template, settings, { ...template.metadata, ...request.metadata }, strict);
  deadline.check('compiling the template');
  lap();

  const filled = fillParts(parts, data, now);
  deadline.check('filling the template');
  lap();

  const { pdf, findings, timings } = await browser.print(
    {
      ...filled.html,
      ...(template.styles ? { styles: template.styles } : {}),
      paper,
      assets: template.assets,
      scripts: template.scripts ?? true,
      tags: template.tags ?? true,
      allowHosts: request.allowHosts ?? [],
      listFonts: request.report ?? false,
    },
    deadline,
  );
  if (strict) refuseFindings(findings);
  lap();

  const described = setMetadata(pdf, filled.metadata, { date: now });
  const finished = request.reproducible ? makeReproducible(described, { date: now }) : described;
  const pages = countPages(finished);
  deadline.check('finishing the PDF');
  lap();

  const [start = 0, compiled = 0, filledAt = 0, printed = 0, end = 0] = times;
  const rounded = (ms: number) => Math.round(ms * 10) / 10;
  return {
    pdf: finished,
    report: {
      pages,
      bytes: finished.length,
      timings: {
        compile: rounded(compiled - start),
        fill: rounded(filledAt - compiled),
        browser: rounded(timings.browser),
        load: rounded(timings.load),
        print: rounded(timings.print),
        finish: rounded(end - printed),
        total: rounded(end - start),
      },
      ...findings,
    },
  };
}

type Compiled = ReturnType<typeof compile>;

interface Parts {
  readonly html: Pick<Compiled, 'render'>;
  readonly header: Compiled | undefined;
  readonly footer: Compiled | undefined;
  readonly metadata: readonly (readonly [keyof Metadata, Compiled])[];
}

/** Everything is compiled before anything is filled, so that a template error never costs a render. */
function compileParts(
  template: Template,
  settings: PageSettings,
  metadata: Metadata,
  strict: boolean,
): Parts {
  const { partials } = template;
  const part = (name: string, source: string | undefined) =>
    source === undefined ? undefined : compile(source, { part: name, partials, strict });
  return {
    html:
      template.twig === false
        ? verbatim(template.html)
        : compile(template.html, { part: 'template', partials, strict }),
    header: part('header', settings.header),
    footer: part('footer', settings.footer),
    metadata: metadataKeys.flatMap((key) => {
      const source = metadata[key];
      if (source === undefined) return [];
      return [
        [key, compile(source, { part: `metadata.${key}`, partials, strict, autoescape: false })] as const,
      ];
    }),
  };
}

const verbatim = (html: string): Pick<Compiled, 'render'> => ({ render: () => html });

function fillParts(parts: Parts, data: JsonObject, now: Date) {
  const fill = (compiled: Pick<Compiled, 'render'>) => compiled.render(data, { now });
  return {
    html: {
      html: fill(parts.html),
      ...(parts.header ? { header: fill(parts.header) } : {}),
      ...(parts.footer ? { footer: fill(parts.footer) } : {}),
    },
    metadata: Object.fromEntries(
      parts.metadata.map(([key, compiled]) => [key, fill(compiled).trim()]),
    ) as Metadata,
  };
}

/** What is a warning otherwise. All of it at once, so that one run shows everything that is wrong. */
function refuseFindings({ refused, failed, errors, missingGlyphs }: PageFindings): void {
  const problems = [
    ...refused.map(({ url, reason }) => `${url} was refused: ${reason}`),
    ...failed.map(({ url, reason }) => `${url} did not load: ${reason}`),
    ...errors.map((error) => `A script failed: ${error.split('\n')[0]}`),
    ...(missingGlyphs.length ? [`No font has these characters: ${missingGlyphs.join(' ')}`] : []),
  ];
  if (!problems.length) return;
  const [only = ''] = problems;
  const message = problems.length === 1 ? only : `The document has ${problems.length} problems.`;
  throw new Failure('strict', message, { errors: { document: problems } });
}
