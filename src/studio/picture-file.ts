/** Converts pictures between `assets/`, where a template keeps them, and the Designer, which needs them as text. */
import type { DesignFiles } from './open-design.ts';

export interface PictureFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Returns the picture at the path `content` in the form that the Designer shows, or `content` if there is none. */
export function shownPicture(type: string, content: string, files: DesignFiles): string {
  const bytes = files.get(content.trim());
  if (!bytes) return content;
  if (type === 'svg') return new TextDecoder().decode(bytes);
  const kind = detectKind(bytes);
  return kind ? `data:${kind.type};base64,${toBase64(bytes)}` : content;
}

/**
 * Returns the file for a picture that was inserted in the Designer, named after its element, or undefined if documents
 * cannot show its format. `taken` contains the existing files and those added during this save.
 */
export function pictureFile(
  type: string,
  name: string,
  content: string,
  taken: DesignFiles,
): PictureFile | undefined {
  const bytes = decodeBytes(type, content.trim());
  if (!bytes) return undefined;
  const extension = type === 'svg' ? 'svg' : detectKind(bytes)?.extension;
  if (extension === undefined) return undefined;
  const known = [...taken].find(([path, each]) => path.startsWith('assets/') && sameBytes(each, bytes));
  if (known) return { path: known[0], bytes };
  const stem = fileName(name);
  for (let number = 1; ; number++) {
    const path = `assets/${stem}${number === 1 ? '' : `-${number}`}.${extension}`;
    if (!hasPath(taken, path)) return { path, bytes };
  }
}

/** Compares without case, because some file systems do. */
const hasPath = (taken: DesignFiles, path: string): boolean =>
  [...taken.keys()].some((each) => each.toLowerCase() === path.toLowerCase());

/** Keeps letters of any language, digits and hyphens, which are valid in file names on every system. */
function fileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  // Device names on Windows.
  return plain === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(plain) ? `picture-${plain}` : plain;
}

function decodeBytes(type: string, content: string): Uint8Array | undefined {
  if (type === 'svg') return content.startsWith('<') ? new TextEncoder().encode(content) : undefined;
  const [, data] = /^data:image\/[\w.+-]+(?:;[^,;]*)*;base64,([\s\S]+)$/i.exec(content) ?? [];
  if (data === undefined) return undefined;
  try {
    return Uint8Array.from(atob(data.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function detectKind(bytes: Uint8Array): { readonly type: string; readonly extension: string } | undefined {
  const begins = (...start: number[]) => start.every((byte, index) => bytes[index] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47)) return { type: 'image/png', extension: 'png' };
  return begins(0xff, 0xd8, 0xff) ? { type: 'image/jpeg', extension: 'jpg' } : undefined;
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 0x8000) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  }
  return btoa(parts.join(''));
}
