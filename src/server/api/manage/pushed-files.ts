/** Collects the files of a push, from the request or from the server's own copies. */
import { rememberHash } from '#contract/content-hash';
import { Failure } from '#contract/errors';
import type { Store } from '#store/store';
import { rejectTemplateFile, type TemplateFiles, TemplateFileTotal } from '#template/model/template-files';
import type { DecodedFile } from '../../http/body/decoded-files.ts';

/**
 * `id` is the id of the template if it exists.
 *
 * Throws `invalid_request`, naming the file, and `invalid_template` if the total size is too large.
 */
export async function pushedFiles(
  { templates }: Store,
  id: number | undefined,
  sent: readonly DecodedFile[],
): Promise<TemplateFiles> {
  const files = new Map<string, Uint8Array>();
  // Counted while the files are read, because a few bytes of hash may stand for a lot of content.
  const total = new TemplateFileTotal();
  for (const [index, { path, content, hash }] of sent.entries()) {
    const reject = (field: string, message: string): never => {
      throw new Failure('invalid_request', message, { errors: { [`files.${index}.${field}`]: [message] } });
    };
    const shown = JSON.stringify(path.slice(0, 200));
    if (files.has(path)) reject('path', `The path ${shown} occurs twice.`);
    const fault = rejectTemplateFile(path);
    if (fault !== undefined) {
      reject('path', `${shown} cannot be a file of a template: ${fault}.`);
    }
    const digest = Buffer.from(hash, 'hex');
    const size = content?.length ?? (await templates.contentSize(id ?? 0, digest));
    if (size === undefined) {
      throw reject('hash', `No version of this template has the content of ${shown}. Send the content.`);
    }
    total.add(path, size);
    const bytes = content ?? (await templates.content(id ?? 0, digest, size));
    rememberHash(bytes, digest);
    files.set(path, bytes);
  }
  return files;
}
