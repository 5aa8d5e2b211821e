/** Decodes and hashes the files of a push before they leave their thread: 20 MB take 0.1 s. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { PushRequest } from '#contract/manage/manage-schema';

export interface DecodedFile {
  readonly path: string;
  /** If omitted, the content that the server already stores under `hash`. */
  readonly content?: Uint8Array | undefined;
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
}

/** The transformation of a schema that has `files`. Content that is not base64 is reported for its field. */
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

/** Returns undefined for text that is not base64: the runtime's decoder skips characters that it does not know. */
function decode(content: string): Uint8Array | undefined {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) return undefined;
  // A short result is part of a shared buffer, which cannot be transferred to another thread.
  return bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes);
}

/** Returns the buffers that are transferred to another thread with a body instead of being copied. */
export const findBuffers = (value: object): ArrayBuffer[] =>
  'files' in value && Array.isArray(value.files)
    ? value.files.flatMap(({ content }: Partial<DecodedFile>) =>
        content instanceof Uint8Array ? [content.buffer as ArrayBuffer] : [],
      )
    : [];
