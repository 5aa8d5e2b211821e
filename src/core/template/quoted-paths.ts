/** Addresses that scripts load, as far as a string of the source is one: `img.src = 'assets/seal.png'`. */
import { addressOf, assetPath } from '../browser/document-address.ts';
import { contentTypeOf } from './content-types.ts';

const quoted = /["'`(]([^"'`()<>\s\\]{1,300})(?=["'`)])/g;

/**
 * Paths that strings of a script, or of HTML with scripts in it, may mean, each once. A script's strings may start
 * from the document or, in an `import`, from the script itself. Most strings mean nothing: look whether there is a file.
 */
export function quotedPaths(text: string, file = ''): string[] {
  const bases = [...new Set([addressOf(), addressOf(file)])];
  const paths = [...text.matchAll(quoted)].flatMap(([, address = '']) =>
    bases.map((base) => (URL.canParse(address, base) ? assetPath(new URL(address, base).href) : undefined)),
  );
  return [...new Set(paths)].filter(
    (path) => path !== undefined && contentTypeOf(path) !== undefined,
  ) as string[];
}
