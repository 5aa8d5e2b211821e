/** The multipart/form-data requests of the API. The server validates each as the equivalent JSON request. */
import { z } from 'zod';
import { maxFormParts, maxPartHeaderBytes } from '../limits.ts';
import { documentFormDelivery } from './requests-schema.ts';

const file = z.string().meta({ format: 'binary' });

export const htmlToPdfFormSchema = z
  .strictObject({
    files: z
      .array(file)
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
