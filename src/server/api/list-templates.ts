/** `GET /templates`: lists the team's templates, 50 per page. */

import { listTemplatesSchema } from '#contract/api/requests-schema';
import { apiPrefix } from '#contract/api/routes';
import { templatesPerPage } from '#contract/limits';
import type { TemplatePage } from '#contract/templates';
import { validate } from '../http/body/request-body.ts';
import type { RouteHandler } from './route.ts';
import { templateSummary } from './template-summary.ts';

export const listTemplates: RouteHandler = async ({ context, caller, query }) => {
  const { page = 1 } = validate(listTemplatesSchema, query);
  const { items, total } = await context.store.templates.list(caller.team.id, page, templatesPerPage);
  const last = Math.max(1, Math.ceil(total / templatesPerPage));
  // Uses the configured address, never the request's own `Host`.
  const link = (number: number) => `${context.publicUrl()}${apiPrefix}/templates?page=${number}`;
  const body: TemplatePage = {
    data: items.map(templateSummary),
    links: {
      first: link(1),
      last: link(last),
      prev: page > 1 ? link(Math.min(page - 1, last)) : null,
      next: page < last ? link(page + 1) : null,
    },
    meta: { current_page: page, last_page: last, per_page: templatesPerPage, total },
  };
  return { json: body };
};
