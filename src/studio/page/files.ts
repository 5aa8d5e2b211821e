/** Files as they are sent: [{ path, content }] with base64, path → bytes in the page. */

export type PageFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export interface SentFile {
  readonly path: string;
  readonly content: string;
}

export const unpackFiles = (files: readonly SentFile[]): Map<string, Uint8Array<ArrayBuffer>> =>
  new Map(
    files.map(({ path, content }) => [
      path,
      Uint8Array.from(atob(content), (character) => character.charCodeAt(0)),
    ]),
  );

export function packFile(path: string, bytes: Uint8Array): SentFile {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 0x8000) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  }
  return { path, content: btoa(parts.join('')) };
}

export const textFile = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export const jsonFile = (value: unknown): Uint8Array<ArrayBuffer> =>
  textFile(`${JSON.stringify(value, null, 2)}\n`);

export const isSameFile = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.length === b.length &&
    a.every((byte, index) => byte === b[index]));
