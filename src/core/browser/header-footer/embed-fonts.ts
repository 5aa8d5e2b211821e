/**
 * Fonts of headers and footers. Their document is given whole fonts anew for each print, in its text: a font with what
 * the few words need makes an invoice a tenth faster.
 */
import { hash } from 'node:crypto';
import { slimFont } from '../../fonts/slim-font.ts';
import { LRUMap } from '../../lru-cache.ts';
import { asData, type Embed, isFont } from '../page/embed.ts';

/** Bytes. Below it there is nothing to win. */
const worthSlimming = 24_000;
/** A font this large is slow to go through. */
const maxFontBytes = 32 * 1024 * 1024;

/** By font and characters; the address of the whole font where it cannot be done without. */
const known = new LRUMap<string, string>(16 * 1024 * 1024);

/** Gives `data:` addresses: of fonts with these characters only, of all else whole. */
export function embedSubsetFonts(characters: ReadonlySet<number>): Embed {
  const key = [...characters].sort((a, b) => a - b).join();
  return async (asset) => {
    const { type, bytes } = asset;
    if (!isFont(type) || bytes.length < worthSlimming || bytes.length > maxFontBytes)
      return await asData(asset);
    const name = `${hash('sha256', bytes, 'base64')} ${type} ${key}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const slim = slimFont(bytes, characters);
    const address = await asData(slim ? { type: 'font/ttf', bytes: slim } : asset);
    known.set(name, address, address.length + name.length);
    return address;
  };
}

const face = /@font-face\s*\{[^{}]*\}/gi;
const rangeOfFace = /unicode-range\s*:([^;}]*)/i;

/** The style sheet without the faces that are there for other characters (CSS Fonts 4, 4.5). */
export function withFacesFor(css: string, characters: ReadonlySet<number>): string {
  return css.replace(face, (rule) => {
    const range = rangeOfFace.exec(rule)?.[1];
    return range === undefined || includesAny(range, characters) ? rule : '';
  });
}

/** Says yes to what it does not understand. */
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
