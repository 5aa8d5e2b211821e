/**
 * Closes Twig while it is typed, and lets what closes it, or an element, be typed over: the cursor moves over what is
 * there already, so that the text is what was typed.
 */
import { syntaxTree } from '@codemirror/language';
import {
  EditorSelection,
  type EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { divideTwig } from '../../code/twig-regions.ts';

/** The cursor is within something that is being typed over. */
interface TypedOver {
  readonly from: number;
  /** The cursor. */
  readonly at: number;
  readonly to: number;
  /** A space before it, which was taken away because another one was typed. */
  readonly space: string;
}

const typeOver = StateEffect.define<TypedOver>();

/** Undefined from the first key that types something else. */
const typedOver = StateField.define<TypedOver | undefined>({
  create: () => undefined,
  update(value, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(typeOver)) return effect.value;
    return docChanged || selection ? undefined : value;
  },
});

type Typing = (state: EditorState, cursor: number, text: string) => TransactionSpec | undefined;

/** The first of the steps that returns something is taken. */
const handleInput = (...steps: readonly Typing[]) =>
  EditorView.inputHandler.of((view, from, to, text) => {
    const { state } = view;
    const { main, ranges } = state.selection;
    const isAtCursor = from === to && ranges.length === 1 && main.from === from;
    if (!isAtCursor || view.composing || state.readOnly) return false;
    for (const step of steps) {
      const spec = step(state, from, text);
      if (!spec) continue;
      view.dispatch({ ...spec, userEvent: 'input.type', scrollIntoView: true });
      return true;
    }
    return false;
  });

/** What was typed over is put back behind the cursor if something else follows, such as the `3` of `5 % 3`. */
function continueOver(state: EditorState, cursor: number, text: string): TransactionSpec | undefined {
  const over = state.field(typedOver);
  if (over?.at !== cursor || text.length !== 1) return undefined;
  if (state.sliceDoc(cursor, cursor + 1) === text) return moveOver(over, text);
  return {
    changes: { from: cursor, insert: text + over.space + state.sliceDoc(over.from, cursor) },
    selection: { anchor: cursor + 1 },
  };
}

/** Writes the same text again, because the browser has inserted it by then. */
const moveOver = ({ from, at, to, space }: TypedOver, text: string): TransactionSpec => ({
  changes: { from: at, to: at + 1, insert: text },
  selection: { anchor: at + 1 },
  effects: at + 1 < to ? typeOver.of({ from, at: at + 1, to, space }) : [],
});

