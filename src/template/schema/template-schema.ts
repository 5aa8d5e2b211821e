/**
 * Writes the JSON Schema of a template's data: the variables that its Twig reads, with the types that their use and the
 * sample data show.
 */
import { Failure } from '#contract/errors';
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import { compile, type PathUses, rootOf, type ValueUse } from '#twig';
import { attemptTwig } from '../check/attempt-twig.ts';
import { templateParts } from '../check/template-parts.ts';
import { readSampleData } from '../data/sample-data.ts';
import { readTemplate } from '../load/read-template.ts';
import type { FileTree } from '../model/file-tree.ts';
import { type DataSchemaJson, dialect, scalarOfSample, schemaOfData, withNull } from './data-schema-json.ts';

export interface InferOptions {
  /** Does without a `data.json` that is no JSON, for example while it is typed. Default: false. */
  readonly toleratesData?: boolean | undefined;
}

/**
 * Properties are in the order in which the template reads them. A property is required if the template reads it without
 * allowing for its absence: with neither `default`, `??` nor `is defined`, and nowhere in a condition.
 *
 * Throws what `readTemplate` and `readSampleData` throw, and `invalid_template` with the place of an error in the Twig.
 *
 * @example
 * // template.html: <h1>{{ title }}</h1>{% for item in items %}{{ item.price|number_format(2) }}{% endfor %}
 * await inferTemplateSchema(folderTree('./invoice'));
 * // { type: 'object', properties: { title: { type: ['string', 'number'] }, items: { type: 'array', … } }, … }
 */
export async function inferTemplateSchema(
  tree: FileTree,
  { toleratesData = false }: InferOptions = {},
): Promise<DataSchemaJson> {
  const { template, sources } = await readTemplate(tree);
  const sample = await readSampleData(tree).catch((error: unknown) => {
    if (toleratesData && error instanceof Failure && error.code === 'invalid_data') return undefined;
    throw error;
  });
  const uses = new Map<string, PathUses>();
  for (const { name, part, source, autoescape, variables = {} } of templateParts(template)) {
    // The names in a partial may be variables that its include passes.
    if (name !== null) continue;
    const error = attemptTwig(() => {
      for (const [path, found] of compile(source, { part, partials: template.partials, autoescape }).uses) {
        if (!(rootOf(path) in variables)) uses.set(path, joined(uses.get(path), found));
      }
    });
    if (error) throw sources.failure(error);
  }
  return {
    $schema: dialect,
    title: `Data of the template ${template.name}`,
    ...objectSchema(pathTree(uses), sample?.plain),
  };
}

function joined(one: PathUses | undefined, other: PathUses): PathUses {
  if (!one) return other;
  return {
    uses: new Set([...one.uses, ...other.uses]),
    compared: new Set([...one.compared, ...other.compared]),
    isRequired: one.isRequired || other.isRequired,
  };
}

function objectSchema(tree: PathTree<PathUses>, sample: Json | undefined): DataSchemaJson {
  const given: JsonObject = isJsonObject(sample) ? sample : {};
  const properties = [...tree.properties].map(
    ([name, each]) => [name, schemaOf(each, Object.hasOwn(given, name) ? given[name] : undefined)] as const,
  );
  const required = [...tree.properties].filter(([, each]) => isRequired(each)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

function isRequired({ facts, properties, items }: PathTree<PathUses>): boolean {
  if (facts && (facts.uses.has('tested') || !facts.isRequired)) return false;
  return (
    facts !== undefined || items?.facts?.isRequired === true || [...properties.values()].some(isRequired)
  );
}

function schemaOf(tree: PathTree<PathUses>, sample: Json | undefined): DataSchemaJson {
  const uses: ReadonlySet<ValueUse> = tree.facts?.uses ?? new Set();
  const isList = tree.items !== undefined || uses.has('list') || uses.has('entries');
  // A list is not read by names, so an object it is, whose values may be read one after the other as well.
  if (tree.properties.size > 0 && !Array.isArray(sample)) return withNull(objectSchema(tree, sample), sample);
  if (isList || tree.properties.size > 0) return withNull(listSchema(tree, uses, sample), sample);
  const examples = [...(tree.facts?.compared ?? [])];
  return { ...scalarSchema(uses, sample), ...(examples.length > 0 && { examples }) };
}

function listSchema(
  tree: PathTree<PathUses>,
  uses: ReadonlySet<ValueUse>,
  sample: Json | undefined,
): DataSchemaJson {
  const values = Array.isArray(sample) ? sample : isJsonObject(sample) ? Object.values(sample) : [];
  const one =
    tree.items &&
    schemaOf(
      tree.items,
      values.find((value) => value !== null),
    );
  const items = one && Object.keys(one).length > 0 ? one : values.length > 0 ? schemaOfData(values[0]) : {};
  if (isJsonObject(sample)) return { type: 'object', additionalProperties: items };
  if (uses.has('entries') && !Array.isArray(sample)) {
    return { type: ['array', 'object'], items, additionalProperties: items };
  }
  return { type: 'array', items };
}

/** The sample shows the type better than the use: a number may be formatted that is given as a text. */
function scalarSchema(uses: ReadonlySet<ValueUse>, sample: Json | undefined): DataSchemaJson {
  const shown = scalarOfUse(uses);
  if (sample === undefined) return shown;
  if (sample === null) return withNull(shown, sample);
  return typeof sample === 'object' ? schemaOfData(sample) : scalarOfSample(sample);
}

function scalarOfUse(uses: ReadonlySet<ValueUse>): DataSchemaJson {
  if (uses.has('number')) return { type: 'number' };
  if (uses.has('date')) return { type: 'string', description: 'A date, for example 2026-01-31' };
  if (uses.has('text')) return { type: 'string' };
  if (uses.has('boolean')) return { type: 'boolean' };
  if (uses.has('printed')) return { type: ['string', 'number'] };
  return uses.has('tested') ? { type: 'boolean' } : {};
}

/** The values that a template reads, by the steps of their paths: `customer.name`, `items[].price`. */
interface PathTree<Facts> {
  facts: Facts | undefined;
  readonly properties: Map<string, PathTree<Facts>>;
  /** The items of a list, all as one. */
  items: PathTree<Facts> | undefined;
}

/**
 * Joins paths to a tree.
 *
 * @example pathTree([['items[].price', facts]]).properties.get('items')?.items?.properties.get('price')?.facts
 */
function pathTree<Facts>(paths: Iterable<readonly [string, Facts]>): PathTree<Facts> {
  const root = emptyTree<Facts>();
  for (const [path, facts] of paths) {
    let node = root;
    for (const step of path.match(/\[\]|[^.[\]]+/g) ?? [])
      node = step === '[]' ? itemsOf(node) : at(node, step);
    node.facts = facts;
  }
  return root;
}

const emptyTree = <Facts>(): PathTree<Facts> => ({
  facts: undefined,
  properties: new Map(),
  items: undefined,
});

function itemsOf<Facts>(node: PathTree<Facts>): PathTree<Facts> {
  node.items ??= emptyTree();
  return node.items;
}

function at<Facts>({ properties }: PathTree<Facts>, name: string): PathTree<Facts> {
  const known = properties.get(name);
  if (known) return known;
  const added = emptyTree<Facts>();
  properties.set(name, added);
  return added;
}
