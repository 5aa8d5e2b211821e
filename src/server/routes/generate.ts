/** `POST /templates/{template_id}/generate`: one PDF from the published version of a template. */
import { DataText } from '../../core/data-text.ts';
import { checkTemplateData } from '../check-template-data.ts';
import { deliver } from '../deliver.ts';
import { deliveryOf } from '../delivery-of.ts';
import { renderOne } from '../render-one.ts';
import { requireFeature } from '../require-feature.ts';
import type { RouteHandler } from '../route.ts';
import { unusedDataWarning, warningHeader } from '../unused-data.ts';
import { publishedVersion, visibleTemplate } from '../visible-template.ts';

export const generate: RouteHandler = async (call) => {
  const { tools, caller, parameters, signal } = call;
  const found = visibleTemplate(tools.store, caller.team, parameters.template_id ?? '');
  const turn = { team: caller.team.id, signal };
  const { value, data, dataJson } = await tools.bodies.read('generate', call.body, turn);
  const { metadata } = value;
  if (metadata && Object.keys(metadata).length > 0) requireFeature(caller.team, 'metadata');
  const version = publishedVersion(found);
  const stored = await tools.templates.version(found.id, version);
  await checkTemplateData(call, stored, () => dataJson(['data']), { field: 'data' });

  // While the document is rendered.
  const names = tools.templateNames.list(stored.key, () =>
    tools.store.templates.filesInTurns(found.id, version),
  );
  const delivery = await deliver(tools, deliveryOf(call, value, 1), (deadline) =>
    renderOne(
      tools,
      caller.team,
      {
        template: stored.template,
        data: data(['data']),
        // The key stands for the properties too: those of this request are part of no stored template.
        ...(metadata ? { metadata } : { key: stored.key }),
      },
      deadline,
    ),
  );
  const listed = await names;
  // The names in a large body are not known in this thread, and such data is seldom for another template.
  const isLarge = data(['data']) instanceof DataText;
  const warning = listed && !isLarge ? unusedDataWarning(listed, value.data ?? {}) : undefined;
  if (warning === undefined) return delivery;
  tools.log.warn({ requestId: call.requestId, template: found.id }, warning);
  return { ...delivery, headers: { ...delivery.headers, [warningHeader]: warning } };
};
