/** Types over text that is there already: the cursor moves over it, and what was typed over in vain is put back. */
import { type EditorState, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The cursor is within something that is being typed over. */
interface TypedOver {
  readonly from: number;
  /** The cursor. */
  readonly at: number;
  readonly to: number;
  /** A space before it, which was taken away because another one was typed. */
  readonly space: string;
}

export const typeOver = StateEffect.define<TypedOver>();

/** Undefined from the first key that types something else. */
export const typedOver = StateField.define<TypedOver | undefined>({
  create: () => undefined,
  update(value, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(typeOver)) return effect.value;
    return docChanged || selection ? undefined : value;
  },
});

/** Returns what typing a text at the cursor does, or undefined if it does nothing special. */
export type Typing = (state: EditorState, cursor: number, text: string) => TransactionSpec | undefined;

/** The first of the steps that returns something is taken. */
export const handleInput = (...steps: readonly Typing[]) =>
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
export function continueOver(state: EditorState, cursor: number, text: string): TransactionSpec | undefined {
  const over = state.field(typedOver);
  if (over?.at !== cursor || text.length !== 1) return undefined;
  if (state.sliceDoc(cursor, cursor + 1) === text) return moveOver(over, text);
  return {
    changes: { from: cursor, insert: text + over.space + state.sliceDoc(over.from, cursor) },
    selection: { anchor: cursor + 1 },
  };
}

/** Writes the same text again, because the browser has inserted it by then. */
export const moveOver = ({ from, at, to, space }: TypedOver, text: string): TransactionSpec => ({
  changes: { from: at, to: at + 1, insert: text },
  selection: { anchor: at + 1 },
  effects: at + 1 < to ? typeOver.of({ from, at: at + 1, to, space }) : [],
});
