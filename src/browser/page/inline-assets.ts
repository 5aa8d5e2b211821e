/** Replaces relative addresses in CSS with the files themselves. */

import { startTimeSlices } from '#runtime/time-slices';
import type { Assets } from '#template/model/template';
import { asData, type Embed, embedded } from './embed.ts';

const urls = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi;

export interface InlineOptions {
  readonly assets: Assets;
  readonly embed?: Embed | undefined;
  /** Limit for the CSS including its files: the same small file may be referenced 100,000 times. */
  readonly maxCharacters: number;
}

/** Leaves addresses that are not assets unchanged. Returns undefined if the result would be too long. */
export async function inlineCssAssets(
  css: string,
  { assets, embed = asData, maxCharacters }: InlineOptions,
): Promise<string | undefined> {
  const parts: string[] = [];
  const slice = startTimeSlices();
  let length = css.length;
  let from = 0;
  for (const match of css.matchAll(urls)) {
    await slice();
    const written = match[1] ?? match[2] ?? match[3] ?? '';
    const address = await embedded(written, assets, embed);
    if (address === undefined) continue;
    const inlined = `url("${address}")`;
    length += inlined.length - match[0].length;
    if (length > maxCharacters) return undefined;
    parts.push(css.slice(from, match.index), inlined);
    from = match.index + match[0].length;
  }
  return parts.join('') + css.slice(from);
}
