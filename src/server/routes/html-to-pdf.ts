/** `POST /html-to-pdf`: one PDF from HTML, without a saved template. */
import type { HtmlToPdfRequest } from '../../contract/requests-schema.ts';
import { paperOf } from '../../core/paper.ts';
import { type HtmlTemplate, noAssets } from '../../core/template/template.ts';
import { deliver } from '../deliver.ts';
import { deliveryOf } from '../delivery-of.ts';
import { renderOne } from '../render-one.ts';
import type { RouteHandler } from '../route.ts';

export const htmlToPdf: RouteHandler = async (call) => {
  const { tools, caller } = call;
  const turn = { team: caller.team.id, signal: call.signal };
  const { value, data } = await tools.bodies.read('htmlToPdf', call.body, turn);
  const template = templateOf(value);
  // Throws where the margins leave no room, before anything is held.
  paperOf(template.page);

  return await deliver(tools, deliveryOf(call, value, 1), (deadline) =>
    renderOne(tools, caller.team, { template, data: data(['data']) }, deadline),
  );
};

function templateOf({ html, config = {} }: HtmlToPdfRequest): HtmlTemplate {
  const { metadata = {}, ...page } = config;
  return { name: 'document', html, page, metadata, partials: {}, assets: noAssets };
}
