/** `POST /templates/{template_id}/generate`: renders one PDF from the published version of a template. */

import { deliver } from '../billing/deliver.ts';
import { toDeliveryRequest } from '../billing/delivery-request.ts';
import { requireFeature } from '../billing/require-feature.ts';
import { checkTemplateData } from '../rendering/data-check/check-template-data.ts';
import { drawRequestedImage } from '../rendering/draw-requested-image.ts';
import { findProtection } from '../rendering/find-protection.ts';
import { renderOne } from '../rendering/render-one.ts';
import { requestedStamps } from '../rendering/requested-stamps.ts';
import { documentWarnings, unusedDataWarnings, withWarnings } from '../rendering/response-warnings.ts';
import type { RouteHandler } from './route.ts';
import { publishedVersion, visibleTemplate } from './visible-template.ts';

export const generate: RouteHandler = async (call) => {
  const { context, caller, parameters, row, signal } = call;
  const found = await visibleTemplate(context.store, caller.team, parameters.template_id ?? '');
  const turn = { team: caller.team.id, signal };
  const { value, data, dataJson, dataNames } = await context.bodies.read('generate', call.body, turn);
  const { metadata, config = {} } = value;
  const {
    e_invoice: eInvoice,
    pages,
    protection: asked,
    base_password: basePassword,
    stamp,
    ...standards
  } = config;
  if (metadata && Object.keys(metadata).length > 0) requireFeature(caller.team, 'metadata');
  const version = row?.version ?? publishedVersion(found);
  const stored = await context.templates.version(found.id, version);
  await checkTemplateData(call, stored, () => dataJson(['data']), { field: 'data' });

  const { template } = stored;
  const protection = findProtection(call, {
    protection: asked,
    pdfa: standards.pdfa ?? template.standards?.pdfa,
    isInvoice: (eInvoice ?? template.invoice) !== undefined,
  });

  // Runs while the document is rendered.
  const names = context.templateNames.list(stored.key, () =>
    context.store.templates.files(found.id, version),
  );
  const warnings: string[] = [];
  const charged = { amount: 1, templateId: found.id, warnings };
  const delivery = await deliver(context, toDeliveryRequest(call, value, charged), async (deadline) => {
    const { pdf, report } = await renderOne(
      context,
      caller.team,
      {
        template,
        data: data(['data']),
        standards,
        eInvoice,
        pages,
        protection,
        stamps: requestedStamps(stamp),
        basePassword,
        // The key also covers the properties; those of this request belong to no stored template.
        ...(metadata ? { metadata } : { key: stored.key }),
      },
      deadline,
    );
    const used = [{ place: '', names, dataNames: dataNames(['data']) }];
    warnings.push(...documentWarnings(report), ...(await unusedDataWarnings(used)));
    return await drawRequestedImage(context, caller.team, pdf, value, deadline);
  });
  return withWarnings(delivery, warnings, call);
};
