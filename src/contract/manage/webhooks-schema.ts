/** Requests and responses of the management of webhooks, for tokens with the scope `webhooks:write`. */
import { z } from 'zod';
import { isOneLine, oneLineFault } from '../api/one-line-text.ts';
import { outboundUrl } from '../api/outbound-url.ts';
import { allEvents, eventNames, maxWebhookUrlLength, rotationHours } from '../webhooks.ts';

const body = { error: 'request body must be a JSON object' };
const text = z.string({ error: 'must be a string' });

const url = outboundUrl(maxWebhookUrlLength).meta({
  format: 'uri',
  description:
    'An http or https address with the port 80 or 443, of a public host or of one that the operator allows.',
});

const countOfEvents = 'field must name at least one type, or *';
const events = z
  .array(z.enum(eventNames, { error: `must be one of: ${eventNames.join(', ')}` }), {
    error: 'field must be an array',
  })
  .min(1, { error: countOfEvents })
  .max(eventNames.length, { error: `field must have at most ${eventNames.length} items` })
  .meta({
    description:
      'The types of events that are sent; `*` stands for all of them, including those of later releases.',
  });

const description = text
  .max(200, { error: 'must have at most 200 characters' })
  .refine(isOneLine, { error: oneLineFault });

export const createWebhookSchema = z
  .strictObject(
    {
      url,
      events: events.optional().meta({ default: [allEvents] }),
      description: description.optional().meta({ description: 'For people, in one line.' }),
    },
    body,
  )
  .meta({ id: 'NewWebhook' });
export type CreateWebhookRequest = z.input<typeof createWebhookSchema>;

export const updateWebhookSchema = z
  .strictObject(
    {
      url: url.optional(),
      events: events.optional(),
      description: description.nullable().optional(),
      disabled: z.boolean({ error: 'must be true or false' }).optional().meta({
        description: 'Nothing is sent to a disabled webhook; what was still to be sent has failed.',
      }),
    },
    body,
  )
  .meta({ id: 'WebhookChanges' });
export type UpdateWebhookRequest = z.input<typeof updateWebhookSchema>;

/** The most deliveries in one response. */
const maxDeliveries = 100;

const range = `must be a whole number from 1 to ${maxDeliveries}`;
export const listDeliveriesSchema = z.strictObject({
  before: text.optional().meta({ description: 'The `next` of the page before.' }),
  limit: z
    .string({ error: range })
    .regex(/^(?:[1-9]\d?|100)$/, { error: range })
    .transform(Number)
    .optional()
    .meta({ default: '50' }),
});

// The response schemas are loose, so that an old client accepts a new field.
const integer = z.int();
const time = z.string().meta({ format: 'date-time' });

const webhookSchema = z
  .looseObject({
    id: integer,
    url: z.string(),
    events: z.array(z.string()),
    description: z.string().nullable(),
    created_at: time,
    disabled_at: time.nullable().meta({
      description: 'Null while events are sent. A receiver that responds with 410 disables its webhook.',
    }),
    previous_secret_until: time.nullable().meta({
      description: `Until then, the secret before the latest rotation signs too: ${rotationHours} hours.`,
    }),
  })
  .meta({ id: 'Webhook' });
export type ShownWebhook = z.output<typeof webhookSchema>;

const secret = z.string().meta({ description: '`whsec_` and 32 bytes in base64. Signs every delivery.' });

const deliverySchema = z
  .looseObject({
    id: z.string().meta({ description: 'The `webhook-id` of every attempt.' }),
    type: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: integer,
    created_at: time,
    next_attempt_at: time.nullable().meta({ description: 'Null unless it is pending.' }),
    delivered_at: time.nullable(),
    last_status: integer.nullable().meta({ description: 'Null if there was no response.' }),
    last_error: z.string().nullable(),
    payload: z.looseObject({ type: z.string(), timestamp: z.string(), data: z.looseObject({}) }),
  })
  .meta({ id: 'WebhookDelivery' });
export type ShownDelivery = z.output<typeof deliverySchema>;

export const webhooksResponseSchema = z
  .looseObject({ data: z.array(webhookSchema) })
  .meta({ id: 'WebhooksResponse' });

export const webhookResponseSchema = z.looseObject({ data: webhookSchema }).meta({ id: 'WebhookResponse' });

export const createdWebhookResponseSchema = z
  .looseObject({ data: z.looseObject({ ...webhookSchema.shape, secret }) })
  .meta({ id: 'CreatedWebhookResponse' });

export const deletedWebhookResponseSchema = z
  .looseObject({ data: z.looseObject({ id: integer, deleted: z.boolean() }) })
  .meta({ id: 'DeletedWebhookResponse' });

export const secretResponseSchema = z
  .looseObject({
    data: z.looseObject({ id: integer, secret, previous_secret_until: time.nullable() }),
  })
  .meta({ id: 'WebhookSecretResponse' });

export const deliveryResponseSchema = z
  .looseObject({ data: deliverySchema })
  .meta({ id: 'DeliveryResponse' });

export const deliveriesResponseSchema = z
  .looseObject({
    data: z.looseObject({
      deliveries: z.array(deliverySchema).meta({ description: 'Newest first.' }),
      next: z
        .string()
        .nullable()
        .meta({ description: 'The `before` of the next page; null on the last one.' }),
    }),
  })
  .meta({ id: 'DeliveriesResponse' });
