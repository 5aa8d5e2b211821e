/** Renders HTML as a template of its own, as most tests of a document need it. */
import type { Browser } from '../../src/browser/browser.ts';
import { render } from '../../src/render/render.ts';
import type { RenderedDocument, RenderRequest } from '../../src/render/render-request.ts';
import { Deadline } from '../../src/runtime/deadline.ts';
import { type HtmlTemplate, noAssets } from '../../src/template/model/template.ts';

export interface RenderHtmlOptions {
  /** Parts of the template. */
  readonly parts?: Partial<HtmlTemplate> | undefined;
  readonly request?: Partial<RenderRequest> | undefined;
  /** Milliseconds. Default: that of `Deadline`. */
  readonly limitMs?: number | undefined;
}

/** Throws the errors of `render`. */
export async function renderHtml(
  browser: Browser,
  html: string,
  { parts, request, limitMs }: RenderHtmlOptions = {},
): Promise<RenderedDocument> {
  const deadline = new Deadline(limitMs);
  const base = { name: 'test', page: {}, metadata: {}, partials: {}, assets: noAssets };
  try {
    return await render(
      { template: { ...base, html, ...parts }, data: {}, ...request },
      { browser, deadline },
    );
  } finally {
    deadline.close();
  }
}
