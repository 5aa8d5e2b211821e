/**
 * Addresses that lead above a document's folder. A browser folds `../a.css` into `a.css` at the top of a host, so that
 * a request does not show what was written; the text of the document does.
 */
import { posix } from 'node:path';
import { decodeUtf8 } from '../load/read-text.ts';
import { missingFile } from '../load/tree-assets.ts';
import { assetPath } from '../model/document-address.ts';
import type { Assets } from '../model/template.ts';

export interface ReferenceAbove {
  /** As written, `../a.css`. */
  readonly written: string;
  /** Path of the file that names it; undefined for the document itself. */
  readonly file?: string | undefined;
}

/** All of this serves a message: it must not hold up other documents. */
const maxSearchedCharacters = 1_000_000;
const maxSearchedAddresses = 1_000;

/** In quotes, or as `href=../a.css` and `url(../a.css)`. Longer addresses name no file. */
const upward =
  /"\s?((?:\.\/)?\.\.\/[^"<>]{0,2000})"|'\s?((?:\.\/)?\.\.\/[^'<>]{0,2000})'|[=(\s,]((?:\.\/)?\.\.\/[^\s"'()<>]{0,2000})/g;

/**
 * What a text names above the folder that a browser folds into `path`, as written; undefined where it names nothing
 * like it. `file` is the path of the text, to which its addresses are relative.
 *
 * @example
 * writtenAbove('<link href="../a.css">', 'a.css'); // '../a.css'
 */
export function writtenAbove(text: string, path: string, file?: string): string | undefined {
  let addresses = 0;
  for (const match of text.slice(0, maxSearchedCharacters).matchAll(upward)) {
    if (++addresses > maxSearchedAddresses) return undefined;
    const written = (match[1] ?? match[2] ?? match[3] ?? '').trim().replace(/[?#].*$/s, '');
    const isAbove = posix.join(posix.dirname(file ?? ''), written).startsWith('../');
    if (isAbove && assetPath(written, file) === path) return written;
  }
  return undefined;
}

/**
 * The same files, with `describe` as the reason for those that the document, or a style sheet that it uses, expects
 * above the folder. `texts` are the sources of the document.
 */
export function explainAbove(
  assets: Assets,
  texts: readonly string[],
  describe: (reference: ReferenceAbove) => string | Promise<string>,
): Assets {
  const styleSheets = new Set<string>();
  return {
    ...assets,
    async read(path) {
      const asset = await assets.read(path);
      if (asset?.type.startsWith('text/css')) styleSheets.add(path);
      return asset;
    },
    async explain(path) {
      const reason = (await assets.explain?.(path)) ?? missingFile;
      if (reason !== missingFile) return reason;
      let searched = 0;
      for (const text of texts) {
        const written = writtenAbove(text, path, assets.documentPath);
        if (written !== undefined) return await describe({ written });
        searched += text.length;
      }
      for (const file of styleSheets) {
        if (searched > maxSearchedCharacters) break;
        const bytes = (await assets.read(file))?.bytes ?? new Uint8Array();
        const written = writtenAbove(decodeUtf8(bytes) ?? '', path, file);
        if (written !== undefined) return await describe({ written, file });
        searched += bytes.length;
      }
      return reason;
    },
  };
}
