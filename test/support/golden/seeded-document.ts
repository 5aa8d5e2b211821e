/** Documents that a seed chooses, with their own fonts: text, a table, and rows of pixels. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.ts';

const fontOf = (style: string) =>
  `url(data:font/ttf;base64,${readFileSync(join(root, `src/template/pdfme/fonts/OpenSans-${style}.ttf`), 'base64')})`;
const styles = `
@font-face { font-family: Text; src: ${fontOf('Regular')} }
@font-face { font-family: Other; src: ${fontOf('Italic')} }
body { font: 10pt Text; margin: 0 } td { padding: 1mm 3mm; border-bottom: .2mm solid #999 }
.pixels { width: 60px } .pixels div { height: 1px }`;

/** Numbers from 0 to 1, the same for the same seed (Mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Parts {
  readonly rows: string[][];
  /** Where the dark part of each row of pixels begins. */
  readonly pixels: number[];
  text: string;
}

const letters = 'abcdefghiklmnoprstuvwz';

export function partsOf(random: () => number): Parts {
  const int = (count: number) => Math.floor(random() * count);
  const word = () => Array.from({ length: 4 + int(6) }, () => letters[int(letters.length)]).join('');
  return {
    rows: Array.from({ length: 12 + int(40) }, (_, row) => [
      `${row + 1}`,
      `${word()} ${word()}`,
      (random() * 10_000).toFixed(2),
    ]),
    pixels: Array.from({ length: 40 }, () => 5 + int(40)),
    text: Array.from({ length: 60 }, word).join(' '),
  };
}

export const htmlOf = ({
  rows,
  pixels,
  text,
}: Parts) => `<!doctype html><html lang="en"><title>Changes</title>
<style>${styles}</style><p>${text}</p><div class="pixels">${pixels
  .map(
    (start) =>
      `<div style="background: linear-gradient(90deg, #fff ${start}px, #246 ${start}px ${start + 9}px, #fff ${start + 9}px)"></div>`,
  )
  .join('')}</div><table>${rows
  .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  .join('')}</table>`;
