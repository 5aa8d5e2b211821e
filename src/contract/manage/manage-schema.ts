/**
 * Requests and responses of template management: `templates push`, `pull` and related commands over HTTP. It is
 * separate from the API, under its own path, and requires a token with the scope `templates:write`.
 */
import { z } from 'zod';
import { templateSchema } from '../responses-schema.ts';
import { isTemplateName, templateName, templateNameFault, templateTypes } from '../templates.ts';

/** The most files that a template may have. */
const maxFiles = 2000;

const body = { error: 'request body must be a JSON object' };
const text = z.string({ error: 'must be a string' });
const name = text.refine(isTemplateName, { error: templateNameFault }).overwrite(templateName);
const yesOrNo = z.boolean({ error: 'must be true or false' });
const hashForm = { error: 'must be a SHA-256 of 64 hexadecimal digits' };
const hash = z.string(hashForm).regex(/^[0-9a-f]{64}$/, hashForm);

const dry_run = yesOrNo
  .optional()
  .meta({ default: false, description: 'Responds with what would be done, without doing it.' });

const pushedFile = z
  .strictObject(
    {
      path: text.meta({
        description: 'Relative to the template, with `/` between its parts: `assets/logo.svg`.',
      }),
      content: text.optional().meta({ contentEncoding: 'base64' }),
      hash: hash.optional().meta({
        description:
          'Instead of `content`: the SHA-256 of content that a version of this template already has.',
      }),
    },
    { error: 'must be an object' },
  )
  .refine(({ content, hash }) => (content === undefined) !== (hash === undefined), {
    error: 'must have either a content or a hash',
  })
  .meta({ id: 'PushedFile' });

const countOfFiles = `field must have 1 to ${maxFiles} items`;
export const pushSchema = z.strictObject(
  {
    name: name.meta({ description: 'The name identifies the template.' }),
    type: z
      .enum(templateTypes, { error: `must be one of: ${templateTypes.join(', ')}` })
      .optional()
      .meta({ description: 'It must match the files; another type is rejected.' }),
    files: z
      .array(pushedFile, { error: 'field must be an array' })
      .min(1, { error: countOfFiles })
      .max(maxFiles, { error: countOfFiles })
      .meta({ description: 'All files of the template, 20 MB at most.' }),
    base: hash.nullable().optional().meta({
      description:
        'The hash of the latest version that the files are based on; `null` for a new template. If the latest version is now another one and does not equal these files, the response is 409.',
    }),
    force: yesOrNo
      .optional()
      .meta({ default: false, description: 'Creates a new version, whatever the latest one is.' }),
    publish: yesOrNo
      .optional()
      .meta({ default: false, description: 'From now on, the API renders this version.' }),
    dry_run,
  },
  body,
);
export type PushRequest = z.input<typeof pushSchema>;

export const publishSchema = z.strictObject(
  {
    version: z
      .int({ error: 'must be a whole number of at least 1' })
      .min(1, { error: 'must be a whole number of at least 1' })
      .optional()
      .meta({ description: 'Default: the latest one.' }),
    dry_run,
  },
  body,
);
export type PublishRequest = z.input<typeof publishSchema>;

const currentBase = hash.optional().meta({
  description:
    'The hash of the latest version that the client knows. If the latest version is now another one, the response is 409.',
});

export const renameSchema = z.strictObject(
  { name: name.meta({ description: 'The new name.' }), base: currentBase, dry_run },
  body,
);
export type RenameRequest = z.input<typeof renameSchema>;

/** Passed in the query, because some proxies drop the body of a DELETE. */
export const deleteQuerySchema = z.strictObject({
  base: currentBase,
  dry_run: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .meta({ default: 'false', description: 'Responds with what would be done, without doing it.' }),
});

// The response schemas are loose, so that an old client accepts a new field.
const integer = z.int();

const managedTemplateSchema = z
  .looseObject({
    ...templateSchema.shape,
    latest_version: integer,
    latest_hash: z.string(),
    published_version: integer.nullable().meta({ description: 'Null for a draft.' }),
    published_hash: z.string().nullable(),
    published_at: z
      .string()
      .nullable()
      .optional()
      .meta({ format: 'date-time', description: 'When the published version was published.' }),
  })
  .meta({ id: 'ManagedTemplate' });
export type ManagedTemplate = z.output<typeof managedTemplateSchema>;

const versionAuthorSchema = z
  .looseObject({
    kind: z.enum(['token', 'command']).meta({
      description: '`command` is a command on the data directory or database of the server, without a token.',
    }),
    id: integer.optional().meta({ description: 'The id of the token.' }),
    name: z.string().nullable().optional().meta({ description: 'The name of the token, if it has one.' }),
  })
  .meta({ id: 'VersionAuthor' });

