/** A raw multipart/form-data body. */
import { invalidBody } from './invalid-body.ts';

export class FormBody {
  readonly bytes: Buffer;
  readonly boundary: string;

  constructor(bytes: Buffer, boundary: string) {
    this.bytes = bytes;
    this.boundary = boundary;
  }
}

/**
 * Returns the boundary: 1 to 70 characters without a space at the end (RFC 2046, section 5.1.1). Throws
 * `invalid_request`.
 */
export function parseBoundary(contentType = ''): string {
  const [, quoted, plain = ''] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (/^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary)) return boundary;
  throw invalidBody(
    'has no valid boundary in its Content-Type: multipart/form-data; boundary=… of 1 to 70 characters. Most clients write this header themselves.',
  );
}
