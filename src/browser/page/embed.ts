/** Addresses of files for documents that cannot fetch: a `data:` address or that of a copy cached in the page. */

import { assetPath } from '#template/model/document-address';
import type { Asset, Assets } from '#template/model/template';

/** Returns an address that contains the file, valid for one document or for all documents of a page. */
export type Embed = (asset: Asset) => Promise<string>;

/** Returns a `data:` address, which is valid in every document. */
export const asData: Embed = async ({ type, bytes }) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/**
 * Embeds the asset at a relative address and returns its new one. Undefined if the address is not relative or no such asset
 * exists.
 */
export async function embedded(address: string, assets: Assets, embed: Embed): Promise<string | undefined> {
  const path = assetPath(address, assets.documentPath);
  const asset = path === undefined ? undefined : await assets.read(path);
  return asset && (await embed(asset));
}
