/** The header that names a downloaded file, in any script (RFC 6266, RFC 8187). */

/**
 * A name beyond ASCII is sent twice: `filename` for programs that do not know `filename*`.
 *
 * @example
 * contentDisposition('Müller.pdf'); // attachment; filename="Muller.pdf"; filename*=UTF-8''M%C3%BCller.pdf
 */
export function contentDisposition(filename: string): string {
  const plain = filename
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._ -]/gu, '_');
  const header = `attachment; filename="${plain}"`;
  return plain === filename ? header : `${header}; filename*=UTF-8''${encodeExtended(filename)}`;
}

/** `encodeURIComponent` leaves characters that have a meaning in such a value. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
