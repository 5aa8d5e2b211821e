/**
 * Converts the Designer's state back to `editor.json`. Only the user's changes differ from the file, pictures become
 * files, lengths are rounded, and the studio's own marks are removed.
 */
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import type { JsonNode } from '#template/json/json-nodes';
import { valueKind } from '#template/pdfme/element-types';
import { everyPageKey, originKey } from './designer-template.ts';
import { type Printed, printJson, sameJson, toPrinted, toUnchanged } from './json-text.ts';
import type { DesignFiles, OpenDesign } from './open-design.ts';
import type { PageSetting } from './page-setting.ts';
import { pictureFile } from './picture-file.ts';

export interface SavedDesign {
  /** The text of `editor.json`. */
  readonly text: string;
  /** The new pictures: path → bytes. */
  readonly pictures: DesignFiles;
}

/** `schemas` come from the Designer. `page` is given if it differs from the file's. */
export function saveDesign(
  open: OpenDesign,
  schemas: readonly (readonly JsonObject[])[],
  page?: PageSetting,
): SavedDesign {
  const pictures = new Map<string, Uint8Array>();
  const taken = new Map(open.files);
  const keepPicture: KeepPicture = (element) => {
    const { type, name, content } = element;
    const made = pictureFile(String(type), String(name ?? ''), String(content ?? ''), taken);
    if (!made) return content ?? '';
    if (!taken.has(made.path)) {
      pictures.set(made.path, made.bytes);
      taken.set(made.path, made.bytes);
    }
    return made.path;
  };
  const origins = findOrigins(schemas, open);
  const print = (element: JsonObject) => printElement(element, open, origins.get(element), keepPicture);
  const isStatic = (element: JsonObject) => element[everyPageKey] === true;
  const pages = schemas.map((elements): Printed => {
    const own = elements.filter((element) => !isStatic(element)).map(print);
    return { items: own };
  });
  const statics = schemas.flat().filter(isStatic).map(print);
  return { text: printJson(printRoot(open.file, pages, statics, page)), pictures };
}

type KeepPicture = (element: JsonObject) => Json;

/**
 * Maps each element of the Designer to its origin in the file. A copy carries the mark of the original, so only one of
 * them gets the origin.
 */
function findOrigins(
  schemas: readonly (readonly JsonObject[])[],
  { elements }: OpenDesign,
): Map<JsonObject, string> {
  const byOrigin = Map.groupBy(schemas.flat(), (element) => String(element[originKey] ?? ''));
  const origins = new Map<JsonObject, string>();
  for (const [origin, copies] of byOrigin) {
    const known = elements.get(origin);
    if (!known) continue;
    const one = copies.find(({ name }) => name === known.shown.name) ?? copies[0];
    if (one) origins.set(one, origin);
  }
  return origins;
}

function printRoot(
  file: JsonNode,
  pages: readonly Printed[],
  statics: readonly Printed[],
  page: PageSetting | undefined,
): Printed {
  const members = file.members ?? new Map<string, JsonNode>();
  const schemasBefore = members.get('schemas');
  const schemas: Printed = {
    items: pages.map((each, index) => ({ ...each, before: schemasBefore?.items?.[index] }) as Printed),
    before: schemasBefore,
  };
  const basePdf = printPage(members.get('basePdf'), statics, page);
  const printed = [...members].map(([key, node]): [string, Printed] => [key, toUnchanged(node)]);
  return { members: replaced(replaced(printed, 'schemas', schemas), 'basePdf', basePdf), before: file };
}

function printPage(
  before: JsonNode | undefined,
  statics: readonly Printed[],
  page: PageSetting | undefined,
): Printed {
  const usual: PageSetting = { width: 210, height: 297, padding: [20, 20, 20, 20] };
  const set = page ?? (before?.members ? undefined : usual);
  let printed = [...(before?.members ?? [])].map(([key, node]): [string, Printed] => [
    key,
    toUnchanged(node),
  ]);
  for (const [key, value] of Object.entries(set ?? {})) {
    const node = before?.members?.get(key);
    const rounded = round(value as Json);
    printed = replaced(printed, key, node ? change(node, rounded) : toPrinted(rounded));
  }
  const old = before?.members?.get('staticSchema');
  if (old || statics.length > 0) {
    printed = replaced(printed, 'staticSchema', { items: statics, before: old });
  }
  return { members: printed, before: before?.members ? before : undefined };
}

