/**
 * Resolves the picture that a value names: a file of the template or a `data:` address. Nothing else is ever fetched.
 */
import { svgFault } from './svg-fault.ts';

/** Path below the template's folder → bytes, or undefined if the file does not exist. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** Pixels. A PNG is decompressed to four bytes per pixel before it is stored. */
const maxPixels = 40_000_000;

/** The path of the file that a value names. Undefined if the value contains the picture itself. */
export function findPicture(value: string): string | undefined {
  const text = value.trim();
  return text === '' || /^(?:data:|<)/i.test(text) ? undefined : text;
}

/**
 * Returns the picture for pdfme: SVG as text, others as a `data:` address. Throws an `Error` whose message is the end
 * of a sentence.
 */
export function pictureValue(type: string, value: string, files: Files): string {
  const text = value.trim();
  if (text === '') return '';
  const bytes = readBytes(text, files);
  if (type === 'svg') {
    const svg = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
    const fault = svgFault(svg);
    if (fault !== undefined) throw new Error(fault);
    return svg;
  }
  const kind = detectKind(bytes);
  if (kind === undefined) {
    const hint = /<svg[\s>]/.test(new TextDecoder().decode(bytes.subarray(0, 2_000)))
      ? ': an SVG needs an element of the type svg'
      : '';
    throw new Error(`is no PNG and no JPEG${hint}`);
  }
  if (kind === 'png') {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 33) throw new Error('is a PNG that is cut off');
    if (view.getUint32(16) * view.getUint32(20) > maxPixels) {
      throw new Error(`is a PNG of more than ${maxPixels / 1_000_000} million pixels`);
    }
  }
  return `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`;
}

function readBytes(text: string, files: Files): Uint8Array {
  if (text.startsWith('<')) return Buffer.from(text);
  const path = findPicture(text);
  if (path === undefined) {
    const [, parameters = '', data = ''] = /^data:([^,]*),([\s\S]*)$/i.exec(text) ?? [];
    if (/;\s*base64$/i.test(parameters)) return Buffer.from(data, 'base64');
    try {
      return Buffer.from(decodeURIComponent(data));
    } catch {
      throw new Error('is a data: address that cannot be read');
    }
  }
  const bytes = files.get(path);
  if (bytes) return bytes;
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) {
    throw new Error('must be a file of the template or a data: address: nothing is fetched from elsewhere');
  }
  throw new Error(`names ${JSON.stringify(path.slice(0, 200))}, and the template has no such file`);
}

function detectKind(bytes: Uint8Array): 'png' | 'jpeg' | undefined {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return 'png';
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? 'jpeg' : undefined;
}
