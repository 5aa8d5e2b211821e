/** Puts files in the place of the relative addresses in CSS. */
import type { Assets } from '../../template/model/template.ts';
import { startTimeSlices } from '../../workers/time-slices.ts';
import { asData, type Embed, embedded, isFont } from './embed.ts';

const urls = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi;

export interface InlineOptions {
  readonly assets: Assets;
  readonly embed?: Embed | undefined;
  /** Addresses of font files are added to it. */
  readonly fonts?: Set<string> | undefined;
  /** Of the CSS with the files in it: the same small file may be named 100,000 times. */
  readonly maxCharacters: number;
}

/** What is no asset stays as it is. Undefined where the result would be too long. */
export async function inlineCssAssets(
  css: string,
  { assets, embed = asData, fonts, maxCharacters }: InlineOptions,
): Promise<string | undefined> {
  const parts: string[] = [];
  const slice = startTimeSlices();
  let length = css.length;
  let from = 0;
  for (const match of css.matchAll(urls)) {
    await slice();
    const written = match[1] ?? match[2] ?? match[3] ?? '';
    const file = written.startsWith('data:')
      ? { address: written, type: written.slice('data:'.length) }
      : await embedded(written, assets, embed);
    if (!file) continue;
    if (isFont(file.type)) fonts?.add(file.address);
    const inlined = `url("${file.address}")`;
    length += inlined.length - match[0].length;
    if (length > maxCharacters) return undefined;
    parts.push(css.slice(from, match.index), inlined);
    from = match.index + match[0].length;
  }
  return parts.join('') + css.slice(from);
}
