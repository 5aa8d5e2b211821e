/** Builds the response that `output` asks for. */
import { Readable } from 'node:stream';
import { isImageOutput } from '#contract/api/image-output';
import type { Output } from '#contract/api/requests-schema';
import { contentDisposition } from '#contract/files/content-disposition';
import type { UsageSummary } from '#contract/usage';
import { LargePdf, type PdfContent } from '#pdf/large-pdf/large-pdf';
import type { ServerContext } from '../context.ts';
import { isoTime } from '../http/iso-time.ts';
import { Base64Bytes, jsonBody } from '../http/json-body.ts';

export interface Delivery {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers contain the length of a stream. */
  readonly body: string | Uint8Array | Readable;
}

/** The fields of a generation result, without the PDF itself. */
interface Facts {
  readonly success: true;
  readonly filename: string;
  readonly size: number;
  readonly usage: UsageSummary;
  readonly url?: string;
  readonly expires_at?: string;
  readonly uploaded?: true;
  readonly uploaded_to?: string;
}

/** Stored for an `Idempotency-Key`; the PDF is stored as a file. */
export interface StoredFacts extends Facts {
  readonly output: Output;
  /** The `url_expiry` of `output: url`. */
  readonly minutes?: number;
}

/** `pdf` is the image of an image output. It is not needed for `output: url` and `output: upload`. */
export function pdfDelivery(
  { output, minutes: _, ...facts }: StoredFacts,
  pdf: PdfContent | undefined,
): Delivery {
  const isImage = isImageOutput(output);
  if ((output === 'binary' || isImage) && pdf) {
    const type = {
      'content-type': isImage ? `image/${output}` : 'application/pdf',
      'content-disposition': contentDisposition(facts.filename),
    };
    return {
      status: 200,
      ...(pdf instanceof LargePdf ? streamOf(pdf, type) : { headers: type, body: pdf }),
    };
  }
  if (output !== 'base64' || !pdf) return jsonDelivery(200, JSON.stringify(facts));
  const isLarge = pdf instanceof LargePdf;
  const bytes = isLarge ? new Base64Bytes(inThrees(pdf.chunks()), pdf.length) : Base64Bytes.of(pdf);
  const { body, length } = jsonBody({ ...facts, pdf: bytes });
  if (isLarge && typeof body !== 'string') closeAfter(body, pdf);
  return { status: 200, headers: { ...jsonType, 'content-length': String(length) }, body };
}

/** The connection decides how fast the pictures are read from their files. */
function streamOf(pdf: LargePdf, type: Readonly<Record<string, string>>): Pick<Delivery, 'headers' | 'body'> {
  const body = closeAfter(Readable.from(pdf.chunks(), { objectMode: false }), pdf);
  return { headers: { ...type, 'content-length': String(pdf.length) }, body };
}

function closeAfter(body: Readable, pdf: LargePdf): Readable {
  return body.once('close', () => void pdf.close());
}

/** Regroups chunks so that each but the last has a multiple of three bytes, as base64 needs. */
async function* inThrees(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.length - (bytes.length % 3);
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield rest;
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' };

export const jsonDelivery = (status: number, body: string): Delivery => ({
  status,
  headers: jsonType,
  body,
});

/** The path of a document below the address of the server. */
export const documentPath = (id: string, filename: string): string =>
  `/documents/${id}/${encodeURIComponent(filename)}`;

/** Returns a signed address of a path below `/documents`, valid until `expires`, to the second. */
export async function signedDocumentUrl(
  { urls, publicUrl }: Pick<ServerContext, 'urls' | 'publicUrl'>,
  path: string,
  expires: Date,
): Promise<{ readonly url: string; readonly expires_at: string }> {
  const seconds = Math.floor(expires.getTime() / 1000);
  return {
    url: `${publicUrl()}${await urls.sign(path, seconds)}`,
    expires_at: isoTime(new Date(seconds * 1000)),
  };
}
