/** Data for a template, as a value or as its original text. */
import type { JsonObject } from '../contract/json.ts';
import { parseData } from './twig/index.ts';

/**
 * The JSON text of an object, known to be well-formed. The server passes large data to the thread that needs it in this
 * form: as objects, 200,000 values take the server's own thread half a second to parse and send.
 */
export class DataText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type TemplateData = JsonObject | DataText;

/** Returns the data as a template sees it. */
export const readTemplateData = (data: TemplateData): JsonObject =>
  data instanceof DataText ? (parseData(data.text) as JsonObject) : data;
