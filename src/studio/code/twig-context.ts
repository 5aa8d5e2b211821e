/** Says what can be typed at a place of a template, and which variables it can read there. */
import { divideTwig, type TwigRegion, type TwigToken } from './twig-regions.ts';
import { readScope, type TwigScope } from './twig-scope.ts';
import { type Subject, subjectBefore } from './twig-subject.ts';

export type TwigContext = { readonly from: number } & (
  | { readonly kind: 'variable'; readonly scope: TwigScope }
  /** `subject` is the value before the dot. */
  | { readonly kind: 'property'; readonly scope: TwigScope; readonly subject: Subject }
  /** The place after a value. */
  | { readonly kind: 'operator' }
  | { readonly kind: 'filter' }
  | { readonly kind: 'test' }
  /** The tags that are open, from the outermost one. */
  | { readonly kind: 'tag'; readonly open: readonly string[] }
  /** The name of a partial, in quotes. */
  | { readonly kind: 'partial' }
);

/** Tags whose first argument is the name of a partial. */
const loading = new Set(['include', 'extends', 'embed', 'import', 'from', 'use']);
/** Tags that are followed by a name of the author's own. */
const naming = new Set(['block', 'endblock', 'macro', 'endmacro', 'set', 'for']);

/**
 * Undefined outside Twig, and where the author makes up a name. `hasBody` tells whether a tag has one.
 *
 * @example twigContextAt('{{ customer.na', 14, () => false) // { kind: 'property', from: 12, subject: { name: 'customer', path: [] }, … }
 */
export function twigContextAt(
  text: string,
  position: number,
  hasBody: (tag: string) => boolean,
): TwigContext | undefined {
  const regions = divideTwig(text);
  const index = regions.findIndex(
    (each) => each.innerFrom <= position && position <= each.innerTo && isCode(each),
  );
  const region = regions[index];
  if (!region) return undefined;
  const within = region.tokens.findLast(({ from, to }) => from < position && position <= to);
  if (within?.kind === 'string') return inString(text, region, within, position);
  const typed = within && isName(within) ? within : undefined;
  const from = typed?.from ?? position;
  const before = region.tokens.filter(({ to }) => to <= from);
  const last = before.at(-1);
  const scope = () => readScope(regions.slice(0, index), region, before);
  if (region.kind === 'tag' && before.length === 0) {
    return { kind: 'tag', from, open: openTags(regions.slice(0, index), hasBody) };
  }
  if (last?.text === '.' || last?.text === '?.') {
    const subject = subjectBefore(before, before.length - 1);
    return subject && { kind: 'property', from, subject, scope: scope() };
  }
  if (last?.text === '|' || (before.length === 1 && last?.text === 'apply')) return { kind: 'filter', from };
  if (last?.text === 'is' || (last?.text === 'not' && before.at(-2)?.text === 'is')) {
    return { kind: 'test', from };
  }
  if (region.kind === 'tag' && before.length === 1 && naming.has(last?.text ?? '')) return undefined;
  if (region.kind === 'tag' && isNaming(before)) return { kind: 'operator', from };
  if (last && isOperand(last)) return { kind: 'operator', from };
  return { kind: 'variable', from, scope: scope() };
}

const isCode = ({ kind }: TwigRegion) => kind === 'output' || kind === 'tag';

const isName = ({ kind }: TwigToken) => !['string', 'number', 'operator', 'punctuation'].includes(kind);

const isOperand = ({ kind, text }: TwigToken) =>
  ['name', 'property', 'filter', 'test', 'constant', 'string', 'number'].includes(kind) ||
  /^[)\]]$/.test(text);

/** `{% for key, item` or `{% set a, b`: names, until `in` or `=`. */
const isNaming = (before: readonly TwigToken[]): boolean =>
  ['for', 'set'].includes(before[0]?.text ?? '') && !before.some(({ text }) => text === 'in' || text === '=');

function inString(
  text: string,
  { kind, tokens }: TwigRegion,
  string: TwigToken,
  position: number,
): TwigContext | undefined {
  const at = tokens.indexOf(string);
  const [before, called] = [tokens[at - 1], tokens[at - 2]];
  const isTag = kind === 'tag' && at === 1 && loading.has(before?.text ?? '');
  const isCall = before?.text === '(' && ['include', 'source'].includes(called?.text ?? '');
  // The place after the closing quote is no part of the name.
  const isInside = position < string.to || text[string.to - 1] !== string.text[0] || string.text.length === 1;
  return (isTag || isCall) && isInside ? { kind: 'partial', from: string.from + 1 } : undefined;
}

/** A `set` with a value and a `block` with one have no body. */
function openTags(regions: readonly TwigRegion[], hasBody: (tag: string) => boolean): readonly string[] {
  const open: string[] = [];
  for (const { kind, tokens } of regions) {
    const [tag, , third] = tokens;
    if (kind !== 'tag' || !tag) continue;
    if (tag.text.startsWith('end')) {
      const at = open.lastIndexOf(tag.text.slice(3));
      if (at >= 0) open.length = at;
    } else if (hasBody(tag.text)) {
      const isShort =
        (tag.text === 'set' && tokens.some(({ text }) => text === '=')) ||
        (tag.text === 'block' && third !== undefined);
      if (!isShort) open.push(tag.text);
    }
  }
  return open;
}
