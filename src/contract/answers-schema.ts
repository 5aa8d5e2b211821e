/** What the API answers (api.md, section 2; decisions.md). Loose, so that a client outlives a new field. */
import { z } from 'zod';
import { planNames } from './plans.ts';
import { templateTypes } from './templates.ts';

const integer = z.int();
const time = z.string().meta({ format: 'date-time', description: 'ISO 8601 with offset.' });
const address = z.string().meta({ format: 'uri' });

export const templateSchema = z
  .looseObject({
    id: integer,
    name: z.string(),
    type: z.enum(templateTypes),
    has_base_pdf: z.boolean(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Template' });

export const templatePageSchema = z
  .looseObject({
    data: z.array(templateSchema),
    links: z.looseObject({
      first: address,
      last: address,
      prev: address.nullable(),
      next: address.nullable(),
    }),
    meta: z.looseObject({
      current_page: integer,
      last_page: integer,
      per_page: integer,
      total: integer,
    }),
  })
  .meta({ id: 'TemplatePage' });

export const templateAnswerSchema = z.looseObject({ data: templateSchema }).meta({ id: 'TemplateAnswer' });

const usageSummarySchema = z
  .looseObject({
    current: integer.meta({ description: 'PDFs used this month, including the one just generated.' }),
    limit: integer.meta({ description: 'Monthly quota of the plan.' }),
    percentage: z.number().meta({ description: 'Share of the monthly quota used, 0 to 100.' }),
    pack_credits: integer.meta({ description: 'Prepaid credits left.' }),
  })
  .meta({ id: 'UsageSummary' });

export const generationSchema = z
  .looseObject({
    success: z.literal(true),
    filename: z.string(),
    size: integer.meta({ description: 'Size of the PDF in bytes.' }),
    usage: usageSummarySchema,
    pdf: z
      .string()
      .optional()
      .meta({ contentEncoding: 'base64', description: 'The PDF; only with `output: base64`.' }),
    url: address
      .optional()
      .meta({ format: 'uri', description: 'Signed download address; only with `output: url`.' }),
    expires_at: time
      .optional()
      .meta({ format: 'date-time', description: 'When `url` stops being valid; only with `output: url`.' }),
  })
  .meta({ id: 'GenerationResult' });

export const usageAnswerSchema = z
  .looseObject({
    data: z
      .looseObject({
        current_month_usage: integer,
        quota_limit: integer,
        quota_percentage: z.number(),
        pack_credits: integer,
        has_quota_remaining: z.boolean(),
        plan: z.enum(planNames),
        daily_usage: z.array(z.looseObject({ date: z.string().meta({ format: 'date' }), count: integer })),
        overage_count: integer,
      })
      .meta({ id: 'UsageReport' }),
  })
  .meta({ id: 'UsageAnswer' });

const message = z.string().meta({ description: 'One sentence for a person.' });
const fieldMessages = z
  .record(z.string(), z.array(z.string()))
  .meta({ description: 'Field name, with dots for nested fields, to messages.' });

export const errorSchema = z.looseObject({ message }).meta({ id: 'Error' });
export const validationErrorSchema = z
  .looseObject({
    message,
    errors: fieldMessages.optional(),
    part: z
      .string()
      .optional()
      .meta({ description: 'Of a Twig error: `template`, `header`, `footer` or `metadata.<key>`.' }),
    line: integer.optional().meta({ description: 'Of a Twig error, from 1.' }),
  })
  .meta({ id: 'ValidationError' });
export const forbiddenSchema = z
  .looseObject({ message, required_plan: z.enum(planNames).optional() })
  .meta({ id: 'Forbidden' });
export const paymentRequiredSchema = z
  .looseObject({ message, usage: usageSummarySchema, purchase_url: address })
  .meta({ id: 'PaymentRequired' });
export const serverErrorSchema = z
  .looseObject({ message, request_id: z.string() })
  .meta({ id: 'ServerError' });
