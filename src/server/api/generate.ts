/** `POST /templates/{template_id}/generate`: renders one PDF from the published version of a template. */

import { isImageOutput } from '#contract/api/image-output';
import type { RequestOption } from '#contract/document/option-table';
import { toRenderRequest } from '#render/to-render-request';
import { deliver } from '../billing/deliver.ts';
import { toDeliveryRequest } from '../billing/delivery-request.ts';
import { requireFeature } from '../billing/require-feature.ts';
import { checkTemplateData } from '../rendering/data-check/check-template-data.ts';
import { drawRequestedImage } from '../rendering/draw-requested-image.ts';
import { findProtection } from '../rendering/find-protection.ts';
import { renderOne } from '../rendering/render-one.ts';
import { requestedOptions } from '../rendering/requested-options.ts';
import { documentWarnings, withWarnings } from '../rendering/response-warnings.ts';
import { findSignature } from '../signing/find-signature.ts';
import { signDocument, toSigningCall } from '../signing/sign-document.ts';
import { type RouteHandler, withoutLint } from './route.ts';
import { publishedVersion, visibleTemplate } from './visible-template.ts';

export const generate: RouteHandler = async (call) => {
  const { context, caller, parameters, row, inspection, signal } = call;
  const found = await visibleTemplate(context.store, caller.team, parameters.template_id ?? '');
  const turn = { team: caller.team.id, signal };
  const { value, data, dataJson } = await context.bodies.read('generate', call.body, turn);
  const { metadata } = value;
  const { sign, protection: asked, ...options } = requestedOptions(value.config);
  if (metadata && Object.keys(metadata).length > 0) requireFeature(caller.team, 'metadata');
  const version = row?.version ?? inspection?.version ?? publishedVersion(found);
  const stored = await context.templates.version(found.id, version);
  await checkTemplateData(call, stored, () => dataJson(['data']), { field: 'data' });

  const { template } = stored;
  const protection = findProtection(call, {
    protection: asked,
    pdfa: options.pdfa ?? template.standards?.pdfa,
    isInvoice: (options.eInvoice ?? template.invoice) !== undefined,
  });

  const signature = await findSignature(context, sign, {
    teamId: caller.team.id,
    isProtected: protection !== undefined,
  });

  const warnings: string[] = [];
  const charged = { amount: 1, templateId: found.id, warnings };
  const delivery = await deliver(context, toDeliveryRequest(call, value, charged), async (deadline) => {
    const { pdf, report } = await renderOne(
      context,
      caller.team,
      {
        ...toRenderRequest<RequestOption<'render'>>(template, { ...options, metadata, protection }),
        data: data(['data']),
        lint: inspection && 'warn',
        // The key also covers the properties; those of this request belong to no stored template.
        ...(metadata ? {} : { key: stored.key }),
      },
      deadline,
      row,
    );
    warnings.push(...documentWarnings(withoutLint(report, inspection)));
    inspection?.onReport(report);
    if (isImageOutput(value.output))
      return await drawRequestedImage(context, caller.team, pdf, value, deadline);
    return await signDocument(toSigningCall(call), signature, pdf, { deadline, warnings });
  });
  return withWarnings(delivery, warnings, call);
};
