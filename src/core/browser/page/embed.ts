/** The address under which a document that cannot fetch has a file: the file itself, or what its page holds of it. */

import { assetPath } from '../../template/model/document-address.ts';
import type { Asset, Assets } from '../../template/model/template.ts';

/** Gives an address that is the file: for one document, or for all of a page. */
export type Embed = (asset: Asset) => Promise<string>;

/** A `data:` address, which is good anywhere. */
export const asData: Embed = async ({ type, bytes }) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const fontType = /^(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/i;

/** Whether a media type is that of a font file; parameters may follow. */
export const isFont = (type: string): boolean => fontType.test(type);

export interface EmbeddedFile {
  readonly address: string;
  /** Media type. */
  readonly type: string;
}

/** Undefined where the address is not a relative one, or no such asset exists. */
export async function embedded(
  address: string,
  assets: Assets,
  embed: Embed,
): Promise<EmbeddedFile | undefined> {
  const path = assetPath(address, assets.documentPath);
  const asset = path === undefined ? undefined : await assets.read(path);
  return asset && { address: await embed(asset), type: asset.type };
}
