/**
 * Inserts what a completion begins, such as a call. Typing what it has begun goes over it: the `(` of a call before the
 * cursor as well as the `)` behind it.
 */
import { insertBracket } from '@codemirror/autocomplete';
import {
  type ChangeSpec,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { handleInput, type Typing } from './type-over.ts';

export interface Opening {
  readonly from: number;
  readonly to: number;
  /** The word that is completed. */
  readonly text: string;
  /** What follows the word, before the cursor. */
  readonly added?: string | undefined;
  /** Opened behind the text, each within the one before it. */
  readonly brackets?: string | undefined;
  /** Inserted behind the text, and selected. */
  readonly selected?: string | undefined;
}

/** The part of an opening that may still be typed. The selection is behind it. */
interface Begun {
  readonly from: number;
  /** What comes next. */
  readonly at: number;
  readonly to: number;
}

/** The place behind a bracket that was typed over. It was meant as one more if its closing bracket is typed twice. */
interface Passed {
  readonly behind: number;
}

const begin = StateEffect.define<Begun>();
const pass = StateEffect.define<Passed | undefined>();

/** Undefined from the first change that types something else. */
const begun = StateField.define<Begun | undefined>({
  create: () => undefined,
  update(value, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(begin)) return effect.value;
    return docChanged || selection ? undefined : value;
  },
});

const passed = StateField.define<Passed | undefined>({
  create: () => undefined,
  update(value, { effects, docChanged, selection, changes }) {
    for (const effect of effects) if (effect.is(pass)) return effect.value;
    if (!docChanged && selection) return undefined;
    return value && { behind: changes.mapPos(value.behind, -1) };
  },
});

export function insertOpening(
  view: EditorView,
  { from, to, text, added = '', brackets = '', selected = '' }: Opening,
): void {
  const end = from + text.length + added.length;
  const start = view.state.update({
    changes: { from, to, insert: text + added + selected },
    selection: { anchor: end, head: end + selected.length },
  });
  let { changes, state } = start;
  let effects: readonly StateEffect<unknown>[] = [];
  for (const bracket of brackets) {
    const opened = insertBracket(state, bracket);
    if (!opened) continue;
    effects = [...StateEffect.mapEffects(effects, opened.changes), ...opened.effects];
    changes = changes.compose(opened.changes);
    state = opened.state;
  }
  const { from: cursor } = state.selection.main;
  const at = from + text.length;
  view.dispatch({
    changes,
    effects: [...effects, ...(at < cursor ? [begin.of({ from: at, at, to: cursor })] : [])],
    selection: state.selection,
    userEvent: 'input.complete',
  });
}

/** Goes over what was inserted. If something else follows then, the rest of it is taken away, with its closing brackets. */
function overBegun(state: EditorState, text: string): TransactionSpec | undefined {
  const value = state.field(begun);
  const { from, to } = state.selection.main;
  if (!value || value.to !== from || text.length !== 1) return undefined;
  const { at } = value;
  const next = state.sliceDoc(at, at + 1);
  if (next === text) {
    const isBracket = text === '(' && at + 1 === from;
    return {
      // The same text again, because the browser has changed it by then.
      changes: { from: at, to, insert: state.sliceDoc(at, to) },
      selection: state.selection,
      effects: [
        ...(at + 1 < from ? [begin.of({ ...value, at: at + 1 })] : []),
        ...(isBracket ? [pass.of({ behind: from })] : []),
      ],
    };
  }
  if (at === value.from) return undefined;
  const closing = state.sliceDoc(at, from).replace(/[^([{"]/g, '').length;
  const changes: ChangeSpec = { from: at, to: to + closing, insert: text };
  return { changes, selection: { anchor: at + 1 } };
}

/** The second of two closing brackets, of which one was added: `(` was typed for a bracket of its own. */
const closeTwice: Typing = (state, cursor, text) => {
  const value = state.field(passed);
  if (text !== ')' || !value || value.behind >= cursor) return undefined;
  const between = state.sliceDoc(value.behind, cursor);
  const isOver = /[%}]\}|[;\n]/.test(between) || state.sliceDoc(cursor, cursor + 1) === ')';
  if (isOver || openBrackets(between) !== -1) return undefined;
  return {
    changes: [
      { from: value.behind, insert: '(' },
      { from: cursor, insert: text },
    ],
    selection: { anchor: cursor + 2 },
    effects: pass.of(undefined),
  };
};

/** How many more round brackets are opened than closed, outside of strings. */
function openBrackets(text: string): number {
  const brackets = text.replace(/"[^"]*"|'[^']*'/g, '').replace(/[^()]/g, '');
  return [...brackets].reduce((sum, each) => sum + (each === '(' ? 1 : -1), 0);
}

/** Comes before what closes brackets. */
export const typeOverOpening: Extension = [
  begun,
  passed,
  EditorView.inputHandler.of((view, _from, _to, text) => {
    const { state } = view;
    if (view.composing || state.readOnly || state.selection.ranges.length > 1) return false;
    const spec = overBegun(state, text);
    if (spec) view.dispatch({ ...spec, userEvent: 'input.type', scrollIntoView: true });
    return spec !== undefined;
  }),
  handleInput(closeTwice),
];
