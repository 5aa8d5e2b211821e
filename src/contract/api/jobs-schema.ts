/** Jobs and batches: their requests, and what the API shows of them. */
import { z } from 'zod';
import { csvDecimalForm, parseCsvDecimal } from '../document/csv-decimal.ts';
import { filenamePattern } from '../documents.ts';
import { jobLimits } from '../limits.ts';
import { formsSchema, pagesSchema } from './page-schema.ts';
import { protectionSchema } from './protection-schema.ts';
import { body, data, labels, metadata, region, templateReferenceSchema } from './requests-schema.ts';
import { signSchema } from './sign-schema.ts';
import { stampSchema } from './stamp-schema.ts';

const batchOutputs = ['files', 'merged', 'zip'] as const;
const batchOutput = z.enum(batchOutputs, { error: `must be one of: ${batchOutputs.join(', ')}` }).meta({
  id: 'BatchOutput',
  default: 'files',
  description:
    'What becomes of the PDFs of the rows. `files`: each has its own address. `zip`: also all of them in one ZIP. `merged`: also one PDF of all rows, in their order.',
});

const errorHandling = ['fail', 'skip'] as const;
const onError = z.enum(errorHandling, { error: `must be one of: ${errorHandling.join(', ')}` }).meta({
  id: 'BatchOnError',
  default: 'fail',
  description:
    'What a failed row means for `output: merged`. `fail`: nothing is merged, and the job fails. `skip`: the other rows are merged. The PDFs of finished rows remain available either way.',
});

/** A file name, with `{{ path.in.data }}` and `{{ row_number }}` in place of any part. */
const namePattern = z
  .string({ error: 'must be a string' })
  .min(1, { error: 'must not be empty' })
  .max(255, { error: 'must have at most 255 characters' })
  .regex(/^(?!\.)(?:[A-Za-z0-9._-]|\{\{[^{}]{1,100}\}\})+$/, {
    error:
      'may only contain letters, numbers, dashes, underscores, dots and placeholders such as {{ row_number }} or {{ customer.name }}, and must not begin with a dot',
    abort: true,
  })
  .meta({
    id: 'BatchFilename',
    default: '{{ row_number }}.pdf',
    description:
      'The name of each PDF: `{{ row_number }}` counts from 1, and `{{ customer.name }}` is a value of the row. Its letters and digits are kept in every script, other characters become dashes. With `output: merged` it is the name of the merged PDF, without placeholders, `document.pdf` by default.',
  });

const count = `field must have 1 to ${jobLimits.rows.toLocaleString('en')} items`;

/** Shared by the JSON body and, as text, by the query. */
const options = {
  output: batchOutput.optional(),
  filename: namePattern.optional(),
  on_error: onError.optional(),
};

interface NamedOutput {
  readonly output?: (typeof batchOutputs)[number] | undefined;
  readonly filename?: string | undefined;
}

const assertMergedName = ({ output, filename }: NamedOutput, context: z.RefinementCtx): void => {
  if (output !== 'merged' || filename === undefined || filenamePattern.test(filename)) return;
  context.addIssue({
    code: 'custom',
    path: ['filename'],
    message: 'must be a file name without placeholders if the output is merged',
  });
};

export const batchSchema = z
  .strictObject(
    {
      template_id: templateReferenceSchema,
      rows: z
        .array(data, { error: 'field must be an array' })
        .min(1, { error: count })
        .max(jobLimits.rows, { error: count })
        .optional()
        .meta({ description: 'The data of each PDF. Only an open batch may be created without rows.' }),
      ...options,
      metadata: metadata.optional(),
      config: z
        .strictObject(
          {
            ...labels,
            ...region,
            forms: formsSchema.optional(),
            pages: pagesSchema.optional(),
            stamp: stampSchema.optional(),
            protection: protectionSchema.optional(),
            sign: signSchema.optional(),
          },
          { error: 'field must be an object' },
        )
        .optional()
        .meta({
          id: 'BatchConfig',
          description:
            'The pages of each PDF, its stamps, its protection or its signature, and the standards that it must conform to, which override those of the template.',
        }),
    },
    body,
  )
  .superRefine(assertMergedName)
  .meta({ id: 'BatchRequest' });
export type BatchRequest = z.output<typeof batchSchema>;

const once = { error: 'must be given once' };
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1');
const wholeNumber = (min: number, max: number, error: string) =>
  z
    .string(once)
    .regex(/^\d{1,15}$/, { error })
    .transform(Number)
    .refine((number) => number >= min && number <= max, { error });

/** How rows of CSV are read. */
const csv = {
  delimiter: z.string(once).length(1, { error: 'must be one character' }).optional(),
  typed: flag.optional(),
  decimal: z
    .string(once)
    .max(4_000, { error: 'must have at most 4,000 characters' })
    .refine((text) => parseCsvDecimal(text) !== undefined, { error: csvDecimalForm })
    .optional(),
};

/** One document for several rows. */
const groups = {
  group_by: z.string(once).max(4_000, { error: 'must have at most 4,000 characters' }).optional(),
  items: z.string(once).max(4_000, { error: 'must have at most 4,000 characters' }).optional(),
};

/** Parameters of `POST /batches`. Beside NDJSON or CSV, there are also those that a JSON body has as fields. */
export const batchQuerySchema = z.object({ open: flag.optional(), ...csv, ...groups });

