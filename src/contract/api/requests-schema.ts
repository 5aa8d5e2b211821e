/**
 * The requests of the API: query strings, JSON bodies and forms. Each schema has a name, so that a generated client
 * exports it as a type. Defaults belong to the named schema instead of the property that refers to it, because type
 * generators make a property with a default required.
 */

import { z } from 'zod';
import { readPageAddress } from '../document/page-load.ts';
import { loadFields } from '../document/page-load-schema.ts';
import { filenamePattern, plainFilename } from '../documents.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import {
  defaultFilename,
  documentsPerMerge,
  maxFormParts,
  maxHtmlCharacters,
  maxInvoiceCharacters,
  maxJsonValues,
  maxMarginCharacters,
  maxMergeBytes,
  maxPartHeaderBytes,
  maxTemplateId,
  urlExpiry,
} from '../limits.ts';
import { isTemplateName, maxReferenceLength, readTemplateReference } from '../templates.ts';
import { checkImage, imageFields, imageOutputs, screenshotFields } from './image-output.ts';
import {
  formatSchema,
  formsSchema,
  headerFooterSchema,
  langSchema,
  localeSchema,
  marginsSchema,
  metadataSchema,
  orientationSchema,
  pagesSchema,
  pdfaSchema,
  pdfuaSchema,
  timeZoneSchema,
} from './page-schema.ts';
import { passwordSchema, protectionSchema } from './protection-schema.ts';
import { signSchema } from './sign-schema.ts';
import { stampSchema } from './stamp-schema.ts';
import { uploadSchema } from './upload-schema.ts';

// Each message continues "The <field> ", which `requestErrors` puts in front.
const text = z.string({ error: 'must be a string' });
const anObject = { error: 'field must be an object' };
const html = text.max(maxHtmlCharacters, {
  error: `must have at most ${maxHtmlCharacters.toLocaleString('en')} characters`,
});

/** Accepted without further validation: the keys are up to the client. */
export const data = z.custom<JsonObject>(isJsonObject, anObject).meta({
  id: 'TemplateData',
  type: 'object',
  additionalProperties: true,
  description: `Values for the template variables. Default: none. A body may have ${maxJsonValues.toLocaleString('en')} JSON values: object keys and array elements.`,
});

const outputs = ['base64', 'url', 'binary', 'upload'] as const;
const documentOutputs = [...outputs, ...imageOutputs] as const;
export type Output = (typeof documentOutputs)[number];

const output = z.enum(outputs, { error: `must be one of: ${outputs.join(', ')}` }).meta({
  id: 'Output',
  default: 'base64',
  description:
    'The form of the response. `base64`: JSON with the PDF in `pdf` (`Base64Result`). `url`: JSON with a signed download address in `url` (`UrlResult`). `binary`: the PDF itself, as `application/pdf`. `upload`: JSON, after the PDF was sent to the address in the field `upload` (`UploadResult`).',
});

const documentOutput = z
  .enum(documentOutputs, { error: `must be one of: ${documentOutputs.join(', ')}` })
  .meta({
    id: 'DocumentOutput',
    default: 'base64',
    description:
      'As `Output`; or `png`, `jpeg` or `webp`: an image of one page in place of the PDF, at the same price. The image itself is the response, as with `binary`. Not for jobs.',
  });

const filename = text
  .min(1, { error: 'must not be empty' })
  .max(255, { error: 'must have at most 255 characters' })
  .regex(filenamePattern, {
    error: ({ input }) =>
      `may only contain letters (A to Z), numbers, dashes, underscores and dots, and must not begin with a dot, such as "${plainFilename(String(input), defaultFilename)}"`,
    abort: true,
  })
  .meta({
    id: 'Filename',
    default: defaultFilename,
    description: 'The name of the PDF. No extension is added.',
  });

const expiryRange = `must be between ${urlExpiry.min} and ${urlExpiry.max} minutes`;
const url_expiry = z
  .int({ error: 'must be a whole number of minutes' })
  .min(urlExpiry.min, { error: expiryRange })
  .max(urlExpiry.max, { error: expiryRange })
  .meta({
    id: 'UrlExpiry',
    default: urlExpiry.default,
    description: 'Minutes that the address of `output: url` stays valid.',
  });

export const metadata = metadataSchema(text, anObject).meta({
  id: 'Metadata',
  description:
    'PDF document properties, without control characters. Values may contain `{{ variable }}` placeholders.',
});

const delivery = {
  output: output.optional(),
  filename: filename.optional(),
  url_expiry: url_expiry.optional(),
};

const documentDelivery = {
  ...delivery,
  output: documentOutput.optional(),
  ...imageFields,
  upload: uploadSchema.optional(),
};
const documentFormDelivery = { ...delivery, output: documentOutput.optional(), ...imageFields };

const deliveryWithUpload = { ...delivery, upload: uploadSchema.optional() };

