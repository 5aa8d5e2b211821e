/** Decodes HTML files in every encoding that a browser reads. */
import { decodeUtf8 } from './read-text.ts';

/** `<meta charset=…>` has to be in the first 1024 bytes (HTML standard, "prescan a byte stream"). */
const prescanBytes = 1024;

/**
 * Decodes an HTML file by its byte order mark, as UTF-8 if it is valid UTF-8, and otherwise by the charset that
 * `contentType`, its XML declaration or a `<meta>` names.
 */
export function decodeHtml(bytes: Uint8Array, contentType = ''): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  const head = Buffer.from(bytes.subarray(0, prescanBytes)).toString('latin1');
  const declared = /;\s*charset\s*=\s*(?:["']\s*)?([\w.:-]+)/i.exec(contentType)?.[1];
  const xml = /^<\?xml\s[^<>]*\sencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  const charset = declared ?? xml ?? /<meta[^<>]+charset\s*=\s*(?:["']\s*)?([\w.:-]+)/i.exec(head)?.[1];
  try {
    return new TextDecoder(charset ?? 'windows-1252').decode(bytes);
  } catch {
    // An unknown charset. Browsers fall back to windows-1252, in which every byte is a character.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
