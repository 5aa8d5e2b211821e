/** The last step of a large PDF: its deferred streams get their lengths, and their data a place. */
import type { Deadline } from '#runtime/deadline';
import type { FileProtection } from '../protection/file-protection.ts';
import { protectDeferred } from '../protection/protect-pdf.ts';
import type { InsertedPdf, StreamToInsert } from '../writing/find-deferred.ts';
import { insertDeferred } from '../writing/insert-deferred.ts';
import type { DeferredStreams } from './deferred-streams.ts';
import { EncryptedData } from './encrypted-data.ts';
import { LargePdf } from './large-pdf.ts';

export interface InsertTask {
  readonly pdf: Uint8Array;
  readonly secret: string;
  readonly streams: readonly StreamToInsert[];
  /** Encrypts the file, except for the data of the streams. */
  readonly protection?: FileProtection | undefined;
}

export function insertTask({ pdf, secret, streams, protection }: InsertTask): InsertedPdf {
  return protection
    ? protectDeferred(pdf, protection, { secret, streams })
    : insertDeferred(pdf, secret, streams);
}

export interface InsertOptions {
  readonly deadline: Deadline;
  readonly protection: FileProtection | undefined;
  /** Does `insertTask`, in this thread or in another one. */
  readonly work: { insertStreams(task: InsertTask, deadline: Deadline): Promise<InsertedPdf> };
  /** Whether several PDFs have these streams, so that the caller closes `deferred`. Default: false. */
  readonly isShared?: boolean | undefined;
}

/** Returns the finished PDF with the data that is stored elsewhere. It closes `deferred` when it is closed, unless that is shared. */
export async function toLargePdf(
  pdf: Uint8Array,
  deferred: DeferredStreams,
  { deadline, protection, work, isShared = false }: InsertOptions,
): Promise<LargePdf> {
  await deferred.hashUsed(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  const { all, secret } = deferred;
  // Streams that still have no fingerprint are not in the PDF.
  const streams = all.map(({ data, fingerprint = '', pixels }) => ({
    length: data.length,
    fingerprint,
    pixels,
  }));
  const { bytes, places } = await work.insertStreams({ pdf, secret, streams, protection }, deadline);
  const gaps = places.flatMap(({ at, index }) => {
    const data = all[index]?.data;
    if (!data) return [];
    return [{ at, data: protection ? new EncryptedData(data, protection.key) : data }];
  });
  return new LargePdf(bytes, gaps, async () => {
    if (!isShared) await deferred.close();
  });
}
