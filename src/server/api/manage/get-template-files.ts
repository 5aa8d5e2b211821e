/** `GET /templates/{template_id}/versions/{version}/files`: the files that `templates pull` and `diff` fetch. */
import { Base64Bytes } from '../../http/json-body.ts';
import type { ManageHandler } from './manage-handler.ts';
import { namedVersion } from './named-version.ts';

export const getTemplateFiles: ManageHandler = async (call) => {
  const { id, version, shown } = await namedVersion(call);
  const { templates } = call.context.store;
  return {
    ...shown,
    files: [...(await templates.digests(id, version))].map(([path, { hash, size }]) => ({
      path,
      hash: hash.toString('hex'),
      size,
      content: new Base64Bytes(templates.pieces(id, hash), size),
    })),
  };
};
