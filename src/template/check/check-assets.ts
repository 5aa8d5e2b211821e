/** Checks that the files that a template's HTML and CSS refer to exist and may be used. */

import { nearest } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { type AssetReference, cssReferences, htmlReferences } from '../assets/asset-references.ts';
import type { ReadTemplate } from '../load/read-template.ts';
import { decodeUtf8 } from '../load/read-text.ts';
import { markdownSourceToHtml } from '../markdown/markdown-source.ts';
import type { Warning } from '../model/check-result.ts';
import { findContentType } from '../model/content-types.ts';
import type { FileTree } from '../model/file-tree.ts';
import { templateParts } from './template-parts.ts';

export interface AssetCheck {
  readonly failures: readonly Failure[];
  /** The same for a preview, which does without these files. */
  readonly warnings: readonly Warning[];
  /** The paths of all files that are referred to. */
  readonly used: ReadonlySet<string>;
}

export async function checkAssets(
  tree: FileTree,
  { template, sources }: Pick<ReadTemplate, 'template' | 'sources'>,
): Promise<AssetCheck> {
  const failures: Failure[] = [];
  const warnings: Warning[] = [];
  const used = new Set<string>();

  const check = async (references: readonly AssetReference[], file: string, text: string) => {
    for (const { path, line, column, above } of references) {
      const isNew = !used.has(path);
      used.add(path);
      const asset = await template.assets.read(path);
      if (!asset) {
        const why = above ? 'it is outside the folder' : await template.assets.explain?.(path);
        const hint = await similarAsset(tree, path);
        const message = `${above ?? path} cannot be used: ${why ?? 'there is no such file'}.`;
        const location = { file, line, column, text };
        failures.push(new Failure('invalid_template', message, { hint, location }));
        warnings.push({ message, location, asset: path });
      } else if (asset.type.startsWith('text/css') && isNew) {
        const css = decodeUtf8(asset.bytes) ?? '';
        await check(cssReferences(css, path), tree.label(path), css);
      }
    }
  };

  for (const { part, name, source, isHtml, autoescape } of templateParts(template)) {
    const place = sources.locate({ part, template: name, line: 1 });
    if (isHtml && place) await check(htmlReferences(source), place.file, source);
    // Its HTML has the lines of the Markdown.
    else if (autoescape === 'markdown' && place) {
      const references = htmlReferences(await markdownSourceToHtml(source, template));
      await check(
        references.map((each) => ({ ...each, column: 1 })),
        place.file,
        source,
      );
    }
  }
  const styles = template.kind === 'editor' ? undefined : template.styles;
  if (styles !== undefined && !used.has('styles.css')) {
    await check(cssReferences(styles), tree.label('styles.css'), styles);
  }
  return { failures, warnings, used };
}

/** The file that was probably meant: one with a similar path, or with the same name in another folder. */
async function similarAsset(tree: FileTree, path: string): Promise<string | undefined> {
  const known = (await tree.list()).filter((each) => findContentType(each) !== undefined && each !== path);
  const name = path.split('/').at(-1) ?? path;
  const found = nearest(path, known) ?? known.find((each) => each.split('/').at(-1) === name);
  return found === undefined ? undefined : `Did you mean ${found}?`;
}
