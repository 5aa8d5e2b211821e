/** What callers may send: query strings and JSON bodies of the API (api.md, section 4). */
import { z } from 'zod';
import { filenamePattern, metadataKeys } from './documents.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { defaultFilename, documentsPerMerge, urlExpiry } from './limits.ts';
import { paperFormats } from './page.ts';
import { formatSchema, marginsSchema, orientationSchema } from './page-schema.ts';

// Each message goes on from "The <field> ", as `requestErrors` puts it.
const text = z.string({ error: 'must be a string' });
const anObject = { error: 'field must be an object' };

/** Kept as it is: keys are the caller's own, and nothing is to be known about them here. */
const data = z
  .custom<JsonObject>(isJsonObject, anObject)
  .meta({ type: 'object', additionalProperties: true, description: 'Values for the template variables.' });

const outputs = ['base64', 'url', 'binary'] as const;
export type Output = (typeof outputs)[number];

const output = z.enum(outputs, { error: `must be one of: ${outputs.join(', ')}` }).meta({
  default: 'base64',
  description: '`base64`: the PDF in the JSON answer. `url`: a signed download address. `binary`: its bytes.',
});

const filename = text
  .min(1, { error: 'must not be empty' })
  .max(255, { error: 'must have at most 255 characters' })
  .regex(filenamePattern, {
    error: 'may only hold letters, numbers, dashes, underscores and dots, and must not begin with a dot',
    abort: true,
  })
  .meta({ default: defaultFilename, description: 'The name of the PDF. No extension is added.' });

const expiryRange = `must be between ${urlExpiry.least} and ${urlExpiry.most} minutes`;
const url_expiry = z
  .int({ error: 'must be a whole number of minutes' })
  .min(urlExpiry.least, { error: expiryRange })
  .max(urlExpiry.most, { error: expiryRange })
  .meta({ default: urlExpiry.default, description: 'Minutes that the address of `output: url` is valid.' });

const metadata = z
  .strictObject(
    Object.fromEntries(metadataKeys.map((key) => [key, text.optional()])) as Record<
      (typeof metadataKeys)[number],
      z.ZodOptional<typeof text>
    >,
    anObject,
  )
  .meta({ description: 'PDF document properties. Values may hold `{{ variable }}` placeholders.' });

const delivery = {
  output: output.optional(),
  filename: filename.optional(),
  url_expiry: url_expiry.optional(),
};

const body = { error: 'request body must be a JSON object' };

export const generateSchema = z.strictObject(
  { data: data.optional(), ...delivery, metadata: metadata.optional() },
  body,
);
export type GenerateRequest = z.output<typeof generateSchema>;

const templateId = z
  .int({ error: 'must be the number of a template' })
  .min(1, { error: 'must be the number of a template' });

const countOfDocuments = `field must have 1 to ${documentsPerMerge} items`;
export const mergeSchema = z.strictObject(
  {
    templates: z
      .array(
        z.strictObject(
          { id: templateId.meta({ description: 'Template identifier.' }), data: data.optional() },
          anObject,
        ),
        { error: 'field must be an array' },
      )
      .min(1, { error: countOfDocuments })
      .max(documentsPerMerge, { error: countOfDocuments })
      .meta({ description: 'The documents, in the order of the merged file.' }),
    ...delivery,
    metadata: metadata.optional(),
  },
  body,
);
export type MergeRequest = z.output<typeof mergeSchema>;

const configSchema = z
  .strictObject(
    {
      format: formatSchema.optional().meta({
        description: `Paper, in any case: ${paperFormats.join(', ')}. Default: A4.`,
        examples: ['A4', 'Letter'],
      }),
      orientation: orientationSchema.optional().meta({ default: 'portrait' }),
      margins: marginsSchema
        .optional()
        .meta({ description: 'Whole millimetres, 10 on each side where nothing is said.' }),
      header: text.optional().meta({ description: 'HTML, with Twig, printed on every page.' }),
      footer: text.optional().meta({
        description:
          'HTML, with Twig. Elements of the classes `pageNumber` and `totalPages` show page numbers.',
      }),
      metadata: metadata.optional(),
    },
    anObject,
  )
  .meta({ description: 'Page settings.' });

export const htmlToPdfSchema = z.strictObject(
  {
    html: text
      .min(1, { error: 'field must not be empty' })
      .meta({ description: 'The HTML to render, with Twig.' }),
    data: data.optional(),
    config: configSchema.optional(),
    ...delivery,
  },
  body,
);
export type HtmlToPdfRequest = z.output<typeof htmlToPdfSchema>;

/** `page` in a query string is text. Other parameters are left alone, as caches and proxies add some. */
export const listTemplatesSchema = z.object({
  page: z
    .string({ error: 'must be given once' })
    .regex(/^[1-9]\d{0,17}$/, { error: 'must be a whole number of at least 1' })
    .transform(Number)
    .optional(),
});