function beginOver(state: EditorState, cursor: number, text: string): TransactionSpec | undefined {
  if (!/^[}%#]$/.test(text)) return undefined;
  const after = state.sliceDoc(cursor, cursor + 3);
  const space = after.startsWith(` ${text}}`) ? ' ' : '';
  const isFirst = after.startsWith(`${space}${text}}`);
  if (!isFirst && !(text === '}' && after.startsWith(text))) return undefined;
  // The end of a tag, and neither a brace of a mapping nor of CSS.
  const end = cursor + space.length + (isFirst ? 2 : 1);
  const isEnd = divideTwig(state.doc.toString()).some(
    ({ to, kind, isClosed }) => to === end && isClosed && kind !== 'text',
  );
  if (!isEnd) return undefined;
  const from = cursor;
  if (space === '') return moveOver({ from, at: cursor, to: end, space }, text);
  return {
    changes: { from: cursor, to: cursor + 2, insert: text },
    selection: { anchor: cursor + 1 },
    effects: typeOver.of({ from, at: cursor + 1, to: end - 1, space }),
  };
}

/** The `/` of an end tag, whose `<` is typed before the end tag of the same element. Another one is not completed. */
function overTag(state: EditorState, cursor: number, text: string): TransactionSpec | undefined {
  const from = cursor - 1;
  if (text !== '/' || cursor === 0 || state.sliceDoc(from, cursor) !== '<') return undefined;
  const [, name] = /^<\/([\w:-]+)>/.exec(state.sliceDoc(cursor, cursor + 100)) ?? [];
  if (name === undefined || isMissing(state, cursor, name)) {
    return { changes: { from: cursor, insert: text }, selection: { anchor: cursor + 1 } };
  }
  const length = `</${name}>`.length;
  return {
    changes: { from, to: cursor + 2, insert: '</' },
    selection: { anchor: from + 2 },
    effects: typeOver.of({ from, at: from + 2, to: from + length, space: '' }),
  };
}

/** Whether an element of the name, which the place is in, has no end tag. */
function isMissing(state: EditorState, at: number, name: string): boolean {
  const tree = syntaxTree(state);
  for (let node = tree.resolveInner(at + 1, 1).parent; node; node = node.parent) {
    if (node.name !== 'Element' || node.getChild('CloseTag')) continue;
    const tag = node.getChild('OpenTag')?.getChild('TagName');
    if (tag && state.sliceDoc(tag.from, tag.to) === name) return true;
  }
  return false;
}

/**
 * Matches text before which typed braces are closed automatically. Before a word they are not, because they may be meant to
 * enclose it.
 */
const gap = /^(?:$|[\s<>()[\]}"'.,;:])/;

const delimiters = ['{{}}', '{%%}', '{##}'];

/**
 * `{{` becomes `{{}}` and `{%` becomes `{%%}`, with the cursor between them, and a space in them becomes two. A brace that
 * `closeBrackets` has added is used.
 */
function close(state: EditorState, cursor: number, text: string): TransactionSpec | undefined {
  const before = state.sliceDoc(Math.max(0, cursor - 2), cursor);
  const after = state.sliceDoc(cursor, cursor + 2);
  const added = addedBehind(text, before, after);
  const from = cursor - (text === ' ' ? 2 : 1);
  if (added === undefined || !isBeginning(state, from, cursor, text + added)) return undefined;
  return { changes: { from: cursor, insert: text + added }, selection: { anchor: cursor + 1 } };
}

/** Whether Twig begins at `from` then, and not within a string, a comment or verbatim text. */
function isBeginning({ doc }: EditorState, from: number, cursor: number, inserted: string): boolean {
  const text = doc.sliceString(0, cursor) + inserted + doc.sliceString(cursor);
  return divideTwig(text).some((region) => region.from === from && region.kind !== 'text');
}

function addedBehind(text: string, before: string, after: string): string | undefined {
  if (text === ' ') return delimiters.includes(before + after) ? ' ' : undefined;
  if (!/^[{%#]$/.test(text) || !/(?:^|[^{])\{$/.test(before) || !gap.test(after)) return undefined;
  const closing = `${text === '{' ? '}' : text}}`;
  return after.startsWith('}') ? closing.slice(0, 1) : closing;
}

/** Deletes what was added with the character before the cursor. `closeBrackets` does it for braces. */
function deletePair(view: EditorView): boolean {
  const { state } = view;
  const { main, ranges } = state.selection;
  const at = main.head;
  if (state.readOnly || ranges.length > 1 || !main.empty) return false;
  const isAround = (texts: readonly string[], reach: number) =>
    texts.includes(state.sliceDoc(Math.max(0, at - reach), at + reach));
  if (!isAround(['{%%}', '{##}'], 2) && !isAround(['{{  }}', '{%  %}', '{#  #}'], 3)) return false;
  view.dispatch({
    changes: { from: at - 1, to: at + 1 },
    selection: EditorSelection.cursor(at - 1),
    userEvent: 'delete.backward',
    scrollIntoView: true,
  });
  return true;
}

/** Comes before what closes elements. */
export const typeOverTags: Extension = [typedOver, handleInput(continueOver, overTag)];

/** Comes before what closes brackets and elements. */
export const closeTwig: Extension = [
  typedOver,
  handleInput(continueOver, overTag, beginOver, close),
  Prec.high(keymap.of([{ key: 'Backspace', run: deletePair }])),
];
