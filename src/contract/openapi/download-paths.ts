/** The paths of the OpenAPI document for `/documents/…`, the addresses that `output: url` returns. */
import type { JsonSchema } from './json-schema.ts';

interface ErrorSchemas {
  readonly error: JsonSchema;
  readonly serverError: JsonSchema;
}

/** A signed address needs no token, so a team's rate limit does not apply either. */
export function downloadPaths(schemas: ErrorSchemas): Readonly<Record<string, object>> {
  const shared = { tags: ['Documents'], security: [], parameters };
  return {
    '/documents/{id}/{filename}': {
      get: {
        operationId: 'downloadDocument',
        summary: 'Download a PDF',
        description: `The PDF behind the \`url\` of an \`UrlResult\`. ${words} Costs nothing.`,
        ...shared,
        parameters: [...parameters, ...rangeParameters],
        responses: responses(schemas, true),
      },
      head: {
        operationId: 'headDocument',
        summary: 'Size and name of a PDF',
        description: `The headers of the download without the PDF. ${words} Costs nothing.`,
        ...shared,
        responses: responses(schemas, false),
      },
    },
  };
}

const words =
  'Use the address as it is: it works without a token until `expires_at`, and any change to it makes it invalid.';

const parameters = [
  { name: 'id', in: 'path', description: 'Names the document.', example: 'pM3xJ5w0kq2Tn8vYb1cRzUeA' },
  { name: 'filename', in: 'path', description: 'As given in the request.', example: 'certificate.pdf' },
  { name: 'expires', in: 'query', description: 'Unix timestamp in seconds.', example: '1768237491' },
  { name: 'signature', in: 'query', description: 'Covers all parts of the address.', example: '1.mac' },
].map((parameter) => ({ ...parameter, required: true, schema: { type: 'string' } }));

const rangeParameters = [
  { name: 'Range', description: 'A part of the PDF, to resume a download.', example: 'bytes=0-1023' },
  {
    name: 'If-Range',
    description: 'The `ETag` of the parts already downloaded. If it does not match, the whole PDF is sent.',
    example: '"pM3xJ5w0kq2Tn8vYb1cRzUeA"',
  },
].map((parameter) => ({ ...parameter, in: 'header', required: false, schema: { type: 'string' } }));

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });

const contentRange = {
  description: 'First and last byte of the part, and the size of the whole PDF.',
  schema: { type: 'string' },
  example: 'bytes 0-1023/48213',
};

function responses({ error, serverError }: ErrorSchemas, hasBody: boolean): object {
  const failure = (description: string, schema: JsonSchema, example: object, headers: object = {}) => ({
    description,
    headers: { ...header('X-Request-Id'), ...headers },
    content: hasBody ? { 'application/json': { schema, example } } : undefined,
  });
  const file = {
    headers: {
      ...header('Content-Disposition'),
      'Content-Length': { description: 'Bytes sent.', schema: { type: 'integer' } },
      'Accept-Ranges': { description: 'Parts can be requested.', schema: { type: 'string', const: 'bytes' } },
      ETag: { description: 'Identifies the PDF, which never changes.', schema: { type: 'string' } },
      ...header('X-Request-Id'),
    },
    content: hasBody ? { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } : undefined,
  };
  const redirect = {
    302: {
      description: 'The PDF is at the address in `Location`, for a minute. Only if the operator chose this.',
      headers: {
        Location: { description: 'At the storage of documents.', schema: { type: 'string' } },
        ...header('X-Request-Id'),
      },
    },
  };
  const part = {
    206: {
      ...file,
      description: 'The part of the PDF that `Range` asked for.',
      headers: { ...file.headers, 'Content-Range': contentRange },
    },
    416: failure(
      'The range starts beyond the end of the PDF.',
      error,
      {
        message: 'The range starts beyond the end of the document, which has 48213 bytes.',
        code: 'range_not_satisfiable',
      },
      { 'Content-Range': contentRange },
    ),
  };
  return {
    200: { ...file, description: hasBody ? 'The PDF.' : 'The PDF exists.' },
    ...(hasBody ? { ...part, ...redirect } : {}),
    403: failure('The address was changed, or its signing key no longer exists.', error, {
      message: 'The signature of this address is not valid.',
      code: 'invalid_signature',
    }),
    404: failure('The address has characters that cannot be decoded.', error, {
      message: 'Not found.',
      code: 'not_found',
    }),
    410: failure('The address has expired, or the PDF is gone.', error, {
      message: 'This address has expired.',
      code: 'expired',
    }),
    500: failure('The server failed.', serverError, {
      message: 'PDF generation failed.',
      code: 'server_failed',
      request_id: '0b0e6b0c-8a5e-4a86-9a0f-6f0d1b6f1c55',
    }),
    503: failure(
      'The server is stopping, or its storage of documents does not work.',
      error,
      { message: 'Documents cannot be stored or read right now.', code: 'documents_unavailable' },
      header('Retry-After'),
    ),
  };
}