interface Delivered {
  readonly output?: Output | undefined;
  readonly upload?: object | undefined;
}

/** Reports an upload without an address, and an address without an upload. */
function checkUpload({ output, upload }: Delivered, context: z.core.$RefinementCtx): void {
  if ((output === 'upload') === (upload !== undefined)) return;
  const [field, message] =
    upload === undefined
      ? ['upload', 'field is required for output: upload']
      : ['output', 'must be upload if the field upload is given'];
  context.addIssue({ code: 'custom', path: [field], message });
}

export const body = { error: 'request body must be a JSON object' };

const invoice = text.max(maxInvoiceCharacters, {
  error: `must have at most ${maxInvoiceCharacters.toLocaleString('en')} characters`,
});

/** The standards that a PDF must conform to, and the XML of its e-invoice. */
export const labels = { pdfa: pdfaSchema.optional(), pdfua: pdfuaSchema.optional() };
/** How numbers and dates are written. */
export const region = { locale: localeSchema.optional(), time_zone: timeZoneSchema.optional() };
const standards = {
  ...labels,
  ...region,
  forms: formsSchema.optional(),
  pages: pagesSchema.optional(),
  protection: protectionSchema.optional(),
  sign: signSchema.optional(),
  e_invoice: invoice.optional().meta({
    description:
      'The XML of an e-invoice, embedded as Factur-X (ZUGFeRD) or XRechnung. Its own text says which profile it has. The PDF is then PDF/A-3b unless `pdfa` asks for more, and an invoice that breaks a rule is not made.',
  }),
};

const standardsSchema = z
  .strictObject(
    {
      ...standards,
      base_password: passwordSchema.optional().meta({
        format: 'password',
        writeOnly: true,
        description: 'The password of the `base.pdf` of the template, if that is encrypted. Not for jobs.',
      }),
    },
    anObject,
  )
  .meta({
    id: 'StandardsConfig',
    description:
      'The pages of the PDF, its protection or its signature, and the standards that it must conform to, which override those of the template.',
  });

const generateConfigSchema = standardsSchema.safeExtend({ stamp: stampSchema.optional() }).meta({
  id: 'GenerateConfig',
  description:
    'The pages of the PDF, its stamps, its protection or its signature, and the standards that it must conform to, which override those of the template.',
});

const mergeConfigSchema = standardsSchema.safeExtend({ stamp: stampSchema.optional() }).meta({
  id: 'MergeConfig',
  description:
    'The pages of the merged PDF, its stamps, its protection or its signature, and the standards that it must conform to. The HTML of its stamps has no data but `page`.',
});

export const generateSchema = z
  .strictObject(
    {
      data: data.optional(),
      ...documentDelivery,
      metadata: metadata.optional(),
      config: generateConfigSchema.optional(),
    },
    body,
  )
  .superRefine(checkUpload)
  .superRefine(checkImage)
  .meta({ id: 'GenerateRequest' });
export type GenerateRequest = z.output<typeof generateSchema>;

/** As the OpenAPI documents describe it, in paths and in bodies. */
const describedTemplateReference = {
  // One name for all of its uses: generators would make a type for each.
  id: 'TemplateId',
  description:
    'The id or the name of a template. Digits are an id, everything else is a name; a name of digits alone is written `name:2024`, and any name may be written so. Names are compared exactly, as NFC.',
  oneOf: [
    { type: 'integer', minimum: 1, maximum: maxTemplateId, description: 'The id.' },
    { type: 'string', minLength: 1, maxLength: maxReferenceLength, description: 'The name.' },
  ],
} as const;

/** An id is a number or text of digits, as a path has it. */
export const templateReferenceSchema = z
  .custom<number | string>(isTemplateReference, { error: 'must be a template id (integer) or name (string)' })
  .meta(describedTemplateReference);

function isTemplateReference(value: unknown): boolean {
  if (typeof value !== 'string')
    return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxTemplateId;
  const reference = readTemplateReference(value);
  return reference.kind === 'id' || isTemplateName(reference.name);
}

const countOfDocuments = `field must have 1 to ${documentsPerMerge} items`;
const mergeItem = z
  .strictObject(
    {
      id: templateReferenceSchema,
      data: data.optional(),
      pages: pagesSchema.optional(),
    },
    anObject,
  )
  .meta({ id: 'MergeItem', description: 'One document of a merge.' });

export const mergeSchema = z
  .strictObject(
    {
      templates: z
        .array(mergeItem, { error: 'field must be an array' })
        .min(1, { error: countOfDocuments })
        .max(documentsPerMerge, { error: countOfDocuments })
        .meta({
          description: `The documents, in the order of the merged file. Filled with their data, they may have at most ${maxMergeBytes / 1024 / 1024} MiB together.`,
        }),
      ...deliveryWithUpload,
      metadata: metadata.optional(),
      config: mergeConfigSchema.optional(),
    },
    body,
  )
  .superRefine(checkUpload)
  .meta({ id: 'MergeRequest' });
