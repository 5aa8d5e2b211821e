/**
 * Inlines the files of a document, so that it needs no address of its own and can replace another document in its page.
 * Only the unambiguous cases `<img src>` and `<style>` are inlined; everything else keeps its address.
 */

import { startTimeSlices } from '#runtime/time-slices';
import type { Assets } from '#template/model/template';
import { asData, type Embed, embedded } from './embed.ts';
import { type InlineOptions, inlineCssAssets } from './inline-assets.ts';

/** No part matches past a `<`: otherwise the time would grow quadratically with the size of a hostile document. */
const places =
  /(<img\s(?:[^<>"']|"[^"<>]*"|'[^'<>]*')*?\bsrc\s*=\s*)(["'])([^"'<>]*)\2|(<style\b[^<>]*>)([^<]*)/gi;

/** Beyond this many characters, inlining costs more than requests. */
export const maxInlinedCharacters = 2_000_000;

export async function inlineHtmlAssets(html: string, assets: Assets, embed: Embed = asData): Promise<string> {
  const parts: string[] = [];
  const slice = startTimeSlices();
  let from = 0;
  let length = html.length;
  for (const match of html.matchAll(places)) {
    await slice();
    const [all, image, quote, address, style, css] = match;
    const maxCharacters = maxInlinedCharacters - length + all.length;
    const inlined =
      image === undefined
        ? await inlineStyle(style ?? '', css ?? '', { assets, embed, maxCharacters })
        : `${image}${quote}${(await embedded(address ?? '', assets, embed)) ?? address}${quote}`;
    if (inlined === undefined || inlined.length > maxCharacters) break;
    length += inlined.length - all.length;
    parts.push(html.slice(from, match.index), inlined);
    from = match.index + all.length;
  }
  return parts.join('') + html.slice(from);
}

async function inlineStyle(tag: string, css: string, options: InlineOptions): Promise<string | undefined> {
  const inlined = await inlineCssAssets(css, options);
  return inlined === undefined ? undefined : tag + inlined;
}
