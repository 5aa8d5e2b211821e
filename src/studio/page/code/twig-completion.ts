/** Completes Twig in CodeMirror, from what `twigOptionsAt` offers. */
import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { type TwigOptions, type TwigSources, twigOptionsAt } from '../../code/twig-options.ts';
import { insertOpening } from './insert-opening.ts';

/** `sources` resolves to what `twigOptionsAt` takes for the cursor. */
export const completeTwig =
  (sources: (position: number) => Promise<TwigSources>): CompletionSource =>
  async (context) => {
    const { state, pos } = context;
    // Between a word and another one nothing is asked for.
    const isTyped = context.matchBefore(/[\w\u0080-\uffff]|(?:[|.'"/]|\{%[-~]?|\{\{[-~]?|\bis|\bin)\s?/);
    if (!isTyped && !context.explicit) return null;
    const text = state.doc.toString();
    const found = twigOptionsAt(text, pos, await sources(pos));
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
  const isCalled = view.state.sliceDoc(to, to + 1) === '(';
  insertOpening(view, { from, to, text: name, brackets: isCalled ? '' : '(' });
}
