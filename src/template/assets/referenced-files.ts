/** Finds the files that a document refers to, for a server that cannot read its folder. */

import { decodeUtf8 } from '../load/read-text.ts';
import { findContentType } from '../model/content-types.ts';
import { assetPath, toDocumentAddress } from '../model/document-address.ts';
import { byName } from '../model/file-tree.ts';
import type { Asset, Assets } from '../model/template.ts';
import { type AssetReference, cssReferences, htmlReferences } from './asset-references.ts';

export interface ReferencedFiles {
  /** Path → content, sorted by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Files that cannot be sent, each path once, in the order in which the document names them. */
  readonly missing: readonly MissingFile[];
}

interface MissingFile {
  readonly path: string;
  /** The end of a sentence: `there is no such file`. */
  readonly reason: string;
}

/**
 * Reads the files that HTML loads by a relative URL, and those that its style sheets and scripts load in turn. `htmls`
 * are the filled document, header and footer. A file that a script loads is found if a string literal is its whole URL.
 *
 * @example
 * const { files, missing } = await readReferencedFiles(['<img src="assets/logo.svg">'], assets);
 * // files: Map { 'assets/logo.svg' → bytes }, missing: []
 */
export async function readReferencedFiles(
  htmls: readonly string[],
  assets: Assets,
): Promise<ReferencedFiles> {
  const found = new Map<string, Uint8Array>();
  const missing = new Map<string, MissingFile>();

  async function add(path: string, isRequired: boolean): Promise<void> {
    if (found.has(path)) return;
    const asset = await assets.read(path);
    if (asset) {
      found.set(path, asset.bytes);
      await addReferences(path, asset);
    } else if (isRequired && !missing.has(path)) {
      const reason = (await assets.explain?.(path)) ?? 'there is no such file';
      missing.set(path, { path, reason });
    }
  }

  async function addAll(references: readonly AssetReference[]): Promise<void> {
    for (const { path, isOptional } of references) await add(path, !isOptional);
  }

  async function addReferences(path: string, { type, bytes }: Asset): Promise<void> {
    const isStyle = type.startsWith('text/css');
    if (!isStyle && !type.startsWith('text/javascript')) return;
    const text = decodeUtf8(bytes) ?? '';
    if (isStyle) {
      // Style sheets list font formats of old browsers that current browsers do not load.
      await addAll(cssReferences(text, path).filter((each) => findContentType(each.path) !== undefined));
    } else for (const quoted of quotedPaths(text, path)) await add(quoted, false);
  }

  for (const html of htmls) {
    await addAll(htmlReferences(html));
    for (const quoted of quotedPaths(html)) await add(quoted, false);
  }
  return {
    files: new Map([...found].sort(([a], [b]) => byName(a, b))),
    missing: [...missing.values()],
  };
}

const quotedText = /["'`(]([^"'`()<>\s\\]{1,300})(?=["'`)])/g;

/**
 * Returns the possible paths in strings of a script (`img.src = 'assets/seal.png'`), or of HTML with scripts, without
 * duplicates. They may be relative to the document or, in an `import`, to the script. Most strings are not paths, so
 * check whether the file exists.
 */
export function quotedPaths(text: string, file = ''): string[] {
  const bases = [...new Set([toDocumentAddress(), toDocumentAddress(file)])];
  const paths = [...text.matchAll(quotedText)].flatMap(([, address = '']) =>
    bases.map((base) => (URL.canParse(address, base) ? assetPath(new URL(address, base).href) : undefined)),
  );
  return [...new Set(paths)].filter(
    (path) => path !== undefined && findContentType(path) !== undefined,
  ) as string[];
}