function replaced(members: readonly [string, Printed][], key: string, value: Printed): [string, Printed][] {
  const isPresent = members.some(([each]) => each === key);
  if (!isPresent) return [...members, [key, value]];
  return members.map(([each, old]) => [each, each === key ? value : old]);
}

function printElement(
  element: JsonObject,
  { elements }: OpenDesign,
  origin: string | undefined,
  keepPicture: KeepPicture,
): Printed {
  const known = origin === undefined ? undefined : elements.get(origin);
  const isPicture = valueKind(String(element.type)) === 'picture';
  if (!known) {
    const content = isPicture ? { content: keepPicture(element) } : {};
    const written = Object.entries({ ...element, ...content })
      .filter(([key, value]) => isWritten(key, value) && !(key === 'content' && value === '' && isPicture))
      .sort(([a], [b]) => keyRank(a) - keyRank(b))
      .map(([key, value]): [string, Printed] => [key, toPrinted(round(value))]);
    return { members: written };
  }
  const { file, shown } = known;
  const saved =
    isPicture && !sameJson(element.content, shown.content)
      ? { ...element, content: keepPicture(element) }
      : element;
  return printFields(file, shown, saved);
}

function printFields(before: JsonNode, shown: JsonObject, saved: JsonObject): Printed {
  const members: [string, Printed][] = [];
  for (const [key, node] of before.members ?? []) {
    const now = saved[key];
    if (isOurs(key) || sameJson(shown[key], now) || (isAbsent(key, shown[key]) && isAbsent(key, now))) {
      members.push([key, toUnchanged(node)]);
    } else if (!isAbsent(key, now)) members.push([key, printValue(node, shown[key], now as Json)]);
  }
  for (const [key, value] of Object.entries(saved)) {
    // A default that was only shown is not saved.
    if (before.members?.has(key) || !isWritten(key, value) || sameJson(shown[key], value)) continue;
    const at = members.findLastIndex(([each]) => keyRank(each) <= keyRank(key)) + 1;
    members.splice(at, 0, [key, toPrinted(round(value))]);
  }
  return { members, before };
}

function printValue(before: JsonNode, shown: Json | undefined, saved: Json): Printed {
  if (sameJson(shown, saved)) return toUnchanged(before);
  if (before.members && isJsonObject(shown) && isJsonObject(saved)) return printFields(before, shown, saved);
  return change(before, round(saved));
}

/** Replaces a value. Parts that are equal in both keep their text. */
function change(before: JsonNode, value: Json): Printed {
  if (sameJson(before.value, value)) return toUnchanged(before);
  if (Array.isArray(value)) {
    const items = value.map((each: Json, index) => {
      const node = before.items?.[index];
      return node ? change(node, each) : toPrinted(each);
    });
    return { items, before };
  }
  return toPrinted(value);
}

/** The studio's own marks, and `readOnly`, which it turns off in the Designer. */
const isOurs = (key: string): boolean => key === 'readOnly' || key === everyPageKey || key === 'id';

const isWritten = (key: string, value: Json | undefined): boolean =>
  !isOurs(key) && !key.startsWith('__') && !isAbsent(key, value);

/** An empty expression counts as absent, and so does a text for readers that the Designer made empty. */
const isAbsent = (key: string, value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (['repeat', 'source', 'visible'].includes(key) && String(value).trim() === '') ||
  (key === 'alt' && value === '');

/** Rounds millimetres and points to a hundredth, below which mouse movements are arbitrary. */
function round(value: Json): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value * 100) / 100 : 0;
  if (Array.isArray(value)) return value.map(round);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => [key, round(each)]),
  );
}

/** The order of the keys of a new element: identity, content, position and style. */
const keyOrder = [
  'name',
  'type',
  'content',
  'repeat',
  'source',
  'visible',
  'alt',
  'heading',
  'rowHeaders',
  'formField',
  'required',
  'position',
  'width',
  'height',
  'rotate',
  'opacity',
];

/** Smaller ranks come first. Keys of equal rank keep their order. */
const keyRank = (key: string): number => {
  const rank = keyOrder.indexOf(key);
  return rank < 0 ? keyOrder.length : rank;
};
