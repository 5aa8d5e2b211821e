/** `template.json`: the settings of a template and its page. */
import { z } from 'zod';
import { fieldErrors } from '#contract/api/field-errors';
import {
  baseUrlSchema,
  expandMargins,
  formatSchema,
  formsSchema,
  langSchema,
  lengthMarginsSchema,
  localeSchema,
  metadataSchema,
  orientationSchema,
  pdfaSchema,
  pdfuaSchema,
  timeZoneSchema,
} from '#contract/api/page-schema';
import { parseCsvDecimal } from '#contract/document/csv-decimal';
import { shownFields } from '#contract/document/page-load-schema';
import { Failure } from '#contract/errors';
import { jsonPlace } from '../json/json-places.ts';
import { parseJsonFile } from '../json/parse-json-file.ts';
import { rejectPath } from '../model/file-tree.ts';
import { isRowsFile } from '../model/template-files.ts';
import { templateStampSchema } from './read-template-stamps.ts';

const rowsError =
  'must be a file of this folder that ends in .csv, .tsv, .ndjson or .jsonl, or such files by the names of their variables: "rows.csv", { "items": "items.csv" } or { "items": { "file": "items.csv", "typed": true, "decimal": "," } }';

const rowsFile = z
  .string({ error: rowsError })
  .refine((path) => rejectPath(path) === undefined && isRowsFile(path), { error: rowsError });

const rowsSchema = z.union(
  [
    rowsFile,
    z
      .record(
        z.string(),
        z.union(
          [
            rowsFile,
            z.strictObject({
              file: rowsFile,
              typed: z.boolean().optional(),
              decimal: z
                .string()
                .refine((decimal) => parseCsvDecimal(decimal) !== undefined)
                .optional(),
            }),
          ],
          {
            error: rowsError,
          },
        ),
      )
      .refine((files) => Object.keys(files).every((name) => /^[A-Za-z_]\w*$/.test(name)), {
        error: rowsError,
      }),
  ],
  { error: rowsError },
);

const text = z.string({ error: 'must be text' });

const manifestSchema = z.strictObject(
  {
    name: text.min(1, { error: 'must not be empty' }).optional(),
    description: text.optional(),
    format: formatSchema.optional(),
    orientation: orientationSchema.optional(),
    margins: lengthMarginsSchema.optional(),
    lang: langSchema.optional(),
    locale: localeSchema.optional(),
    time_zone: timeZoneSchema.optional(),
    ...shownFields,
    metadata: metadataSchema(z.string({ error: 'must be a string' })).optional(),
    scripts: z.boolean({ error: 'must be true or false' }).optional(),
    tags: z.boolean({ error: 'must be true or false' }).optional(),
    forms: formsSchema.optional(),
    base_url: baseUrlSchema.optional(),
    pdfa: pdfaSchema.optional(),
    pdfua: pdfuaSchema.optional(),
    rows: rowsSchema.optional(),
    stamp: templateStampSchema.optional(),
  },
  { error: 'must be a JSON object' },
);

export type Manifest = z.output<typeof manifestSchema>;

/** Throws `invalid_template` with each wrong setting. */
export function parseManifest(file: string, source: string): Manifest {
  const result = manifestSchema.safeParse(expandMargins(parseJsonFile('invalid_template', file, source)));
  if (result.success) return result.data;
  const errors = fieldErrors(result.error, manifestSchema);
  const [field = ''] = Object.keys(errors);
  throw new Failure('invalid_template', `${file} has invalid settings.`, {
    errors,
    hint: `Settings: ${Object.keys(manifestSchema.shape).join(', ')}.`,
    location: { file, text: source, ...jsonPlace(source, field.split('.')) },
  });
}
