/** Replaces the relative addresses in CSS by `data:` addresses. */
import type { Assets } from '../template/template.ts';
import { dataAddress } from './data-address.ts';

const urls = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi;

/** Addresses of font files are added to `fonts`. What is no asset stays as it is. */
export async function inlineCssAssets(css: string, assets: Assets, fonts: Set<string>): Promise<string> {
  const parts: string[] = [];
  let from = 0;
  for (const match of css.matchAll(urls)) {
    const address = match[1] ?? match[2] ?? match[3] ?? '';
    const data = address.startsWith('data:') ? address : await dataAddress(address, assets);
    if (!data) continue;
    if (/^data:(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/i.test(data))
      fonts.add(data);
    parts.push(css.slice(from, match.index), `url("${data}")`);
    from = match.index + match[0].length;
  }
  return parts.join('') + css.slice(from);
}
