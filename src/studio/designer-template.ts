/** The part of pdfme's template type that the studio exchanges with the Designer. */
import type { JsonObject } from '#contract/json';

export interface DesignerTemplate {
  readonly schemas: readonly (readonly JsonObject[])[];
  readonly basePdf: JsonObject;
}

/** Keys that only the studio uses: an element's position in the file, and whether it appears on every page. */
export const originKey = '__origin';
export const everyPageKey = 'everyPage';
