/** Webhooks for programs: where a server sends the events of a team, and what it has sent. */
import type { CallBounds, Client } from '#client/client';
import { openWebhookServer, type WebhookSecret, type WebhookServer } from '#client/webhook-server';
import type {
  CreateWebhookRequest,
  ShownDelivery,
  ShownWebhook,
  UpdateWebhookRequest,
} from '#contract/manage/webhooks-schema';
import type { CallOptions } from './client.ts';

/** Every method throws `scope_required` if the token may not manage webhooks, and `webhook_not_found`. */
export interface WebhookClient {
  /** All webhooks of the team, oldest first. */
  list(options?: CallOptions): Promise<readonly ShownWebhook[]>;
  get(id: number, options?: CallOptions): Promise<ShownWebhook>;
  /**
   * Returns the webhook with the secret that signs its deliveries. Throws `too_many_webhooks`, and `invalid_request` for
   * an address that the server may not request.
   *
   * @example
   * const { id, secret } = await client.webhooks.create({ url: 'https://example.com/hook' });
   */
  create(request: CreateWebhookRequest, options?: CallOptions): Promise<ShownWebhook & WebhookSecret>;
  /** Changes what is given, and keeps the rest. */
  update(id: number, changes: UpdateWebhookRequest, options?: CallOptions): Promise<ShownWebhook>;
  /** Removes it with its deliveries, including those that were still to be sent. */
  delete(id: number, options?: CallOptions): Promise<void>;
  secret(id: number, options?: CallOptions): Promise<WebhookSecret>;
  /** Makes a new secret. For 24 hours, the old one signs too. */
  rotateSecret(id: number, options?: CallOptions): Promise<WebhookSecret>;
  /** Sends an event of the type `webhook.test`. Throws `webhook_disabled`. */
  test(id: number, options?: CallOptions): Promise<ShownDelivery>;
  /** The deliveries of the last 30 days, newest first. Further pages are requested as they are needed. */
  deliveries(id: number, options?: CallOptions): AsyncGenerator<ShownDelivery, void>;
  /** Sends a delivery again with the same id. Throws `webhook_disabled` and `delivery_not_found`. */
  redeliver(id: number, delivery: string, options?: CallOptions): Promise<ShownDelivery>;
}

/** Deliveries of one request. */
const pageSize = 100;

/** Runs a call within its time. */
type Bounded = <Result>(
  options: CallOptions,
  call: (bounds: CallBounds) => Promise<Result>,
) => Promise<Result>;

export function openWebhookClient(client: Client, url: string, bounded: Bounded): WebhookClient {
  const call = <Result>(options: CallOptions = {}, use: (server: WebhookServer) => Promise<Result>) =>
    bounded(options, (bounds) => use(openWebhookServer(client, url, () => bounds)));
  return {
    list: (options) => call(options, (server) => server.list()),
    get: (id, options) => call(options, (server) => server.show(id)),
    create: (request, options) => call(options, (server) => server.create(request)),
    update: (id, changes, options) => call(options, (server) => server.update(id, changes)),
    delete: (id, options) => call(options, (server) => server.delete(id)),
    secret: (id, options) => call(options, (server) => server.secret(id)),
    rotateSecret: (id, options) => call(options, (server) => server.rotateSecret(id)),
    test: (id, options) => call(options, (server) => server.test(id)),
    async *deliveries(id, options) {
      for (let before: string | undefined; ; ) {
        const from: string | undefined = before;
        const page = await call(options, (server) =>
          server.deliveries(id, { before: from, limit: pageSize }),
        );
        yield* page.deliveries;
        if (page.next === null) return;
        before = page.next;
      }
    },
    redeliver: (id, delivery, options) => call(options, (server) => server.redeliver(id, delivery)),
  };
}
