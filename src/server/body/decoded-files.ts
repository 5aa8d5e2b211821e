/** The files of a push with their contents decoded and hashed, which takes 0.1 s for 20 MB: before they leave a thread. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { PushRequest } from '../../contract/manage-schema.ts';

export interface DecodedFile {
  readonly path: string;
  /** Not given: the content that the server has under `hash`. */
  readonly content?: Uint8Array | undefined;
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
}

/** The transformation of a schema that has `files`. A content that is not base64 is a fault of its field. */
export const decodeFiles = <Value extends Pick<PushRequest, 'files'>>(
  value: Value,
  context: z.RefinementCtx,
): Omit<Value, 'files'> & { readonly files: readonly DecodedFile[] } => ({
  ...value,
  files: value.files.map(({ path, content, hash = '' }, index) => {
    if (content === undefined) return { path, hash };
    const bytes = decode(content);
    if (!bytes)
      context.addIssue({ code: 'custom', path: ['files', index, 'content'], message: 'must be base64' });
    return { path, content: bytes, hash: bytes ? createHash('sha256').update(bytes).digest('hex') : '' };
  }),
});

/** Undefined for what is no base64: the runtime's decoder leaves out what it does not know. */
function decode(content: string): Uint8Array | undefined {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) return undefined;
  // A short one is part of a buffer that others are in too, and could not be handed to another thread.
  return bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes);
}

/** What moves to another thread with a body, in place of being copied. */
export const buffersOf = (value: object): ArrayBuffer[] =>
  'files' in value && Array.isArray(value.files)
    ? value.files.flatMap(({ content }: Partial<DecodedFile>) =>
        content instanceof Uint8Array ? [content.buffer as ArrayBuffer] : [],
      )
    : [];
