/** Addresses that scripts load, if the source has them as a string: `img.src = 'assets/seal.png'`. */

import { getContentType } from '../model/content-types.ts';
import { assetPath, toAddress } from '../model/document-address.ts';

const quoted = /["'`(]([^"'`()<>\s\\]{1,300})(?=["'`)])/g;

/**
 * Returns the possible paths in strings of a script, or of HTML with scripts, without duplicates. They may be
 * relative to the document or, in an `import`, to the script. Most strings are not paths, so check whether the file
 * exists.
 */
export function quotedPaths(text: string, file = ''): string[] {
  const bases = [...new Set([toAddress(), toAddress(file)])];
  const paths = [...text.matchAll(quoted)].flatMap(([, address = '']) =>
    bases.map((base) => (URL.canParse(address, base) ? assetPath(new URL(address, base).href) : undefined)),
  );
  return [...new Set(paths)].filter(
    (path) => path !== undefined && getContentType(path) !== undefined,
  ) as string[];
}
