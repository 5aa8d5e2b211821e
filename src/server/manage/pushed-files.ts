/** The files of a push, as they were sent or as the server has them already. */
import { Failure } from '../../contract/errors.ts';
import type { PushRequest } from '../../contract/manage-schema.ts';
import { isTemplateFile, type TemplateFiles, TemplateFileTotal } from '../../core/template/template-files.ts';
import type { Store } from '../../store/store.ts';

/**
 * `id` is that of the template, where it is there.
 *
 * Throws `invalid_request` that names the file, and `invalid_template` where they are too large together.
 */
export function pushedFiles(
  { templates }: Store,
  id: number | undefined,
  sent: PushRequest['files'],
): TemplateFiles {
  const files = new Map<string, Uint8Array>();
  // While they are read: a few bytes of hash may stand for many of content.
  const total = new TemplateFileTotal();
  for (const [index, { path, content, hash }] of sent.entries()) {
    const refuse = (field: string, message: string): never => {
      throw new Failure('invalid_request', message, { errors: { [`files.${index}.${field}`]: [message] } });
    };
    const shown = JSON.stringify(path.slice(0, 200));
    if (files.has(path)) refuse('path', `The path ${shown} is there twice.`);
    if (!isTemplateFile(path)) {
      refuse(
        'path',
        `${shown} is no file of a template: it has its named files, partials/, assets/, fonts/, and files that documents show.`,
      );
    }
    const bytes =
      content === undefined ? templates.content(id ?? 0, Buffer.from(hash ?? '', 'hex')) : decode(content);
    if (!bytes) {
      if (content !== undefined) refuse('content', `The content of ${shown} is not base64.`);
      throw refuse('hash', `No version of this template holds the content of ${shown}. Send it.`);
    }
    total.add(path, bytes.length);
    files.set(path, bytes);
  }
  return files;
}

/** Undefined for what is no base64: the runtime's decoder leaves out what it does not know. */
function decode(content: string): Buffer | undefined {
  const bytes = Buffer.from(content, 'base64');
  return bytes.toString('base64') === content ? bytes : undefined;
}
