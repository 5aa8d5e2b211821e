/** What pdfme's Designer is given and gives back, as far as it concerns us. */
import type { Json } from '../contract/json.ts';

export type Fields = { readonly [key: string]: Json };

export interface DesignerTemplate {
  readonly schemas: readonly (readonly Fields[])[];
  readonly basePdf: Fields;
}

export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys that only the studio knows: where an element stood in the file, and whether it is on every page. */
export const originKey = '__origin';
export const everyPageKey = 'everyPage';
