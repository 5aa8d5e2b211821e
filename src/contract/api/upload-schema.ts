/** `upload`: the storage to which the server sends a PDF itself. */
import { z } from 'zod';
import { maxUploadHeaderLength, maxUploadHeaders, maxUploadUrlLength } from '../limits.ts';
import { outboundUrl } from './outbound-url.ts';

/** Headers that storages sign and store with an object. Others could change where or how a request is read. */
const headerName = /^(?:content-(?:type|disposition)|x-(?:amz|ms|goog)-[a-z0-9-]+)$/i;
const allowedHeaders = 'Content-Type, Content-Disposition and those that begin with x-amz-, x-ms- or x-goog-';

const valueForm = `must have 1 to ${maxUploadHeaderLength.toLocaleString('en')} printable ASCII characters`;
const headerValue = z
  .string({ error: 'must be a string' })
  .min(1, { error: valueForm })
  .max(maxUploadHeaderLength, { error: valueForm, abort: true })
  .regex(/^[ -~]*$/, { error: valueForm });

const headers = z
  .record(z.string(), headerValue, { error: 'field must be an object' })
  .superRefine((given, context) => {
    const names = Object.keys(given);
    if (names.length > maxUploadHeaders) {
      context.addIssue({ code: 'custom', message: `field must have at most ${maxUploadHeaders} headers` });
      return;
    }
    for (const name of names) {
      if (headerName.test(name)) continue;
      const message = `cannot be sent; the headers are ${allowedHeaders}`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .meta({
    description: `Headers to send along: ${allowedHeaders}. Default: \`Content-Type: application/pdf\`.`,
  });

export const uploadSchema = z
  .strictObject(
    {
      url: outboundUrl(maxUploadUrlLength).meta({
        format: 'uri',
        description:
          'An address that accepts a PUT, such as a presigned one of S3: http or https with the port 80 or 443, of a public host or of one that the operator allows.',
      }),
      headers: headers.optional(),
    },
    { error: 'field must be an object' },
  )
  .meta({
    id: 'Upload',
    description:
      'For `output: upload`: the PDF is sent there with PUT before it is charged. Redirects are not followed. Any response but 2xx is an error (`upload_failed`), and nothing is charged.',
  });
export type Upload = z.output<typeof uploadSchema>;
