/** Completes the data of a template: names that its template reads and the data does not have yet, and known values. */
import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import type { DataSchemaJson } from '#template/schema/data-schema-json';
import { describeType, schemaAt } from '../../code/schema-tree.ts';
import { insertOpening, type Opening } from './insert-opening.ts';
import { completionDetails } from './twig-completion.ts';

type Place = { readonly path: readonly string[]; readonly from?: number; readonly to?: number } & (
  | { readonly kind: 'name'; readonly object: SyntaxNode }
  | { readonly kind: 'value' }
);

/** `schema` resolves to the schema of the data. */
export const completeJson =
  (schema: () => Promise<DataSchemaJson>): CompletionSource =>
  async (context) => {
    const { state, pos } = context;
    const place = placeOf(state, syntaxTree(state).resolveInner(pos, -1), pos);
    if (!place) return null;
    const word = context.matchBefore(/"?[\w-]*/);
    if (!context.explicit && (!word || word.from === word.to)) return null;
    const known = await schema();
    const options =
      place.kind === 'name'
        ? namesOf(schemaAt(known, place.path), place, state)
        : valuesOf(schemaAt(known, place.path));
    if (options.length === 0) return null;
    const { from = word?.from ?? pos, to } = place;
    return {
      from,
      ...(to !== undefined && { to }),
      options,
      validFor: /^"?[^"\n]*$/,
      // By the two quotes of an empty text CodeMirror finds nothing: two characters must stand beside each other.
      filter: to !== from + 2,
    };
  };

/** Returns what is being typed: the name of a property, or the value at a path. */
function placeOf(state: EditorState, node: SyntaxNode, pos: number): Place | undefined {
  if (node.name === 'PropertyName') {
    const object = node.parent?.parent;
    if (!object) return undefined;
    return { kind: 'name', path: pathOf(state, object), object, from: node.from, to: node.to };
  }
  if (node.name === 'String' && pos < node.to && pos > node.from) {
    return { kind: 'value', path: pathOf(state, node), from: node.from, to: node.to };
  }
  const around = enclosing(node, pos);
  if (!around) return undefined;
  if (around.name === 'Property') return { kind: 'value', path: pathOf(state, around, true) };
  if (around.name === 'Array') return { kind: 'value', path: [...pathOf(state, around), '[]'] };
  return { kind: 'name', path: pathOf(state, around), object: around };
}

/** The innermost object, list or property that the place is in. */
function enclosing(node: SyntaxNode, pos: number): SyntaxNode | undefined {
  for (let each: SyntaxNode | null = node; each; each = each.parent) {
    if (each.name === 'Property' && isAfterColon(each, pos)) return each;
    if (each.name === 'Object' || each.name === 'Array') {
      const isClosed = each.lastChild && /^[\]}]$/.test(each.lastChild.name) && pos >= each.to;
      if (!isClosed) return each;
    }
  }
  return undefined;
}

function isAfterColon(property: SyntaxNode, pos: number): boolean {
  const name = property.getChild('PropertyName');
  const value = name?.nextSibling;
  // Without a value, the place is one if it is beyond the name: the colon has no node.
  return name !== null && pos > name.to && (!value || value.type.isError || pos <= value.to);
}

/** The names that lead to a node. `isOwn` counts the name of the node itself. */
function pathOf(state: EditorState, node: SyntaxNode, isOwn = false): readonly string[] {
  const path: string[] = [];
  let child = node;
  for (let each = isOwn ? node : node.parent; each; child = each, each = each.parent) {
    if (each.name === 'Array' && child !== each) path.unshift('[]');
    if (each.name !== 'Property') continue;
    const name = each.getChild('PropertyName');
    if (name) path.unshift(textOf(state, name));
  }
  return path;
}

function textOf(state: EditorState, { from, to }: SyntaxNode): string {
  const text = state.sliceDoc(from, to);
  try {
    return JSON.parse(text);
  } catch {
    return text.replaceAll('"', '');
  }
}

function namesOf(
  schema: DataSchemaJson | undefined,
  { object, to }: Extract<Place, { kind: 'name' }>,
  state: EditorState,
): readonly Completion[] {
  const used = new Set(
    object.getChildren('Property').map((each) => {
      const name = each.getChild('PropertyName');
      // The one that is being typed may be chosen again.
      return name && name.to !== to ? textOf(state, name) : undefined;
    }),
  );
  const isFollowed = to !== undefined && /^\s*:/.test(state.sliceDoc(to, to + 20));
  return Object.entries(schema?.properties ?? {})
    .filter(([name]) => !used.has(name))
    .map(([name, each]) => ({
      label: JSON.stringify(name),
      type: 'property',
      ...completionDetails(describeType(each), each.description),
      apply: isFollowed ? JSON.stringify(name) : insertProperty(name, each),
    }));
}

/** The brackets of the value that is inserted after a new name, or the value itself, which is selected. */
const beginnings: Readonly<Record<string, Pick<Opening, 'brackets' | 'selected'>>> = {
  list: { brackets: '[{' },
  object: { brackets: '{' },
  number: { selected: '0' },
  'true or false': { selected: 'false' },
  text: { brackets: '"' },
};

function insertProperty(name: string, schema: DataSchemaJson) {
  const type = describeType(schema);
  const kind = type.startsWith('list') ? 'list' : type.startsWith('text') || type === 'date' ? 'text' : type;
  return (view: EditorView, _: Completion, from: number, to: number) =>
    insertOpening(view, { from, to, text: JSON.stringify(name), added: ': ', ...beginnings[kind] });
}

function valuesOf(schema: DataSchemaJson | undefined): readonly Completion[] {
  const examples = Array.isArray(schema?.examples) ? schema.examples : [];
  const isBoolean = describeType(schema).includes('true or false');
  return [...examples, ...(isBoolean ? [true, false] : [])].map((value) => ({
    label: JSON.stringify(value),
    type: 'constant',
  }));
}
