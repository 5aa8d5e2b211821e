/** Data as a template sees it. Apart from `DataText`, which documents without Twig use too and which loads no template language. */
import type { JsonObject } from '#contract/json';
import { DataText, type TemplateData } from '#runtime/data-text';
import { parseData } from '#twig';

export const readTemplateData = (data: TemplateData): JsonObject =>
  data instanceof DataText ? (parseData(data.text) as JsonObject) : data;
