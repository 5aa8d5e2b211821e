/**
 * Gives a character to glyphs that have none, such as marks of Arabic, which a font joins to others. Chromium writes U+0000
 * for them, which no text may have (ISO 14289-1, 7.21.7). What they mean is in the `ActualText` around them.
 */
import { deflateSync } from 'node:zlib';
import { PdfName, PdfStream } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { effort } from '../writing/writer.ts';

const key = Buffer.from('/ToUnicode ', 'latin1');
/** A line of single characters: ranges have three numbers. Codes of fonts of the type Type3 have one byte. */
const nothing = /^(<(?:[0-9A-F]{2}){1,2}> )<0000>$/gm;
/** The zero-width space, which readers neither show nor say. */
const silent = '$1<200B>';

/** Throws `malformed`, `unsupported`, `too_large`. */
export function nameGlyphs(file: PdfReader, update: IncrementalUpdate): void {
  const { bytes } = file;
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + key.length)) {
    const start = at + key.length;
    const [, number] = /^(\d{1,10}) 0 R/.exec(bytes.toString('latin1', start, start + 16)) ?? [];
    const ref = file.ref(Number(number ?? 0), 0);
    const stream = file.resolve(ref);
    if (!(stream instanceof PdfStream)) continue;
    const text = Buffer.from(file.decode(stream)).toString('latin1');
    const named = text.replace(nothing, silent);
    if (named === text) continue;
    const data = deflateSync(Buffer.from(named, 'latin1'), effort);
    update.replace(ref, new PdfStream(new Map([['Filter', new PdfName('FlateDecode')]]), data));
  }
}
