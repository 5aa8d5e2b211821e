/** The responses of the API. The schemas are loose, so that an old client accepts a new field. */
import { z } from 'zod';
import { noQuota, planNames } from './plans.ts';
import { templateTypes, twigParts } from './templates.ts';

const integer = z.int();
const time = z.string().meta({ format: 'date-time', description: 'ISO 8601 with offset.' });
const address = z.string().meta({ format: 'uri' });
const plan = z.enum(planNames).meta({ id: 'Plan' });

export const templateSchema = z
  .looseObject({
    id: integer,
    name: z.string(),
    type: z.enum(templateTypes).meta({ id: 'TemplateType' }),
    has_base_pdf: z.boolean(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Template' });

export const templatePageSchema = z
  .looseObject({
    data: z.array(templateSchema),
    links: z
      .looseObject({
        first: address,
        last: address,
        prev: address.nullable(),
        next: address.nullable(),
      })
      .meta({ id: 'PageLinks' }),
    meta: z
      .looseObject({
        current_page: integer,
        last_page: integer,
        per_page: integer,
        total: integer,
      })
      .meta({ id: 'PageMeta' }),
  })
  .meta({ id: 'TemplatePage' });

export const templateResponseSchema = z
  .looseObject({ data: templateSchema })
  .meta({ id: 'TemplateResponse' });

const ofNoQuota = `${noQuota} for a team without one, of which the percentage is always 0.`;

const usageSummarySchema = z
  .looseObject({
    current: integer.meta({ description: 'PDFs used this month, including the one just generated.' }),
    limit: integer.meta({ description: `Monthly quota of the plan. ${ofNoQuota}` }),
    percentage: z.number().meta({ description: 'Share of the monthly quota used, 0 to 100.' }),
    pack_credits: integer.meta({ description: 'Prepaid credits left.' }),
  })
  .meta({ id: 'UsageSummary' });

const result = {
  success: z.literal(true),
  filename: z.string(),
  size: integer.meta({ description: 'Size of the PDF in bytes.' }),
  usage: usageSummarySchema,
};

export const base64ResultSchema = z
  .looseObject({
    ...result,
    pdf: z.string().meta({ contentEncoding: 'base64', description: 'The PDF.' }),
  })
  .meta({ id: 'Base64Result', description: 'The result of `output: base64`.' });

export const urlResultSchema = z
  .looseObject({
    ...result,
    url: address.meta({ description: 'Signed download address of the PDF.' }),
    expires_at: time.meta({ description: 'When `url` stops being valid. ISO 8601 with offset.' }),
  })
  .meta({ id: 'UrlResult', description: 'The result of `output: url`.' });

export const uploadResultSchema = z
  .looseObject({
    ...result,
    uploaded: z.literal(true),
    uploaded_to: address.meta({ description: 'Where the PDF was sent, without the query.' }),
  })
  .meta({ id: 'UploadResult', description: 'The result of `output: upload`.' });

/** The JSON response for a generated PDF. `output: binary` has none: its response is the PDF. */
export const generationSchema = z.xor([base64ResultSchema, urlResultSchema, uploadResultSchema]).meta({
  id: 'GenerationResult',
  description:
    'One schema for each `output` that returns JSON: with `pdf`, with `url` and `expires_at`, or with `uploaded`.',
});

const dailyUsageSchema = z
  .looseObject({ date: z.string().meta({ format: 'date' }), count: integer })
  .meta({ id: 'DailyUsage' });

export const usageResponseSchema = z
  .looseObject({
    data: z
      .looseObject({
        current_month_usage: integer,
        quota_limit: integer.meta({ description: `Monthly quota. ${ofNoQuota}` }),
        quota_percentage: z.number(),
        pack_credits: integer.meta({
          description:
            'Prepaid credits left. The credits of requests in progress are included until they are charged.',
        }),
        has_quota_remaining: z.boolean().meta({
          description:
            'Whether the next PDF would be accepted. Requests in progress count as charged, and the welcome pack of a paying team counts even before it first crosses the quota. So this can be `false` although credits of requests in progress are still included, and `true` without any credits.',
        }),
        plan,
        daily_usage: z.array(dailyUsageSchema),
        overage_count: integer,
      })
      .meta({ id: 'UsageReport' }),
  })
  .meta({ id: 'UsageResponse' });

const message = z.string().meta({ description: 'One sentence for a person.' });
const code = z
  .string()
  .optional()
  .meta({
    id: 'ErrorCode',
    description:
      'A stable word for programs, from the error catalogue. Later versions may add words, so treat an unknown one by its status.',
    examples: ['invalid_request', 'template_not_found', 'timeout'],
  });
const fieldMessages = z
  .record(z.string(), z.array(z.string()))
  .meta({ description: 'Messages by field name, with dots for nested fields.' });

export const errorSchema = z
  .looseObject({
    message,
    code,
    hint: z.string().optional().meta({ description: 'What to do about it, if known.' }),
  })
  .meta({ id: 'Error' });
export const validationErrorSchema = z
  .looseObject({
    message,
    code,
    errors: fieldMessages.optional(),
    part: z
      .enum(twigParts)
      .optional()
      .meta({ description: 'For a Twig error: the part of the template that contains it.' }),
    line: integer.optional().meta({
      description: 'For a Twig error: the line, from 1, in `partial` if it is given, or else in the part.',
    }),
    partial: z
      .string()
      .optional()
      .meta({ description: 'For a Twig error: the partial that contains it, such as `row.html`.' }),
    field: z.string().optional().meta({
      description:
        'For a Twig error in `metadata`: the property, such as `title`; in `header` and `footer`: the pages that it is for, such as `last`; in `editor`: the name of the field.',
    }),
    page: integer.optional().meta({
      description:
        'For a Twig error in `editor`: the page of the field, from 1. Fields on every page have none.',
    }),
  })
  .meta({ id: 'ValidationError' });
export const forbiddenSchema = z
  .looseObject({ message, code, required_plan: plan.optional() })
  .meta({ id: 'Forbidden' });
export const paymentRequiredSchema = z
  .looseObject({ message, code, usage: usageSummarySchema, purchase_url: address })
  .meta({ id: 'PaymentRequired' });
export const serverErrorSchema = z
  .looseObject({ message, code, request_id: z.string() })
  .meta({ id: 'ServerError' });
