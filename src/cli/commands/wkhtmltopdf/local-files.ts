/** The files of this machine that a page may load: none but itself, those of `--allow`, or all. */
import { realpath } from 'node:fs/promises';
import { parse, relative, resolve, sep } from 'node:path';
import { folderTree } from '#template/load/folder-tree';
import { treeAssets } from '#template/load/tree-assets';
import { findHtmlFileContentType } from '#template/model/content-types';
import type { Asset, Assets } from '#template/model/template';
import type { FlagValues } from './flag-values.ts';

const refusal =
  'access to local files is off: --allow names a file or folder, and --enable-local-file-access opens all';

/**
 * The files are below the root of the file system, so that absolute paths and `..` lead where they do elsewhere. `file` is the page's own
 * path, undefined for stdin.
 */
export async function localFiles(flags: FlagValues, file: string | undefined): Promise<Assets> {
  const root = parse(resolve(file ?? '.')).root;
  const own = file === undefined ? undefined : await realpath(file);
  const assets = treeAssets(folderTree(root), [], findHtmlFileContentType);
  const allowed = await Promise.all(
    flags.all('allow').map(async ([path = '']) => await realpath(path).catch(() => undefined)),
  );
  const isOpen = flags.isOn('local-file-access', false);
  const mayRead = async (path: string): Promise<boolean> => {
    if (isOpen) return true;
    const real = await realpath(resolve(root, path)).catch(() => undefined);
    return real !== undefined && allowed.some((each) => each !== undefined && isBelow(each, real));
  };
  return {
    documentPath: own === undefined ? undefined : relative(root, own).split(sep).join('/'),
    read: async (path) => ((await mayRead(path)) ? withoutSchemes(await assets.read(path)) : undefined),
    explain: async (path) => ((await mayRead(path)) ? ((await assets.explain?.(path)) ?? '') : refusal),
  };
}

const isBelow = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/**
 * Addresses of local files without their scheme: the document has an address of its own, at which the files of the machine are.
 *
 * @example
 * withoutFileScheme('<img src="file:///srv/logo.png">'); // '<img src="/srv/logo.png">'
 */
export const withoutFileScheme = (text: string): string =>
  text.replace(/(["'(=,]\s*)file:\/\/(?:localhost)?(?=\/)/gi, '$1');

function withoutSchemes(asset: Asset | undefined): Asset | undefined {
  if (!asset || !/^text\/(?:css|html)\b/.test(asset.type)) return asset;
  const text = Buffer.from(asset.bytes).toString('latin1');
  const changed = withoutFileScheme(text);
  return changed === text ? asset : { type: asset.type, bytes: Buffer.from(changed, 'latin1') };
}
