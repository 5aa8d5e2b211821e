/** `GET /templates/{template_id}` */
import type { RouteHandler } from './route.ts';
import { templateSummary } from './template-summary.ts';
import { visibleTemplate } from './visible-template.ts';

export const getTemplate: RouteHandler = async ({ context, caller, parameters }) => {
  const template = await visibleTemplate(context.store, caller.team, parameters.template_id ?? '');
  return { json: { data: templateSummary(template) } };
};
