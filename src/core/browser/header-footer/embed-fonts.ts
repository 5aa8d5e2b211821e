/**
 * Fonts of headers and footers. Their document receives its fonts inline, again for each print. Subsetting a font to
 * the few characters needed makes an invoice a quarter faster.
 */
import { hash } from 'node:crypto';
import { subsetFont } from '../../fonts/subset-font.ts';
import { LRUMap } from '../../lru-cache.ts';
import { asData, type Embed, isFont } from '../page/embed.ts';

/** In bytes. Subsetting a smaller font gains nothing. */
const minSubsetBytes = 24_000;
/** Subsetting a larger font is slow. */
const maxFontBytes = 32 * 1024 * 1024;

/** Addresses by font and characters. The entry is the whole font's address if it cannot be subset. */
const known = new LRUMap<string, string>(16 * 1024 * 1024);

/**
 * Returns an `Embed` that produces `data:` addresses: fonts are subset to these characters, other assets stay whole.
 */
export function embedSubsetFonts(characters: ReadonlySet<number>): Embed {
  const key = [...characters].sort((a, b) => a - b).join();
  return async (asset) => {
    const { type, bytes } = asset;
    if (!isFont(type) || bytes.length < minSubsetBytes || bytes.length > maxFontBytes)
      return await asData(asset);
    const name = `${hash('sha256', bytes, 'base64')} ${type} ${key}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const slim = subsetFont(bytes, characters);
    const address = await asData(slim ? { type: 'font/ttf', bytes: slim } : asset);
    known.set(name, address, address.length + name.length);
    return address;
  };
}

const face = /@font-face\s*\{[^{}]*\}/gi;
const rangeOfFace = /unicode-range\s*:([^;}]*)/i;

/** Returns the style sheet without the font faces that only cover other characters (CSS Fonts 4, 4.5). */
export function withFacesFor(css: string, characters: ReadonlySet<number>): string {
  return css.replace(face, (rule) => {
    const range = rangeOfFace.exec(rule)?.[1];
    return range === undefined || includesAny(range, characters) ? rule : '';
  });
}

/** Returns true for a range that it cannot parse. */
function includesAny(range: string, characters: ReadonlySet<number>): boolean {
  return range.split(',').some((part) => {
    const [, first = '', wild = '', last = ''] =
      /^\s*u\+([\da-f]{0,6})(\?{0,6})(?:-([\da-f]{1,6}))?\s*$/i.exec(part) ?? [];
    if (first === '' && wild === '') return true;
    const from = Number.parseInt(first + wild.replaceAll('?', '0'), 16);
    const to = Number.parseInt(last || first + wild.replaceAll('?', 'f'), 16);
    for (const character of characters) if (character >= from && character <= to) return true;
    return false;
  });
}
