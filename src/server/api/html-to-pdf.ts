/** `POST /html-to-pdf`: renders one PDF from HTML or Markdown and the files that come with it, without a saved template. */
import { isImageOutput } from '#contract/api/image-output';
import type { HtmlToPdfRequest } from '#contract/api/requests-schema';
import type { RequestOption } from '#contract/document/option-table';
import { toRenderRequest } from '#render/to-render-request';
import { isAnyData } from '#runtime/data-text';
import { memoryTree } from '#template/load/memory-tree';
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
  const template = await toTemplate(value, styles, files);
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
      data: data(['data']),
      keepsUnfilledBraces,
      lint: inspection && ('warn' as const),
    };
    const { pdf, report } = await renderOne(context, caller.team, request, deadline, row);
    warnings.push(...documentWarnings(withoutLint(report, inspection)));
    inspection?.onReport(report);
    if (isImageOutput(value.output))
      return await drawRequestedImage(context, caller.team, pdf, value, deadline);
    return await signDocument(toSigningCall(call), signature, pdf, { deadline, warnings });
  });
  return withWarnings(delivery, warnings, call);
};

/** Throws `invalid_template` for wrong front matter, of which at most 10,000 characters are read. */
async function toTemplate(
  { html = '', markdown }: HtmlToPdfRequest,
  styles: string | undefined,
  files: TemplateFiles | undefined,
): Promise<HtmlTemplate> {
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
