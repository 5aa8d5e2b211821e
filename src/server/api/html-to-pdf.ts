/**
 * `POST /html-to-pdf`: renders one PDF from HTML or Markdown and the files that come with it, or from a web page, without a
 * saved template.
 */
import { WebPageFailure } from '#browser/page/web-page';
import { isImageOutput, toScreenshot } from '#contract/api/image-output';
import type { HtmlToPdfRequest } from '#contract/api/requests-schema';
import type { RequestOption } from '#contract/document/option-table';
import { Failure } from '#contract/errors';
import type { RenderRequest } from '#render/render-request';
import { toRenderRequest } from '#render/to-render-request';
import { isAnyData } from '#runtime/data-text';
import { memoryTree } from '#template/load/memory-tree';
import { readWebPage } from '#template/load/read-web-page';
import { treeAssets } from '#template/load/tree-assets';
import { readFrontMatter } from '#template/markdown/read-front-matter';
import { mergePageSettings, resolvePaper } from '#template/model/page-settings';
import { type HtmlTemplate, noAssets } from '#template/model/template';
import type { TemplateFiles } from '#template/model/template-files';
import { deliver } from '../billing/deliver.ts';
import { toDeliveryRequest } from '../billing/delivery-request.ts';
import { drawRequestedImage } from '../rendering/draw-requested-image.ts';
import { findProtection } from '../rendering/find-protection.ts';
import { renderOne } from '../rendering/render-one.ts';
import { requestedOptions } from '../rendering/requested-options.ts';
import { documentWarnings, withWarnings } from '../rendering/response-warnings.ts';
import { findSignature } from '../signing/find-signature.ts';
import { signDocument, toSigningCall } from '../signing/sign-document.ts';
import { type RouteHandler, withoutLint } from './route.ts';

export const htmlToPdf: RouteHandler = async (call) => {
  const { context, caller, row, inspection } = call;
  const turn = { team: caller.team.id, signal: call.signal };
  const { value, data, styles, files } = call.form
    ? call.form.open()
    : { ...(await context.bodies.read('htmlToPdf', call.body, turn)), styles: undefined, files: undefined };
  const template = await toTemplate(value, styles, files, isAnyData(data(['data'])));
  const { sign, protection: asked, ...options } = requestedOptions(value.config);
  // Throws if the margins leave no room, before any credits are held.
  resolvePaper(mergePageSettings(template.page, options));

  const { pdfa, eInvoice } = options;
  const protection = findProtection(call, { protection: asked, pdfa, isInvoice: eInvoice !== undefined });

  const isProtected = protection !== undefined;
  const signature = await findSignature(context, sign, { teamId: caller.team.id, isProtected });

  const keepsUnfilledBraces = !isAnyData(data(['data']));
  const warnings: string[] = [];
  const charged = { amount: 1, warnings };
  const delivery = await deliver(context, toDeliveryRequest(call, value, charged), async (deadline) => {
    const request = {
      ...toRenderRequest<RequestOption<'html'>>(template, { ...options, protection }),
      screenshot: toSettings(value),
      data: data(['data']),
      keepsUnfilledBraces,
      lint: inspection && ('warn' as const),
    };
    const rendering = renderOne(context, caller.team, request, deadline, row);
    const { pdf, report } = await rendering.catch(explainWebPage);
    warnings.push(...documentWarnings(withoutLint(report, inspection)));
    inspection?.onReport(report);
    if (request.screenshot) return pdf;
    if (isImageOutput(value.output))
      return await drawRequestedImage(context, caller.team, pdf, value, deadline);
    return await signDocument(toSigningCall(call), signature, pdf, { deadline, warnings });
  });
  return withWarnings(delivery, warnings, call);
};

/** Throws `invalid_template` for wrong front matter, of which at most 10,000 characters are read. */
async function toTemplate(
  { html = '', markdown, url }: HtmlToPdfRequest,
  styles: string | undefined,
  files: TemplateFiles | undefined,
  hasData: boolean,
): Promise<HtmlTemplate> {
  if (url !== undefined) return readWebPage(new URL(url), { twig: hasData }).template;
  const assets = files ? treeAssets(memoryTree(files, 'document')) : noAssets;
  const own = styles === undefined ? {} : { styles };
  const shared = {
    name: 'document',
    isSingleText: true,
    partials: {},
    assets,
    ...own,
  };
  if (markdown === undefined) return { ...shared, html, page: {}, metadata: {} };
  const read = await readFrontMatter('markdown', markdown);
  return { ...shared, html: read.body, markdown: read.markdown, page: read.page, metadata: read.metadata };
}

/** The most pixels of a screenshot, as of another image. */
const maxPixels = 36_000_000;

function toSettings({ output, screenshot }: HtmlToPdfRequest): RenderRequest['screenshot'] {
  if (!screenshot || !isImageOutput(output)) return undefined;
  return { ...toScreenshot(screenshot), format: output, maxPixels };
}

/** What is wrong with the page is a fault of the field that names it, and the statuses of its server are not ours. */
function explainWebPage(error: unknown): never {
  if (!(error instanceof WebPageFailure)) throw error;
  const { message, status, code, cause } = error;
  throw new Failure(code === 'invalid_option' ? code : 'page_failed', message, {
    hint: 'The url must be that of a web page: HTML that a public server sends with a status below 400.',
    errors: { url: [message] },
    facts: status === undefined ? {} : { status },
    cause,
  });
}
