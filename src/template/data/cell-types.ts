/** Which types the JSON Schema of the data allows in the cells of a column. */
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import { type CellType, type CellTypes, commonTypes, typeOfValue } from '../rows/row.ts';

/** Parts of the schema that are looked at for all columns of a file. More belong to a schema that refers to itself. */
const maxVisits = 200_000;
const maxDepth = 100;

const all: ReadonlySet<CellType> = new Set(['array', 'boolean', 'null', 'number', 'object', 'string']);
const none: ReadonlySet<CellType> = new Set();

/**
 * Returns a function of the path of a value; `*` is any item of a list. It returns undefined where the schema allows
 * all types, or none. What it says of `if` and `not`, and references to other files, are not looked at.
 *
 * @example cellTypesOf({ properties: { price: { type: 'number' } } })(['price']) // Set { 'number' }
 */
export function cellTypesOf(root: Json): CellTypes {
  let visits = 0;
  return (path) => {
    const types = typesAt(root, path, 0);
    return types.size === 0 || types.size === all.size ? undefined : types;
  };

  function typesAt(node: Json | undefined, path: readonly string[], depth: number): ReadonlySet<CellType> {
    if (node === false) return none;
    if (!isJsonObject(node) || ++visits > maxVisits || depth > maxDepth) return all;
    const at = (each: Json | undefined) => typesAt(each, path, depth + 1);
    const { $ref: reference, allOf, anyOf, oneOf } = own(node);
    const parts = [path.length === 0 ? ownTypes(node) : below(node, path, depth)];
    if (typeof reference === 'string') parts.push(at(target(root, reference)));
    if (Array.isArray(allOf)) parts.push(...allOf.map(at));
    for (const choices of [anyOf, oneOf]) {
      if (Array.isArray(choices)) parts.push(new Set(choices.flatMap((choice) => [...at(choice)])));
    }
    return parts.reduce(commonTypes, all);
  }

  function below(node: JsonObject, path: readonly string[], depth: number): ReadonlySet<CellType> {
    const [name = '', ...rest] = path;
    const holders = ownTypes(node);
    const { properties, patternProperties, additionalProperties, items, prefixItems } = own(node);
    const isIndex = name === '*' || /^\d+$/.test(name);
    if (isIndex && holders.has('array')) {
      const first = Array.isArray(prefixItems) ? prefixItems[Number(name)] : undefined;
      return typesAt(first ?? items, rest, depth + 1);
    }
    if (!holders.has('object')) return none;
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) {
      return typesAt(properties[name], rest, depth + 1);
    }
    return patternProperties === undefined ? typesAt(additionalProperties, rest, depth + 1) : all;
  }
}

/** The types that `type`, `enum` and `const` allow. */
function ownTypes(node: JsonObject): ReadonlySet<CellType> {
  const { type, enum: values } = own(node);
  const isConstant = Object.hasOwn(node, 'const');
  const found = [
    ...(type === undefined ? [] : [[type].flat().map((each) => (each === 'integer' ? 'number' : each))]),
    ...(Array.isArray(values) ? [values.map(typeOfValue)] : []),
    ...(isConstant ? [[typeOfValue(node.const ?? null)]] : []),
  ];
  return found.reduce((some, names) => commonTypes(some, new Set(names as CellType[])), all);
}

/** `#/$defs/price`. Undefined for other references. */
function target(root: Json, reference: string): Json | undefined {
  if (!/^#(?:$|\/)/.test(reference)) return undefined;
  let node: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    if (reference === '#') break;
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    node =
      typeof node === 'object' && node !== null && Object.hasOwn(node, name) ? own(node)[name] : undefined;
  }
  return node;
}

/** Without what every object inherits. */
const own = (node: object): Readonly<Record<string, Json | undefined>> =>
  Object.assign(Object.create(null), node);
