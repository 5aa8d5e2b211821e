/** Completes CSS: what the browser knows, and the words of paged media that pdfapi adds. */
import {
  type Completion,
  CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { cssCompletionSource, cssLanguage } from '@codemirror/lang-css';
import { syntaxTree } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import type { PagedVocabulary } from '#render/paged/paged-vocabulary';
import { insertOpening, type Opening } from './insert-opening.ts';

/** At-rules that documents for print use. */
const atRules = ['@page', '@media', '@font-face', '@import', '@supports', '@layer', '@container'];

type LoadVocabulary = () => Promise<PagedVocabulary>;

const completeCss =
  (vocabulary: LoadVocabulary): CompletionSource =>
  async (context) => {
    const { state, pos } = context;
    const paged = await vocabulary();
    const node = syntaxTree(state).resolveInner(pos, -1);
    const atRule = context.matchBefore(/@[\w-]*/);
    if (atRule) return { from: atRule.from, options: rulesWithin(state, node, paged), validFor: /^@[\w-]*$/ };
    const page = context.matchBefore(/@page\s[^{;]{0,200}:[a-z]*/);
    if (page) {
      const from = page.from + page.text.lastIndexOf(':');
      return {
        from,
        options: paged.pseudoClasses.map((label) => ({ label, type: 'class' })),
        validFor: /^:[a-z]*$/,
      };
    }
    const pseudo = context.matchBefore(/::[\w-]*/);
    if (pseudo) return completePseudoElement(pseudo.from, paged);
    const property = propertyBefore(state, node, pos);
    if (property !== undefined) return completeValue(context, property, paged);
    const found = await cssCompletionSource(context);
    if (!found?.options.some(({ type }) => type === 'property')) return found;
    const names = new Set([
      ...found.options.flatMap(({ label, type }) => (type === 'property' ? [label] : [])),
      ...Object.keys(paged.properties),
    ]);
    const isFollowed = /^[\w-]*\s*:/.test(state.sliceDoc(pos, pos + 100));
    return {
      ...found,
      options: [
        ...found.options.filter(({ type }) => type !== 'property'),
        ...[...names].map((label) => ({
          label,
          type: 'property',
          apply: isFollowed ? label : open(label, { added: ': ' }),
        })),
      ],
    };
  };

function rulesWithin(
  state: EditorState,
  node: SyntaxNode,
  { pageBoxes }: PagedVocabulary,
): readonly Completion[] {
  const isInPage = ancestors(node).some(
    ({ name, from }) => name === 'AtRule' && /^@page\b/.test(state.sliceDoc(from, from + 6)),
  );
  const options = atRules.map((label) => ({ label, type: 'keyword' }));
  if (!isInPage) return options;
  return [...pageBoxes.map((box) => ({ label: `@${box}`, type: 'keyword', boost: 10 })), ...options];
}

async function completePseudoElement(
  from: number,
  { pseudoElements }: PagedVocabulary,
): Promise<CompletionResult> {
  const own = pseudoElements.map((label) => ({ label, type: 'class', boost: 10 }));
  const others = (await wordsAfter('a::b')).flatMap(({ label }) =>
    CSS.supports(`selector(::${label})`) ? [{ label: `::${label}`, type: 'class' }] : [],
  );
  return { from, options: [...own, ...others], validFor: /^::[\w-]*$/ };
}

function ancestors(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let each: SyntaxNode | null = node; each; each = each.parent) found.push(each);
  return found;
}

/** The property whose value the place is in. */
function propertyBefore(state: EditorState, node: SyntaxNode, pos: number): string | undefined {
  const declaration = ancestors(node).find(({ name }) => name === 'Declaration');
  const name = declaration?.getChild('PropertyName') ?? declaration?.getChild('VariableName');
  if (!name || pos <= name.to || !/^\s*:/.test(state.sliceDoc(name.to, pos))) return undefined;
  return state.sliceDoc(name.from, name.to).toLowerCase();
}

const known = new Map<string, Promise<readonly Completion[]>>();

/** All words that the editor knows at the end of a text. */
function wordsAfter(text: string): Promise<readonly Completion[]> {
  const found =
    known.get(text) ??
    (async () => {
      const sample = EditorState.create({ doc: text, extensions: cssLanguage });
      const result = await cssCompletionSource(new CompletionContext(sample, text.length, true));
      return result?.options ?? [];
    })();
  known.set(text, found);
  return found;
}

async function completeValue(
  context: CompletionContext,
  property: string,
  paged: PagedVocabulary,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w-]+/);
  const isBegun = word !== null || context.matchBefore(/:\s*/) !== null;
  if (!isBegun && !context.explicit) return null;
  const own = (paged.properties[property] ?? []).map((label) => ({
    label,
    type: label.includes('(') ? 'function' : 'constant',
    boost: 10,
    ...(label.includes('(') && { apply: callOf(label) }),
  }));
  const isCustom = property.startsWith('--');
  const found = (await wordsAfter('a{b:c')).filter(
    ({ label }) => !own.some((each) => each.label === label) && (isCustom || CSS.supports(property, label)),
  );
  return { from: word?.from ?? context.pos, options: [...own, ...found], validFor: /^[\w-]*$/ };
}

const open =
  (text: string, what: Pick<Opening, 'added' | 'brackets'>) =>
  (view: EditorView, _: Completion, from: number, to: number) =>
    insertOpening(view, { from, to, text, ...what });

/** A call without arguments leaves the cursor between its parentheses. */
function callOf(label: string): NonNullable<Completion['apply']> {
  const at = label.indexOf('(');
  const [name, rest] = [label.slice(0, at), label.slice(at)];
  return open(name, rest === '()' ? { brackets: '(' } : { added: rest });
}

/** CSS with its completions, alone or within HTML. */
export const cssSupport = (vocabulary: LoadVocabulary): Extension =>
  cssLanguage.data.of({ autocomplete: completeCss(vocabulary) });

export { cssLanguage };
