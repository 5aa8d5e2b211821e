/**
 * Encodes bytes as base64 in pieces, so that a thread with other work can pause between them. Joined, they are the
 * base64 of the joined `chunks`. Each encodes `pieceBytes` bytes, a multiple of three, because a piece may not end in
 * padding; the last one may encode fewer.
 *
 * @example
 * for (const text of base64Pieces([pdf], 3 * 65_536)) pipe.write(text);
 */
export function* base64Pieces(chunks: Iterable<Uint8Array>, pieceBytes: number): Generator<string, void> {
  // Bytes left over from earlier chunks, fewer than a piece.
  let rest: Buffer = Buffer.alloc(0);
  for (const { buffer, byteOffset, byteLength } of chunks) {
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (; from + pieceBytes <= bytes.length; from += pieceBytes) {
      yield bytes.toString('base64', from, from + pieceBytes);
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest.toString('base64');
}
