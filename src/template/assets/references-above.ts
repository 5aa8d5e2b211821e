/**
 * Finds URLs that lead above a document's folder. At the top of a host a browser resolves `../a.css` to `a.css`, so that
 * only the text of the document shows what was written.
 */
import { posix } from 'node:path';
import { decodeUtf8 } from '../load/read-text.ts';
import { missingFile } from '../load/tree-assets.ts';
import { assetPath } from '../model/document-address.ts';
import type { Assets } from '../model/template.ts';

export interface ReferenceAbove {
  /** As written, `../a.css`. */
  readonly written: string;
  /** Path of the file that contains the URL, or undefined for the document itself. */
  readonly file?: string | undefined;
}

/** The search only improves a message, so it must not delay other documents. */
const maxSearchedCharacters = 1_000_000;
const maxSearchedAddresses = 1_000;

/** In quotes, or as `href=../a.css` and `url(../a.css)`. Longer URLs are not file paths. */
const upward =
  /"\s?((?:\.\/)?\.\.\/[^"<>]{0,2000})"|'\s?((?:\.\/)?\.\.\/[^'<>]{0,2000})'|[=(\s,]((?:\.\/)?\.\.\/[^\s"'()<>]{0,2000})/g;

/**
 * Returns the URL in a text that leads above the folder and that a browser resolves to `path`, as written, or undefined.
 * `file` is the path of the text, to which its URLs are relative.
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
 * Wraps `Assets` so that `describe` explains the files that the document, or a style sheet that it uses, expects above
 * the folder. `texts` are the sources of the document.
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
