/** Replaces relative addresses in CSS with the files themselves. */
import type { Assets } from '../../template/model/template.ts';
import { startTimeSlices } from '../../workers/time-slices.ts';
import { asData, type Embed, embedded, isFont } from './embed.ts';

const urls = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi;

export interface InlineOptions {
  readonly assets: Assets;
  readonly embed?: Embed | undefined;
  /** Collects the addresses of font files. */
  readonly fonts?: Set<string> | undefined;
  /** Limit for the CSS including its files: the same small file may be referenced 100,000 times. */
  readonly maxCharacters: number;
}

/** Leaves addresses that are not assets unchanged. Returns undefined if the result would be too long. */
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