const versionSchema = z
  .looseObject({
    version: integer,
    hash: z.string().meta({ description: 'A hash of all its files: equal for equal content.' }),
    created_at: z.string().meta({ format: 'date-time' }),
    created_by: versionAuthorSchema
      .nullable()
      .optional()
      .meta({ description: 'Who stored it. Null if the server did not record that yet.' }),
    published: z.boolean().meta({ description: 'Whether the API renders this version.' }),
    published_at: z
      .string()
      .nullable()
      .optional()
      .meta({ format: 'date-time', description: 'When it was last published. Null if it never was.' }),
    published_by: versionAuthorSchema.nullable().optional().meta({ description: 'Who published it last.' }),
    has_errors: z.boolean().optional().meta({
      description: 'Whether it is a draft that was stored with errors. It cannot be published as it is.',
    }),
  })
  .meta({ id: 'TemplateVersion' });

export const managedTemplatesSchema = z
  .looseObject({ data: z.array(managedTemplateSchema) })
  .meta({ id: 'ManagedTemplatesAnswer' });

export const managedTemplateResponseSchema = z
  .looseObject({
    data: z
      .looseObject({
        ...managedTemplateSchema.shape,
        versions: z.array(versionSchema).meta({ description: 'Newest first.' }),
      })
      .meta({ id: 'ManagedTemplateDetails' }),
  })
  .meta({ id: 'ManagedTemplateAnswer' });

const listedFile = { path: z.string(), hash: z.string(), size: integer.meta({ description: 'Bytes.' }) };

export const versionResponseSchema = z
  .looseObject({
    data: z.looseObject({ ...versionSchema.shape, files: z.array(z.looseObject(listedFile)) }),
  })
  .meta({ id: 'VersionAnswer' });

export const filesResponseSchema = z
  .looseObject({
    data: z.looseObject({
      ...versionSchema.shape,
      files: z.array(
        z.looseObject({ ...listedFile, content: z.string().meta({ contentEncoding: 'base64' }) }),
      ),
    }),
  })
  .meta({ id: 'FilesAnswer' });

const findingSchema = z.looseObject({
  message: z.string(),
  hint: z.string().optional(),
  file: z.string().optional(),
  line: integer.optional(),
  column: integer.optional(),
});

export const pushResponseSchema = z
  .looseObject({
    data: z.looseObject({
      id: integer.nullable().meta({ description: 'Null if this is a `dry_run` of a new template.' }),
      name: z.string(),
      version: integer,
      hash: z.string(),
      published: z.boolean(),
      unchanged: z
        .boolean()
        .meta({ description: 'The latest version already has these files; none was created.' }),
      dry_run: z.boolean(),
      has_errors: z.boolean().optional().meta({
        description: 'Whether it is a draft with errors. It cannot be published as it is.',
      }),
      findings: z.array(findingSchema).optional().meta({ description: 'The errors of a draft.' }),
    }),
  })
  .meta({ id: 'PushAnswer' });

export const publishResponseSchema = z
  .looseObject({
    data: z.looseObject({
      id: integer,
      name: z.string(),
      version: integer,
      published: z.boolean(),
      dry_run: z.boolean(),
    }),
  })
  .meta({ id: 'PublishAnswer' });

export const renameResponseSchema = z
  .looseObject({
    data: z.looseObject({
      id: integer,
      name: z.string(),
      previous_name: z.string(),
      unchanged: z.boolean().meta({ description: 'The template already had this name.' }),
      dry_run: z.boolean(),
    }),
  })
  .meta({ id: 'RenameAnswer' });

export const deleteResponseSchema = z
  .looseObject({
    data: z.looseObject({ id: integer, name: z.string(), deleted: z.boolean(), dry_run: z.boolean() }),
  })
  .meta({ id: 'DeleteAnswer' });

export const conflictSchema = z
  .looseObject({
    message: z.string(),
    code: z.string().optional(),
    template_id: integer.nullable(),
    latest_version: integer.nullable(),
    latest_hash: z.string().nullable(),
  })
  .meta({ id: 'Conflict' });

export const scopeSchema = z
  .looseObject({
    message: z.string(),
    code: z.string().optional(),
    required_scope: z.string().optional(),
  })
  .meta({ id: 'ScopeMissing' });

export const pushFaultsSchema = z
  .looseObject({
    message: z.string(),
    code: z.string().optional(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: 'Messages by field or file path.' }),
    findings: z
      .array(findingSchema)
      .optional()
      .meta({ description: 'The errors of the template, as `templates check` reports them.' }),
  })
  .meta({ id: 'PushFaults' });
