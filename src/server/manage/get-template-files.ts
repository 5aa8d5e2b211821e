/** `GET /templates/{template_id}/versions/{version}/files`: what `templates pull` and `diff` get. */
import { hashContent } from '../../contract/content-hash.ts';
import type { ManageHandler } from './manage-handler.ts';
import { namedVersion } from './named-version.ts';

export const getTemplateFiles: ManageHandler = async (call) => {
  const { id, version, shown } = namedVersion(call);
  const { files } = hashContent(call.tools.store.templates.files(id, version));
  return {
    ...shown,
    files: files.map(({ path, hash, bytes }) => ({
      path,
      hash: hash.toString('hex'),
      size: bytes.length,
      content: Buffer.from(bytes).toString('base64'),
    })),
  };
};
