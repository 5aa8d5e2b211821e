/** Data for a template, as a value or as its original text. */
import type { JsonObject } from '#contract/json';

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

/** Whether the data has any name. Data in the form of `parseData` is an object of its own only if it has some. */
export const isAnyData = (data: TemplateData): boolean =>
  data instanceof DataText ? !/^\s*\{\s*\}\s*$/.test(data.text) : Object.keys(data).length > 0;
