/** Makes sample data for a template from its schema, or from what it reads. */
import type { Schema } from '@cfworker/json-schema';
import { Failure } from '#contract/errors';
import { isJsonObject, type JsonObject } from '#contract/json';
import { readDataSchema } from '../data/data-schema.ts';
import { parseJsonFile } from '../json/parse-json-file.ts';
import { memoryTree } from '../load/memory-tree.ts';
import { readTreeText } from '../load/read-text.ts';
import type { FileTree } from '../model/file-tree.ts';
import { sampleOfSchema } from './sample-of-schema.ts';
import { inferTemplateSchema } from './template-schema.ts';

/**
 * Throws `invalid_template` if the schema is invalid or no sample can be made from it, and what `inferTemplateSchema` throws
 * if there is no `schema.json`.
 */
export async function sampleDataOf(tree: FileTree): Promise<JsonObject> {
  const text = await readTreeText(tree, 'schema.json');
  return text === undefined
    ? await sampleDataOfSchema('the schema', JSON.stringify(await inferTemplateSchema(tree)))
    : await sampleDataOfSchema(tree.label('schema.json'), text);
}

/** `file` names the schema in errors. Throws `invalid_template` naming the values that the schema would not allow. */
export async function sampleDataOfSchema(file: string, text: string): Promise<JsonObject> {
  const tree = memoryTree(new Map([['schema.json', Buffer.from(text)]]));
  const schema = await readDataSchema({ ...tree, label: () => file });
  const sample = sampleOfSchema(parseJsonFile('invalid_template', file, text) as Schema);
  if (!isJsonObject(sample)) {
    throw new Failure('invalid_template', `${file} describes no object, which the data of a template is.`, {
      hint: 'Give it "type": "object" and "properties".',
    });
  }
  const { errors = {} } = schema?.faults(sample) ?? {};
  if (Object.keys(errors).length === 0) return sample;
  throw new Failure('invalid_template', `No sample can be made from ${file} that it allows.`, {
    errors,
    hint: 'Give these properties "examples" or a "default".',
  });
}
