/** Data as a template sees it. Apart from `DataText`, which documents without Twig use too and which loads no template language. */
import type { JsonObject } from '../../contract/json.ts';
import { DataText, type TemplateData } from '../data-text.ts';
import { parseData } from '../twig/index.ts';

export const readTemplateData = (data: TemplateData): JsonObject =>
  data instanceof DataText ? (parseData(data.text) as JsonObject) : data;
