/** Inserts what a completion begins, such as a call, so that typing its closing brackets goes over those inserted. */
import { insertBracket } from '@codemirror/autocomplete';
import { StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

export interface Opening {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Opened behind the text, each within the one before it. */
  readonly brackets?: string | undefined;
  /** Inserted behind the text, and selected. */
  readonly selected?: string | undefined;
}

export function insertOpening(
  view: EditorView,
  { from, to, text, brackets = '', selected = '' }: Opening,
): void {
  const end = from + text.length;
  const start = view.state.update({
    changes: { from, to, insert: text + selected },
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
  view.dispatch({ changes, effects, selection: state.selection, userEvent: 'input.complete' });
}
