/**
 * Remembers what the editor has added behind the cursor, such as the `}` of a `{`, so that it is typed over on a later
 * line as well: `closeBrackets` forgets its brackets when the cursor leaves their line.
 */
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { handleInput, type Typing } from './type-over.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** In the order of their places. What is before the cursor was passed and is forgotten. */
const addedRanges = StateField.define<readonly Range[]>({
  create: () => [],
  update(ranges, transaction) {
    const { changes, docChanged, newSelection } = transaction;
    const kept = docChanged ? ranges.flatMap((each) => mapRange(each, changes)) : ranges;
    const { head } = newSelection.main;
    return [...rangesBehind(transaction, head), ...kept]
      .filter(({ from }) => from >= head)
      .sort((a, b) => a.from - b.from);
  },
});

function mapRange({ from, to }: Range, changes: ChangeDesc): readonly Range[] {
  const mapped = { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) };
  return mapped.to - mapped.from === to - from ? [mapped] : [];
}

/** The brackets and end tags among what the transaction inserts behind the cursor. */
function rangesBehind(transaction: Transaction, head: number): readonly Range[] {
  if (!transaction.isUserEvent('input.type') && !transaction.isUserEvent('input.complete')) return [];
  const found: Range[] = [];
  transaction.changes.iterChanges((_fromA, _toA, from, to) => {
    if (head < from || head >= to) return;
    const text = transaction.newDoc.sliceString(head, to);
    for (const { index, 0: closing } of text.matchAll(/<\/[\w:-]+>|[)\]}]/g)) {
      found.push({ from: head + index, to: head + index + closing.length });
    }
  });
  return found;
}

/** Returns what was added, begins with a text, and is behind the cursor with nothing but white space between. */
export function addedClosing(state: EditorState, cursor: number, start: string): Range | undefined {
  const next = state.field(addedRanges).find(({ from }) => from >= cursor);
  if (!next || next.from === cursor || state.sliceDoc(cursor, next.from).trim() !== '') return undefined;
  return state.sliceDoc(next.from, next.from + start.length) === start ? next : undefined;
}

interface Gap {
  readonly from: number;
  /** What stays of it: a line break, and the indentation of what follows. */
  readonly rest: string;
  /** What is put back if it was left in vain. */
  readonly space: string;
}

/** The white space around `at` and up to `to`, which goes when the cursor does. What is closed on a line of its own stays there. */
export function gapBefore({ doc }: EditorState, at: number, to: number): Gap {
  const [line, closing] = [doc.lineAt(at), doc.lineAt(to)];
  if (line.number === closing.number) return { from: at, rest: '', space: '' };
  const indentation = doc.sliceString(closing.from, to);
  const before = doc.sliceString(line.from, at).trimEnd();
  const space = `\n${indentation}`;
  return before === ''
    ? { from: line.from, rest: indentation, space }
    : { from: line.from + before.length, rest: space, space };
}

const overBracket: Typing = (state, cursor, text) => {
  if (!/^[)\]}]$/.test(text)) return undefined;
  const added = addedClosing(state, cursor, text);
  if (!added) return undefined;
  const { from, rest } = gapBefore(state, cursor, added.from);
  return {
    changes: { from, to: added.to, insert: rest + text },
    selection: { anchor: from + rest.length + 1 },
  };
};

/** Comes after what closes Twig. */
export const typeOverAdded: Extension = [addedRanges, handleInput(overBracket)];
