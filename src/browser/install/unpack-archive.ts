import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

/** Unpacks a tar archive that is compressed with Brotli into a folder. Throws if it cannot be read or written. */
export async function unpackArchive(file: string | URL, folder: string): Promise<void> {
  const { unpackTar } = await import('modern-tar/fs');
  const archive = createReadStream(file);
  const plain = archive.pipe(createBrotliDecompress());
  // `pipe` does not pass errors on.
  archive.once('error', (error) => plain.destroy(error));
  await pipeline(Readable.from(plain), unpackTar(folder));
}
