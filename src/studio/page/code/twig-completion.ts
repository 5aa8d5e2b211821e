/** Completes Twig in CodeMirror, from what `twigOptionsAt` offers, and closes its braces. */
import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';
import { type TwigOptions, type TwigSources, twigOptionsAt } from '../../code/twig-options.ts';

/** `sources` resolves to what `twigOptionsAt` takes. */
export const completeTwig =
  (sources: () => Promise<TwigSources>): CompletionSource =>
  async (context) => {
    const { state, pos } = context;
    // Between a word and another one nothing is asked for.
    const isTyped = context.matchBefore(/[\w\u0080-\uffff]|(?:[|.'"/]|\{%[-~]?|\{\{[-~]?|\bis|\bin)\s?/);
    if (!isTyped && !context.explicit) return null;
    const text = state.doc.toString();
    const found = twigOptionsAt(text, pos, await sources());
    if (!found) return null;
    const isPartial = found.options[0]?.kind === 'partial';
    return {
      from: found.from,
      options: found.options.map(toCompletion),
      validFor: isPartial ? /^[^'"]*$/ : /^[\w\u0080-\uffff]*$/,
    };
  };

function toCompletion({
  label,
  detail,
  info,
  rank = 0,
  isCalled,
}: TwigOptions['options'][number]): Completion {
  return {
    label,
    ...completionDetails(detail, info),
    boost: rank * 20,
    apply: isCalled ? (view, _, from, to) => insertCall(view, label, from, to) : label,
  };
}

/** The fields of a completion, which may be missing but not undefined. */
export const completionDetails = (
  detail: string | undefined,
  info: string | undefined,
): Partial<Completion> => ({
  ...(detail && { detail }),
  ...(info !== undefined && { info }),
});

/** Leaves the cursor between the parentheses, unless there are some. */
function insertCall(view: EditorView, name: string, from: number, to: number): void {
  const hasParenthesis = view.state.sliceDoc(to, to + 1) === '(';
  const text = hasParenthesis ? name : `${name}()`;
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + name.length + (hasParenthesis ? 0 : 1) },
    userEvent: 'input.complete',
  });
}

/**
 * Matches text before which typed braces are closed automatically. Before a word they are not, because they may be meant to
 * enclose it.
 */
const gap = /^(?:$|[\s<>()[\]}"'.,;:])/;

/**
 * `{{` becomes `{{}}` and `{%` becomes `{%%}`, with the cursor between them, and a space in them becomes two. A brace that
 * `closeBrackets` has added is used.
 */
export const closeTwig = EditorView.inputHandler.of((view, from, to, text) => {
  if (from !== to || view.composing || view.state.readOnly) return false;
  const before = view.state.sliceDoc(Math.max(0, from - 2), from);
  const after = view.state.sliceDoc(to, to + 2);
  const added = addedBehind(text, before, after);
  if (added === undefined) return false;
  view.dispatch({
    changes: { from, insert: text + added },
    selection: { anchor: from + 1 },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
});

function addedBehind(text: string, before: string, after: string): string | undefined {
  if (text === ' ') return ['{{}}', '{%%}', '{##}'].includes(before + after) ? ' ' : undefined;
  if (!/^[{%#]$/.test(text) || !/(?:^|[^{])\{$/.test(before) || !gap.test(after)) return undefined;
  const closing = `${text === '{' ? '}' : text}}`;
  return after.startsWith('}') ? closing.slice(0, 1) : closing;
}
