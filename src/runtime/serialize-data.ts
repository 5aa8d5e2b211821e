/** Serializes the data of a template between threads: structured clone keeps neither PHP's order of keys nor markup. */
import type { JsonObject } from '#contract/json';
import { packData, TemplateRuntimeError, unpackData } from '#twig';
import { DataText, type TemplateData } from './data-text.ts';

/** JSON text, or a value. */
export type SerializedData = { readonly text: string } | SerializedValue;

export interface SerializedValue {
  readonly value: JsonObject;
  /** Whether the value is in the format of `packData`. */
  readonly isPacked: boolean;
}

/**
 * Throws a `TemplateRuntimeError` if the data takes more than `maxMb` of memory. Ten megabytes of `[[],[],…]` take two
 * hundred, and a thread that runs out of memory while it reads a message crashes the process.
 */
export function serializeData(data: TemplateData, maxMb: number): SerializedData {
  // Such text was limited when it was accepted: its size and its number of values are known.
  if (data instanceof DataText) return { text: data.text };
  const { data: value, changed, size } = packData(data);
  if (size > maxMb * 1_000_000) {
    const place = { part: 'template', template: null, line: 1, column: 1 };
    throw new TemplateRuntimeError(place, `The data takes more than ${maxMb} MB of memory (memory bound).`);
  }
  return { value: value as JsonObject, isPacked: changed };
}

export function deserializeData(serialized: SerializedData): TemplateData {
  if ('text' in serialized) return new DataText(serialized.text);
  return serialized.isPacked ? (unpackData(serialized.value) as JsonObject) : serialized.value;
}
