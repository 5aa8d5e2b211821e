/** A job on its way to a thread. */
import type { JsonObject } from '../../contract/json.ts';
import { DataText } from '../data-text.ts';
import { packData, TemplateRuntimeError } from '../twig/index.ts';
import type { FillJob } from './fill.ts';

export interface FillMessage {
  readonly job: FillJob;
  /** The data is in the format of `packData`. */
  readonly packed: boolean;
  /** JSON text of the data, which replaces the data of the job. */
  readonly dataText?: string | undefined;
}

/**
 * Throws a `TemplateRuntimeError` if the data is too large for a thread. Ten megabytes of `[[],[],…]` are two hundred
 * in memory, and a thread that runs out of memory while it reads a message crashes the process.
 */
export function toFillMessage(job: FillJob, dataMb: number): FillMessage {
  // Such text was limited when it was accepted: its size and its number of values are known.
  if (job.data instanceof DataText) {
    return { job: { ...job, data: {} }, packed: false, dataText: job.data.text };
  }
  const { data, changed, size } = packData(job.data);
  if (size > dataMb * 1_000_000) {
    const place = { part: 'template', template: null, line: 1, column: 1 };
    throw new TemplateRuntimeError(place, `The data takes more than ${dataMb} MB of memory (memory bound).`);
  }
  return { job: { ...job, data: data as JsonObject }, packed: changed };
}
