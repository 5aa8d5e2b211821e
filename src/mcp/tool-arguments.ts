/** The arguments of the tools. Each message of an error continues "The <field> ". */
import { z } from 'zod';
import { paperFormatRule, parsePaperFormat } from '#contract/api/page-format';
import { parsePageSelection } from '#contract/api/page-selection';
import { isJsonObject, type JsonObject } from '#contract/json';
import { localeFault, parseLocale, parseTimeZone, timeZoneRule } from '#contract/language/region';
import { documentsPerMerge } from '#contract/limits';
import { orientations } from '#contract/page';
import { isTemplateName, templateNameFault } from '#contract/templates';

/** Where templates are: folders on this machine, or those of a team on a server. */
export type TemplatePlace = 'folder' | 'team';

/** The most files of one `write_template`. */
const maxFiles = 100;
/** Characters of one file: text, or the base64 of 5 MB. */
const maxFileCharacters = 7_000_000;
const maxEdits = 50;

const text = z.string({ error: 'must be a string' });
const yesOrNo = z.boolean({ error: 'must be true or false' });
const anObject = { error: 'field must be an object' };

const template = text
  .refine(isTemplateName, { error: templateNameFault })
  .describe('Name of the template, as list_templates shows it.');

/** Not copied and not looked into: it may have 200,000 values. */
const data = z
  .custom<JsonObject>(isJsonObject, anObject)
  .meta({ type: 'object', additionalProperties: true, description: 'Values for the template.' });

const templateData = data.describe(
  "Values for the template. Default: the template's data.json, which is sample data.",
);

const filename = text
  .regex(/^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,199}$/u, {
    error: 'may only contain letters, numbers, dashes, underscores and dots',
  })
  .describe('Name of the PDF, such as invoice-2026-104.pdf.');

const showPages = text
  .max(200, { error: 'must have at most 200 characters' })
  .refine((selection) => selection === '' || parsePageSelection(selection) !== undefined, {
    error: 'must be pages such as 1, 1-3 or 2,last',
  })
  .describe(
    'Pages to return as pictures, such as 1-3 or last; at most 4. Default: 1. An empty text returns none.',
  );

const output = {
  filename: filename.optional(),
  show_pages: showPages.optional(),
  include_pdf: yesOrNo
    .optional()
    .describe('Also return the PDF itself as base64, up to 2 MB. Rarely needed. Default: false.'),
};

const version = z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).optional();

const file = z
  .strictObject(
    {
      path: text.describe(
        'template.html or template.md (the document, with Twig), template.json (settings), header.html, footer.html, styles.css, data.json (sample data), schema.json (JSON Schema of the data), partials/…, assets/…, fonts/…',
      ),
      content: text
        .max(maxFileCharacters, { error: `must have at most ${maxFileCharacters} characters` })
        .optional()
        .describe('The whole file, which is created or replaced.'),
      encoding: z
        .enum(['utf8', 'base64'], { error: 'must be utf8 or base64' })
        .optional()
        .describe('Of content. base64 for pictures and fonts. Default: utf8.'),
      edits: z
        .array(
          z.strictObject(
            {
              find: text.min(1, { error: 'must not be empty' }).describe('Text that occurs exactly once.'),
              replace: text,
            },
            anObject,
          ),
          { error: 'field must be an array' },
        )
        .min(1, { error: 'field must not be empty' })
        .max(maxEdits, { error: `field must have at most ${maxEdits} items` })
        .optional()
        .describe('Instead of content: changes to an existing text file, in this order.'),
      delete: z
        .literal(true, { error: 'must be true' })
        .optional()
        .describe('Instead of content: removes it.'),
    },
    anObject,
  )
  .refine(
    ({ content, edits, delete: isDeleted }) =>
      [content, edits, isDeleted].filter((given) => given !== undefined).length === 1,
    { error: 'must have one of content, edits and delete' },
  );

const templateDocument = z.strictObject({ template, data: templateData.optional() }, anObject);
const pdfDocument = z.strictObject(
  { pdf: text.describe('Path of a PDF, as render or merge returned it.') },
  anObject,
);
const countOfDocuments = `field must have 1 to ${documentsPerMerge} items`;
const documents = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, { error: 'field must be an array' })
    .min(1, { error: countOfDocuments })
    .max(documentsPerMerge, { error: countOfDocuments });

