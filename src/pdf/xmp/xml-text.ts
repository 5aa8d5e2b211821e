/** The text of an XML file in any encoding that the XML specification lets a reader detect (annex F). */

export interface XmlText {
  readonly text: string;
  /** `UTF-8`, `UTF-16`, `UTF-32`, or the encoding that the XML declaration names. */
  readonly encoding: string;
}

/** Undefined if the encoding is unknown or the bytes are not valid in it. */
export function decodeXml(bytes: Uint8Array): XmlText | undefined {
  const encoding = detectEncoding(bytes);
  const text = encoding.startsWith('utf-32')
    ? decodeUtf32(bytes, encoding === 'utf-32be')
    : decode(bytes, encoding);
  if (text === undefined) return undefined;
  const label = encoding.replace(/[lb]e$/, '').toUpperCase();
  return { text: text.startsWith('\ufeff') ? text.slice(1) : text, encoding: label };
}

/** By the byte order mark, else by the zero bytes around the first `<`, else by the XML declaration. */
function detectEncoding(bytes: Uint8Array): string {
  const [a = -1, b = -1, c = -1, d = -1] = bytes;
  if (a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && d === 0x3c))) return 'utf-32be';
  if (c === 0 && d === 0 && ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0))) return 'utf-32le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  const head = Buffer.from(bytes.subarray(0, 100)).toString('latin1');
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(head)?.[1];
  return declared?.toLowerCase() ?? 'utf-8';
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeUtf32(bytes: Uint8Array, bigEndian: boolean): string | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += 4) {
    const code = view.getUint32(offset, !bigEndian);
    if (code > 0x10ffff) return undefined;
    parts.push(String.fromCodePoint(code));
  }
  return parts.join('');
}
