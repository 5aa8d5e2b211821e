/** Addresses of files for documents that cannot fetch: a `data:` address or that of a copy cached in the page. */

import { assetPath } from '../../template/model/document-address.ts';
import type { Asset, Assets } from '../../template/model/template.ts';

/** Returns an address that contains the file, valid for one document or for all documents of a page. */
export type Embed = (asset: Asset) => Promise<string>;

/** Returns a `data:` address, which is valid in every document. */
export const asData: Embed = async ({ type, bytes }) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const fontType = /^(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/i;

/** Whether a media type, with or without parameters, denotes a font file. */
export const isFont = (type: string): boolean => fontType.test(type);

export interface EmbeddedFile {
  readonly address: string;
  /** Media type. */
  readonly type: string;
}

/** Embeds the asset at a relative address. Returns undefined if the address is not relative or no such asset exists. */
export async function embedded(
  address: string,
  assets: Assets,
  embed: Embed,
): Promise<EmbeddedFile | undefined> {
  const path = assetPath(address, assets.documentPath);
  const asset = path === undefined ? undefined : await assets.read(path);
  return asset && { address: await embed(asset), type: asset.type };
}
