/**
 * `GET /templates/{template_id}/versions/{version}`: lists the content by hash, so that clients send only what changed.
 */
import type { ManageHandler } from './manage-handler.ts';
import { namedVersion } from './named-version.ts';

export const getTemplateVersion: ManageHandler = async (call) => {
  const { id, version, shown } = await namedVersion(call);
  const files = [...(await call.context.store.templates.digests(id, version))].map(
    ([path, { hash, size }]) => ({
      path,
      hash: hash.toString('hex'),
      size,
    }),
  );
  return { ...shown, files };
};
