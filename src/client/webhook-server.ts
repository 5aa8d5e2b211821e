/** Webhooks of a team on its server, through the management routes. They need the scope `webhooks:write`. */
import type { z } from 'zod';
import { managePrefix } from '#contract/manage/manage-route';
import {
  type CreateWebhookRequest,
  createdWebhookResponseSchema,
  deletedWebhookResponseSchema,
  deliveriesResponseSchema,
  deliveryResponseSchema,
  type ShownDelivery,
  type ShownWebhook,
  secretResponseSchema,
  type UpdateWebhookRequest,
  webhookResponseSchema,
  webhooksResponseSchema,
} from '#contract/manage/webhooks-schema';
import type { CallBounds, Client } from './client.ts';
import { parseResponse } from './parse-response.ts';
import type { Call } from './request.ts';

type CreatedWebhook = z.output<typeof createdWebhookResponseSchema>['data'];
export type WebhookSecret = z.output<typeof secretResponseSchema>['data'];
type DeliveryPage = z.output<typeof deliveriesResponseSchema>['data'];

export interface WebhookServer {
  list(): Promise<readonly ShownWebhook[]>;
  show(id: number): Promise<ShownWebhook>;
  /** Throws `too_many_webhooks`, and `invalid_request` for an address that the server may not request. */
  create(request: CreateWebhookRequest): Promise<CreatedWebhook>;
  update(id: number, request: UpdateWebhookRequest): Promise<ShownWebhook>;
  delete(id: number): Promise<void>;
  secret(id: number): Promise<WebhookSecret>;
  rotateSecret(id: number): Promise<WebhookSecret>;
  /** Throws `webhook_disabled`. */
  test(id: number): Promise<ShownDelivery>;
  /** Newest first; `before` is the `next` of the page before. */
  deliveries(
    id: number,
    options: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<DeliveryPage>;
  /** Throws `webhook_disabled` and `delivery_not_found`. */
  redeliver(id: number, delivery: string): Promise<ShownDelivery>;
}

/** `bounds` returns the limits of one call. Every method throws if the server rejects the request. */
export function openWebhookServer(client: Client, url: string, bounds: () => CallBounds): WebhookServer {
  const send = async <Schema extends z.ZodType>(
    method: Call['method'],
    path: string,
    schema: Schema,
    body?: object,
  ) => {
    const call = { method, path: `${managePrefix}/webhooks${path}` };
    const sent = body === undefined ? call : { ...call, body: JSON.stringify(body) };
    return parseResponse(await client.call(sent, bounds()), schema, url);
  };
  return {
    list: async () => (await send('GET', '', webhooksResponseSchema)).data,
    show: async (id) => (await send('GET', `/${id}`, webhookResponseSchema)).data,
    create: async (request) => (await send('POST', '', createdWebhookResponseSchema, request)).data,
    update: async (id, request) => (await send('PATCH', `/${id}`, webhookResponseSchema, request)).data,
    async delete(id) {
      await send('DELETE', `/${id}`, deletedWebhookResponseSchema);
    },
    secret: async (id) => (await send('GET', `/${id}/secret`, secretResponseSchema)).data,
    rotateSecret: async (id) => (await send('POST', `/${id}/rotate-secret`, secretResponseSchema)).data,
    test: async (id) => (await send('POST', `/${id}/test`, deliveryResponseSchema)).data,
    async deliveries(id, { before, limit }) {
      const query = new URLSearchParams({
        limit: String(limit),
        ...(before === undefined ? {} : { before }),
      });
      return (await send('GET', `/${id}/deliveries?${query}`, deliveriesResponseSchema)).data;
    },
    redeliver: async (id, delivery) =>
      (
        await send(
          'POST',
          `/${id}/deliveries/${encodeURIComponent(delivery)}/redeliver`,
          deliveryResponseSchema,
        )
      ).data,
  };
}
