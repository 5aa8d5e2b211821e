/** Puts files in the place of the relative addresses in CSS. */
import type { Assets } from '../template/template.ts';
import { asData, type Embed, embedded, isFont } from './embed.ts';

const urls = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi;

/** Addresses of font files are added to `fonts`. What is no asset stays as it is. */
export async function inlineCssAssets(
  css: string,
  assets: Assets,
  fonts: Set<string>,
  embed: Embed = asData,
): Promise<string> {
  const parts: string[] = [];
  let from = 0;
  for (const match of css.matchAll(urls)) {
    const written = match[1] ?? match[2] ?? match[3] ?? '';
    const file = written.startsWith('data:')
      ? { address: written, type: written.slice('data:'.length) }
      : await embedded(written, assets, embed);
    if (!file) continue;
    if (isFont(file.type)) fonts.add(file.address);
    parts.push(css.slice(from, match.index), `url("${file.address}")`);
    from = match.index + match[0].length;
  }
  return parts.join('') + css.slice(from);
}
