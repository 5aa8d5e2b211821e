/** The parameters of operations: in the path, in the query and in headers. */

import type { Route } from '../api/routes.ts';
import { idempotencyKey, jobLimits } from '../limits.ts';
import { exampleJobId, exampleTemplateId } from './examples.ts';
import { clean } from './json-schema.ts';

interface Parameter {
  readonly schema: object;
  readonly description: string;
  readonly example?: unknown;
  readonly required?: boolean;
}

const inPath: Readonly<Record<string, Parameter>> = {
  template_id: {
    schema: { $ref: '#/components/schemas/TemplateId' },
    description: 'The id or the name of a template.',
    example: exampleTemplateId,
  },
  job_id: {
    schema: { type: 'string', pattern: '^job_[A-Za-z0-9_-]+$' },
    description: 'Job identifier.',
    example: exampleJobId,
  },
};

/** The schema of the row describes the text of the query string; the documented type is the value in it. */
const inQuery: Readonly<Record<string, Parameter>> = {
  page: {
    schema: { type: 'integer', minimum: 1, default: 1 },
    description: 'The first page is the default.',
  },
  wait: {
    schema: { type: 'integer', minimum: 0, maximum: jobLimits.waitSeconds, default: 0 },
    description: 'Seconds to wait for the end of the job.',
  },
  state: {
    schema: { type: 'string', enum: ['queued', 'running', 'finished', 'failed', 'cancelled'] },
    description: 'Only rows in this state.',
  },
  after: {
    schema: { type: 'integer', minimum: 0, default: 0 },
    description: 'Only rows after this one: `next_after` of the page before.',
  },
  warnings: {
    schema: { type: 'string', enum: ['0', '1'], default: '0' },
    description: '`1`: only rows that have warnings.',
  },
  offset: {
    schema: { type: 'integer', minimum: 0, maximum: jobLimits.rows },
    description: 'The number of rows of the batch before these.',
    required: true,
  },
  open: {
    schema: { type: 'string', enum: ['0', '1'], default: '0' },
    description: '`1`: the rows are added by further requests.',
  },
  delimiter: {
    schema: { type: 'string', minLength: 1, maxLength: 1 },
    description: 'Of CSV. Default: comma, semicolon, tab or bar, as the header line has it.',
  },
  typed: {
    schema: { type: 'string', enum: ['0', '1'], default: '0' },
    description: '`1`: numbers, `true`, `false` and `null` of CSV are values instead of text.',
  },
  decimal: {
    schema: { type: 'string', maxLength: 4000, default: '.' },
    description:
      '`,`: cells of CSV that have a decimal comma are numbers: `1.234,50` is read as `1234.50`. `,:price,qty`: these columns have numbers, also `1.234`, and no others.',
  },
  group_by: {
    schema: { type: 'string', maxLength: 4000 },
    description:
      'Of CSV and NDJSON: one PDF for all rows that have the same values in these columns, with commas between them.',
    example: 'number',
  },
  items: {
    schema: { type: 'string', maxLength: 4000, default: 'items' },
    description:
      'With `group_by`: the variable with the rows of a group. `items:name,price` names the columns that they have, and then all others must be the same in the whole group; without names they have all columns, and what is the same in all of them is also at the top.',
    example: 'items:name,price',
  },
};

const key: Parameter = {
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKey.maxLength },
  description: `The same key and body within ${idempotencyKey.keptHours} hours return the first response again, charged once, even if the template, its schema or the plan has changed in the meantime. With \`output: url\` it is the same document, under a new address if the first one has expired. PDFs, accepted jobs, and 422 errors of the Twig or the page are kept; after any other error, the key may be used again.`,
};

// Without an example, which the reference page would send with every request.
const preferAsync: Parameter = {
  schema: { type: 'string' },
  description:
    '`respond-async`: the request is checked and stored, and the response is 202 with a job instead of the PDF (RFC 7240).',
};

/** Returns the parameters of a row as OpenAPI describes them. */
export function createParameters(row: Route): object[] {
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const query = row.query ? Object.keys(row.query.shape) : [];
  return [
    ...names.map((name) => describe(name, 'path', { ...found(inPath, name), required: true })),
    ...query.map((name) => describe(name, 'query', found(inQuery, name))),
    ...(row.cost === 0 ? [] : [describe('Idempotency-Key', 'header', key)]),
    ...(row.returnsPdf ? [describe('Prefer', 'header', preferAsync)] : []),
  ];
}

function found(all: Readonly<Record<string, Parameter>>, name: string): Parameter {
  const parameter = all[name];
  if (!parameter) throw new Error(`The parameter ${name} is not described.`);
  return parameter;
}

const describe = (name: string, place: string, { required = false, schema, ...parameter }: Parameter) => ({
  name,
  in: place,
  required,
  schema: clean(schema),
  ...parameter,
});