export type MergeRequest = z.output<typeof mergeSchema>;

const margin = text.max(maxMarginCharacters, {
  error: `must have at most ${maxMarginCharacters.toLocaleString('en')} characters`,
});

const headerFooter = headerFooterSchema(margin);

const configSchema = z
  .strictObject(
    {
      format: formatSchema.optional(),
      orientation: orientationSchema.optional(),
      margins: marginsSchema.optional(),
      lang: langSchema.optional(),
      ...loadFields,
      header: headerFooter.optional().meta({
        description:
          'HTML with Twig, printed on every page; or an object with HTML for some pages: `first`, `last`, `left`, `right`, those of `@page chapter` in `named.chapter`, and `default` for the others. The most special one wins, in the order `named`, `first`, `last`, `left` or `right`, `default`; an empty text is none. Its Twig can also use `page`, such as `page.number`, `page.count` and `page.section`.',
      }),
      footer: headerFooter.optional().meta({
        description:
          'Like `header`. Elements with the classes `pageNumber` and `totalPages` show page numbers.',
      }),
      metadata: metadata.optional(),
      ...standards,
      stamp: stampSchema.optional(),
    },
    anObject,
  )
  .meta({ id: 'PageConfig', description: 'Page settings.' });

const pageAddress = text
  .max(8_000, { error: 'must have at most 8,000 characters' })
  .superRefine((address, context) => {
    const read = readPageAddress(address);
    if ('fault' in read) context.addIssue({ code: 'custom', message: read.fault });
  });

export const htmlToPdfSchema = z
  .strictObject(
    {
      html: html.min(1, { error: 'field must not be empty' }).optional().meta({
        description: 'The HTML to render, with Twig. Required unless `markdown` or `url` is given.',
      }),
      markdown: html.min(1, { error: 'field must not be empty' }).optional().meta({
        description:
          'Markdown to render in place of `html`, with Twig: CommonMark with tables, footnotes, task lists, formulas and more. Front matter gives the title, page settings and a table of contents; `config` overrides them.',
      }),
      url: pageAddress.optional().meta({
        id: 'PageAddress',
        description:
          'The address of a web page to render in place of `html`, http or https. It must be public, as everything that it loads; redirects are followed. With `data`, it is filled as Twig.',
      }),
      data: data.optional(),
      config: configSchema.optional(),
      ...documentDelivery,
      ...screenshotFields,
    },
    body,
  )
  .superRefine(checkUpload)
  .superRefine(checkImage)
  .superRefine(({ html, markdown, url }, context) => {
    const [first, second] = Object.entries({ html, markdown, url }).filter(([, each]) => each !== undefined);
    if (first && !second) return;
    const [path, message] = second
      ? [second[0], `must not be given together with ${first?.[0]}`]
      : ['html', 'field is required'];
    context.addIssue({ code: 'custom', path: [path], message });
  })
  .meta({ id: 'HtmlToPdfRequest' });
export type HtmlToPdfRequest = z.output<typeof htmlToPdfSchema>;

/** `page` is text in a query string. Other parameters are ignored, because caches and proxies add some. */
export const listTemplatesSchema = z.object({
  page: z
    .string({ error: 'must be given once' })
    .regex(/^[1-9]\d{0,17}$/, { error: 'must be a whole number of at least 1' })
    .transform(Number)
    .optional(),
});

const formFile = z.string().meta({ format: 'binary' });

/** `htmlToPdfSchema` as multipart/form-data. The server validates it as the equivalent JSON request. */
export const htmlToPdfFormSchema = z
  .strictObject({
    files: z
      .array(formFile)
      .min(1)
      .meta({
        description: `The files, each under its own file name: \`document.html\` or \`index.html\` (with Twig; one is required, or \`document.md\` or \`index.md\` with Markdown in its place), \`header.html\`, \`footer.html\` and those for some pages, such as \`header-first.html\` (all with Twig), \`styles.css\` (applied to all of them unless the document itself refers to it), and the styles, scripts, images and fonts that they refer to, under relative paths such as \`assets/logo.png\`. The part may also have any other name. At most ${maxFormParts} parts with ${maxPartHeaderBytes.toLocaleString('en')} bytes of headers each.`,
      }),
    data: z.string().optional().meta({
      contentMediaType: 'application/json',
      description: 'Values for the template variables: a JSON object (`TemplateData`). Default: none.',
    }),
    config: z.string().optional().meta({
      contentMediaType: 'application/json',
      description: 'Page settings and properties: a JSON object (`PageConfig`).',
    }),
    ...documentFormDelivery,
    upload: z.string().optional().meta({
      contentMediaType: 'application/json',
      description: 'The storage of `output: upload`: a JSON object (`Upload`).',
    }),
  })
  .meta({ id: 'HtmlToPdfForm' });
