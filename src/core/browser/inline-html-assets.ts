/**
 * Puts the files that a document shows into it, so that it needs no address of its own and may take the place of
 * another one. Only where that is plain to see, in `<img src>` and `<style>`; what is left
 * keeps its address.
 */
import type { Assets } from '../template/template.ts';
import { asData, type Embed, embedded } from './embed.ts';
import { inlineCssAssets } from './inline-assets.ts';

/** No part of it runs on past a `<`: the time would grow with the square of a hostile document. */
const places =
  /(<img\s(?:[^<>"']|"[^"<>]*"|'[^'<>]*')*?\bsrc\s*=\s*)(["'])([^"'<>]*)\2|(<style\b[^<>]*>)([^<]*)/gi;

/** More than this many characters cost more than requests do. */
const mostCharacters = 2_000_000;

export async function inlineHtmlAssets(html: string, assets: Assets, embed: Embed = asData): Promise<string> {
  const parts: string[] = [];
  let from = 0;
  let length = html.length;
  for (const match of html.matchAll(places)) {
    const [all, image, quote, address, style, css] = match;
    const inlined =
      image === undefined
        ? `${style}${await inlineCssAssets(css ?? '', assets, new Set(), embed)}`
        : `${image}${quote}${(await embedded(address ?? '', assets, embed))?.address ?? address}${quote}`;
    length += inlined.length - all.length;
    if (length > mostCharacters) break;
    parts.push(html.slice(from, match.index), inlined);
    from = match.index + all.length;
  }
  return parts.join('') + html.slice(from);
}
