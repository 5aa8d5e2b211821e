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
  type TransactionSpec,
} from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { divideTwig } from '../../code/twig-regions.ts';
import { addedClosing, gapBefore } from './added-closing.ts';
import { continueOver, handleInput, moveOver, typedOver, typeOver } from './type-over.ts';

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

/**
 * The `/` of an end tag, whose `<` is typed before the end tag of the same element, or on a line before the one that
 * was added. Another one is not completed.
 */
function overTag(state: EditorState, cursor: number, text: string): TransactionSpec | undefined {
  const from = cursor - 1;
  if (text !== '/' || cursor === 0 || state.sliceDoc(from, cursor) !== '<') return undefined;
  const added = addedClosing(state, cursor, '</');
  const start = added?.from ?? cursor;
  const [, name] = /^<\/([\w:-]+)>/.exec(state.sliceDoc(start, start + 100)) ?? [];
  if (name === undefined || isMissing(state, start, name)) {
    return { changes: { from: cursor, insert: text }, selection: { anchor: cursor + 1 } };
  }
  const gap = gapBefore(state, from, start);
  const begin = gap.from + gap.rest.length;
  const at = begin + 2;
  return {
    changes: { from: gap.from, to: start + 2, insert: `${gap.rest}</` },
    selection: { anchor: at },
    effects: typeOver.of({ from: begin, at, to: at + `${name}>`.length, space: gap.space }),
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
