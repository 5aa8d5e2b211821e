/** Prints a document whole and in parts. */
import type { Browser } from '../../../src/browser/browser.ts';
import type { LongDocumentTools } from '../../../src/render/long-documents/with-long-documents.ts';
import { render } from '../../../src/render/render.ts';
import type { RenderReport, RenderRequest } from '../../../src/render/render-request.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { type HtmlTemplate, noAssets } from '../../../src/template/model/template.ts';

export interface BothWays {
  readonly whole: Uint8Array;
  readonly parts: Uint8Array;
  readonly outcome: RenderReport['longTable'] | RenderReport['longText'];
  /** Of the print in parts. */
  readonly progress: readonly (readonly [rows: number, of: number])[];
}

export const templateOf = (html: string, rest: Partial<HtmlTemplate> = {}): HtmlTemplate => ({
  name: 'test',
  html,
  twig: false,
  page: {},
  metadata: {},
  partials: {},
  assets: noAssets,
  ...rest,
});

/** `tools`: parts that are small enough for a test. */
export async function printBothWays(
  browser: Browser,
  template: HtmlTemplate,
  {
    request = {},
    tools = {},
  }: { readonly request?: Partial<RenderRequest>; readonly tools?: LongDocumentTools } = {},
): Promise<BothWays> {
  const deadline = new Deadline(240_000);
  const progress: [number, number][] = [];
  try {
    const whole = { template, data: {}, ...request };
    const printed = await render(whole, { browser, deadline });
    const { pdf, report } = await render(whole, {
      browser,
      deadline,
      longDocuments: {
        minRows: 50,
        minItems: 50,
        maxRows: 150,
        onProgress: (rows, of) => progress.push([rows, of]),
        ...tools,
      },
    });
    return { whole: printed.pdf, parts: pdf, outcome: report.longTable ?? report.longText, progress };
  } finally {
    deadline.close();
  }
}
