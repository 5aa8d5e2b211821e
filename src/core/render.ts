/** The pipeline: compile → fill → print → finish. Template and data in, PDF out; knows no HTTP and no database. */
import type { Metadata } from '../contract/documents.ts';
import type { JsonObject } from '../contract/json.ts';
import type { PageSettings } from '../contract/page.ts';
import type { Browser, PageFindings } from './browser/browser.ts';
import type { Deadline } from './deadline.ts';
import type { Template } from './template/template.ts';

export interface RenderRequest {
  readonly template: Template;
  readonly data: JsonObject;
  /** Over the template's own settings, key by key. */
  readonly page?: PageSettings;
  /** Over the template's own properties, key by key. Values may hold Twig. */
  readonly metadata?: Metadata;
  /** An undefined variable, an asset that fails, a page error or a missing glyph is a failure. */
  readonly strict?: boolean;
  /** Same input, same bytes: every date in the PDF is this one. */
  readonly reproducible?: { readonly date: Date };
  /** Hosts (`host` or `host:port`) that the page may reach although their address is not public. */
  readonly allowHosts?: readonly string[];
  /** Collect fonts and missing glyphs too. */
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
 * `invalid_option` (page settings that leave no room), `timeout`, `page_failed`, `document_navigated`,
 * `strict`, `browser_failed`.
 */
export async function render(_request: RenderRequest, _tools: RenderTools): Promise<RenderedDocument> {
  throw new Error('written next');
}
