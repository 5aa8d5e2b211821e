/** Reads a ZIP by its central directory, as programs do. */
import { fromBufferPromise } from 'yauzl';

/** Returns name → content, in the order of the archive. Content is checked against its CRC-32 by yauzl. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}