/** Strict like a body: a misspelt parameter would make other documents. */
export const batchRowsQuerySchema = z
  .strictObject({
    open: flag.optional(),
    template_id: templateReferenceSchema,
    ...options,
    ...csv,
    ...groups,
  })
  .superRefine(assertMergedName);

/** Parameters of `POST /batches/{job_id}/rows`. */
export const addRowsQuerySchema = z.object({
  offset: wholeNumber(0, jobLimits.rows, `must be 0 to ${jobLimits.rows}`),
  ...csv,
});

export const listJobsSchema = z.object({
  page: wholeNumber(1, 999_999_999, 'must be a whole number of at least 1').optional(),
});

const seconds = `must be 0 to ${jobLimits.waitSeconds} seconds`;
export const getJobSchema = z.object({ wait: wholeNumber(0, jobLimits.waitSeconds, seconds).optional() });

const rowStates = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;
export const jobRowsSchema = z.object({
  state: z.enum(rowStates, { error: `must be one of: ${rowStates.join(', ')}` }).optional(),
  after: wholeNumber(0, jobLimits.rows, `must be 0 to ${jobLimits.rows}`).optional(),
  warnings: flag.optional(),
});

const integer = z.int();
const time = z.string().meta({ format: 'date-time', description: 'ISO 8601 with offset.' });
const address = z.string().meta({ format: 'uri' });

const jobErrorSchema = z
  .looseObject({
    message: z.string().meta({ description: 'One sentence for a person.' }),
    code: z.string().meta({ description: 'A stable word for programs, as in the response to a request.' }),
  })
  .meta({ id: 'JobError', description: 'The body of the error response that a request would have got.' });

const jobResultSchema = z
  .looseObject({
    filename: z.string(),
    url: address.meta({
      description:
        'Of a PDF: a signed download address. Of a ZIP: its address in this API, which needs the token.',
    }),
    size: integer.optional().meta({
      description: 'Size of the PDF in bytes. A ZIP has none, because it is made while it is sent.',
    }),
    expires_at: time.optional().meta({ description: 'When `url` stops being valid.' }),
  })
  .meta({ id: 'JobResult' });

const jobSchema = z
  .looseObject({
    id: z.string(),
    kind: z.enum(['request', 'batch']).meta({ description: 'One request, or one PDF for each row.' }),
    state: z
      .enum(['open', 'queued', 'running', 'finished', 'failed', 'cancelled'])
      .meta({ id: 'JobState', description: 'An open job still receives rows. The last three are final.' }),
    progress: z
      .looseObject({ total: integer, done: integer, failed: integer })
      .meta({ id: 'JobProgress', description: 'Rows. A request is one row.' }),
    printing: z
      .looseObject({
        row: integer.meta({ description: 'Of the job, from 1.' }),
        done: integer.meta({
          description: 'Rows of the table, or items of the list or text, that are printed.',
        }),
        total: integer.meta({ description: 'All of them.' }),
        unit: z.enum(['rows', 'items']).optional().meta({ description: 'What they are. Default: rows.' }),
      })
      .meta({ id: 'PrintingTable' })
      .nullable()
      .optional()
      .meta({
        description:
          'How far a table of thousands of rows is printed, or a list or text of that length, which takes minutes. Null while no such document is printed.',
      }),
    template_id: integer.nullable(),
    output: batchOutput.nullable().meta({ description: 'Of a batch.' }),
    created_at: time,
    started_at: time.nullable(),
    finished_at: time.nullable(),
    expires_at: time.meta({ description: 'When the job is removed, with its PDFs.' }),
    result: jobResultSchema
      .nullable()
      .meta({ description: 'Set once the job has finished. `output: files` has none.' }),
    error: jobErrorSchema.nullable().meta({ description: 'Why the job failed.' }),
  })
  .meta({ id: 'Job' });
export type ShownJob = z.output<typeof jobSchema>;

export const jobResponseSchema = z.looseObject({ data: jobSchema }).meta({ id: 'JobResponse' });

export const jobPageSchema = z
  .looseObject({
    data: z.array(jobSchema),
    meta: z
      .looseObject({ current_page: integer, last_page: integer, per_page: integer, total: integer })
      .meta({ id: 'JobPageMeta' }),
  })
  .meta({ id: 'JobPage' });

const jobRowSchema = z
  .looseObject({
    number: integer.meta({ description: 'From 1.' }),
    state: z.enum(rowStates).meta({ id: 'JobRowState' }),
    attempts: integer.meta({
      description: 'How often it was begun. A server that died left the others unfinished.',
    }),
    result: jobResultSchema.nullable(),
    error: jobErrorSchema.nullable(),
    warnings: z.array(z.string()).optional().meta({
      description:
        'What the document asks for and does not get, as in the header `Pdfapi-Warning` of a response; at most 20.',
    }),
  })
  .meta({ id: 'JobRow' });
export type ShownJobRow = z.output<typeof jobRowSchema>;

export const jobRowPageSchema = z
  .looseObject({
    data: z.array(jobRowSchema),
    meta: z
      .looseObject({ next_after: integer.nullable() })
      .meta({ id: 'JobRowPageMeta', description: '`next_after` is the parameter `after` of the next page.' }),
  })
  .meta({ id: 'JobRowPage' });
