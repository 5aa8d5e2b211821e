/** What pdfme's Designer is given and gives back, as far as it concerns us. */
import type { JsonObject } from '../contract/json.ts';

export interface DesignerTemplate {
  readonly schemas: readonly (readonly JsonObject[])[];
  readonly basePdf: JsonObject;
}

/** Keys that only the studio knows: where an element stood in the file, and whether it is on every page. */
export const originKey = '__origin';
export const everyPageKey = 'everyPage';