const renderShape = {
  template: template.optional(),
  html: text.optional().describe('A whole HTML document to render, with Twig, in place of a template.'),
  markdown: text.optional().describe('Markdown to render, with Twig, in place of a template.'),
  data: templateData.optional(),
  format: z
    .string()
    .refine((format) => parsePaperFormat(format) !== undefined, { error: paperFormatRule })
    .optional()
    .describe(
      'Paper size of html or markdown: A0 to A6, Letter, Legal, Tabloid or Ledger, width and height (100mmx150mm), or a width (80mm) for paper as high as its contents. Templates set theirs in template.json or CSS.',
    ),
  orientation: z.enum(orientations, { error: `must be one of: ${orientations.join(', ')}` }).optional(),
  locale: text
    .refine((tag) => parseLocale(tag) !== undefined, { error: localeFault })
    .optional()
    .describe('How numbers and dates are written: de-AT.'),
  time_zone: text
    .refine((name) => parseTimeZone(name) !== undefined, { error: timeZoneRule })
    .optional()
    .describe('Of dates and times: Europe/Vienna.'),
  ...output,
};

interface RenderSource {
  readonly template?: string | undefined;
  readonly html?: string | undefined;
  readonly markdown?: string | undefined;
  readonly format?: unknown;
  readonly orientation?: unknown;
}

function checkSource(given: RenderSource, context: z.core.$RefinementCtx): void {
  const sources = [given.template, given.html, given.markdown].filter((each) => each !== undefined);
  const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (sources.length !== 1) fault([], 'arguments must have one of template, html and markdown');
  if (given.template === undefined) return;
  for (const field of ['format', 'orientation'] as const) {
    if (given[field] !== undefined) fault([field], 'of a template is set in its template.json or its CSS');
  }
}

function checkTarget(
  { template, pdf }: { readonly template?: string | undefined; readonly pdf?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  if ((template === undefined) !== (pdf === undefined)) return;
  context.addIssue({ code: 'custom', path: [], message: 'arguments must have either template or pdf' });
}

/** The arguments of every tool that both places have in common. Those of one place are optional there. */
export const toolArguments = {
  list_templates: z.strictObject({}),
  show_template: z.strictObject({
    template,
    file: text.optional().describe('Return the text of this file, such as template.html, instead.'),
  }),
  write_template: z.strictObject({
    template,
    files: z
      .array(file, { error: 'field must be an array' })
      .min(1, { error: 'field must not be empty' })
      .max(maxFiles, { error: `field must have at most ${maxFiles} items` }),
  }),
  render: z
    .strictObject({
      ...renderShape,
      version: version.describe(
        'Version of the template. Default: the latest with a token that may write templates, else the published one.',
      ),
    })
    .superRefine(checkSource),
  check: z
    .strictObject({
      template: template.optional(),
      pdf: text.optional().describe('Path or address of a PDF, as render or merge returned it.'),
    })
    .superRefine(checkTarget),
  merge: z.strictObject({
    documents: documents(z.union([templateDocument, pdfDocument], anObject)),
    ...output,
  }),
  publish: z.strictObject({
    template,
    draft: yesOrNo.optional().describe('Only store it as a draft, without publishing it. Default: false.'),
    version: version.describe('Version to publish. Default: the latest.'),
  }),
} as const;

export type ToolName = keyof typeof toolArguments;
export type ToolArguments<Name extends ToolName> = z.output<(typeof toolArguments)[Name]>;

/** Arguments that a place does not have. */
const absent: Readonly<Record<TemplatePlace, Partial<Record<ToolName, readonly string[]>>>> = {
  folder: { render: ['version'], publish: ['version'] },
  team: { publish: ['draft'] },
};

/** Schemas of one place only, which replace those above. */
const special: Readonly<Record<TemplatePlace, Partial<Record<ToolName, z.ZodType>>>> = {
  folder: {},
  team: { merge: z.strictObject({ documents: documents(templateDocument), ...output }) },
};

/** Returns the schema of a tool at a place, with which arguments are validated and which clients are shown. */
export function argumentsAt(place: TemplatePlace, name: ToolName): z.ZodType {
  const schema = special[place][name] ?? toolArguments[name];
  const names = absent[place][name] ?? [];
  if (names.length === 0) return schema;
  return schema.superRefine((given, context) => {
    for (const field of names) {
      if (Object.hasOwn(Object(given), field)) {
        context.addIssue({
          code: 'unrecognized_keys',
          keys: [field],
          input: given as Record<string, unknown>,
          path: [],
        });
      }
    }
  });
}

/** The JSON Schema of a tool's arguments. */
export function jsonSchemaAt(place: TemplatePlace, name: ToolName): { readonly type: 'object' } {
  const schema = special[place][name] ?? toolArguments[name];
  const made: { properties?: Readonly<Record<string, unknown>>; $schema?: string } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  const { $schema: _, properties = {}, ...rest } = made;
  const names = new Set(absent[place][name] ?? []);
  const shown = Object.entries(properties).filter(([field]) => !names.has(field));
  return { ...rest, type: 'object', properties: Object.fromEntries(shown) } as { readonly type: 'object' };
}
