/**
 * Receives a large PDF from Chromium in pieces. Its images stay in a temporary file, which has no name, so that the system
 * removes it however this process ends.
 */
import type { FileHandle } from 'node:fs/promises';
import { Failure } from '#contract/errors';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { appendTo, openUnnamed } from '#pdf/large-pdf/unnamed-file';
import type { CdpSession } from '../../cdp/connection.ts';
import { deferImages } from './defer-images.ts';

export interface ReceiveOptions {
  /** Gets the images. */
  readonly deferred: DeferredStreams;
  /** Larger PDFs go through a temporary file. */
  readonly maxBytesInMemory: number;
  /** The most that the temporary file may take. */
  readonly maxBytes: number;
}

/** Bytes of the PDF in one message. A multiple of three, so that their base64 needs no padding. */
const pieceBytes = 786_432;

/** Throws `memory_limit` for a PDF beyond `maxBytes`, and `file_unwritable` if the temporary file cannot be written. */
export async function receivePdf(
  page: CdpSession,
  handle: string,
  { deferred, maxBytesInMemory, maxBytes }: ReceiveOptions,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  let file: FileHandle | undefined;
  for await (const piece of readStream(page, handle)) {
    size += piece.length;
    if (size > maxBytes) {
      const limit = `${Math.floor(maxBytes / 1024 / 1024)} MB`;
      throw new Failure('memory_limit', `The document makes a PDF of more than ${limit}.`, {
        hint: 'Use smaller pictures, or print the document in parts.',
      });
    }
    if (!file && size <= maxBytesInMemory) {
      pieces.push(piece);
      continue;
    }
    if (!file) {
      file = await openUnnamed();
      const opened = file;
      deferred.onClose(() => opened.close());
    }
    for (const each of [...pieces.splice(0), piece]) await appendTo(file, each);
  }
  return file ? await deferImages(file, size, deferred) : Buffer.concat(pieces);
}

async function* readStream(page: CdpSession, handle: string): AsyncGenerator<Buffer> {
  try {
    for (let isOver = false; !isOver; ) {
      const { data, base64Encoded, eof } = await page.send('IO.read', { handle, size: pieceBytes });
      if (data !== '') yield Buffer.from(data, base64Encoded ? 'base64' : 'latin1');
      isOver = eof;
    }
  } finally {
    page.send('IO.close', { handle }).catch(() => {});
  }
}
