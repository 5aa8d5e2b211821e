/** An asset as a `data:` address, for documents that cannot fetch. */
import type { Assets } from '../template/template.ts';
import { assetPath } from './document-address.ts';

/** Undefined where the address is not a relative one, or no such asset exists. */
export async function dataAddress(address: string, assets: Assets): Promise<string | undefined> {
  const path = assetPath(address, assets.documentPath);
  const asset = path === undefined ? undefined : await assets.read(path);
  return asset && `data:${asset.type};base64,${Buffer.from(asset.bytes).toString('base64')}`;
}
