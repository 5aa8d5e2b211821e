/**
 * Puts a template together from its layout, blocks and partials as far as the source shows it, so that the lint sees
 * headings and tables as a reader does. Every character of the result has a place in a file.
 */
import { maskText, printed, printingTags } from './mask-twig.ts';
import { scanTwig, type TwigTag } from './twig-tags.ts';

export interface LintSource {
  /** The path as findings name it. */
  readonly file: string;
  readonly text: string;
}

/** HTML in which Twig is spaces, and `printed` where it prints something. */
export interface ComposedHtml {
  readonly text: string;
  /** Whether it is a document, and not a part of one whose surroundings are unknown. */
  readonly isWhole: boolean;
  /** Whether Twig may print elements that the source does not show. */
  readonly printsMarkup: boolean;
  readonly pieces: readonly ComposedPiece[];
  readonly branches: readonly BranchChange[];
}

interface ComposedPiece {
  /** Offset in the composed text. */
  readonly at: number;
  readonly source: LintSource;
  /** Offset in the source. */
  readonly start: number;
}

/** The branch of `if` or `for … else` that begins at an offset; none outside of them. */
interface BranchChange {
  readonly at: number;
  readonly branch: Branch | undefined;
}

export interface Branch {
  /** The number of the `if`. */
  readonly choice: number;
  readonly index: number;
  readonly parent: Branch | undefined;
}

/** Far beyond any document that people write; the rest is then treated as unknown text. */
const limits = { characters: 5_000_000, parts: 2_000, depth: 40 };

/**
 * Returns the document and, each by itself, the parts that it does not show in place: macros, captured texts, and
 * partials whose place the source does not name.
 */
export function composeTwig(
  main: LintSource,
  partials: ReadonlyMap<string, LintSource>,
): readonly ComposedHtml[] {
  const used = new Set<LintSource>();
  const composer = new Composer(partials, used);
  const results = [composer.compose(main, true)];
  for (const partial of partials.values()) {
    if (!used.has(partial)) results.push(composer.compose(partial, false));
  }
  return [...results, ...composer.composeDetached()];
}

interface Range {
  readonly source: LintSource;
  readonly from: number;
  readonly to: number;
}

type Blocks = ReadonlyMap<string, Range>;

class Composer {
  readonly #partials: ReadonlyMap<string, LintSource>;
  readonly #used: Set<LintSource>;
  readonly #scanned = new Map<LintSource, ScannedSource>();
  readonly #detached = new Map<string, Range>();
  #composition = new Composition();
  #isWhole = true;
  #printsMarkup = false;
  #parts = 0;

  constructor(partials: ReadonlyMap<string, LintSource>, used: Set<LintSource>) {
    this.#partials = partials;
    this.#used = used;
  }

  compose(source: LintSource, isWhole: boolean): ComposedHtml {
    return this.#run(isWhole, () => this.#template(source, new Map(), 0));
  }

  /** Composing a macro may find another one in it. */
  composeDetached(): ComposedHtml[] {
    const results: ComposedHtml[] = [];
    for (const range of this.#detached.values()) {
      results.push(this.#run(false, () => this.#range(range, new Map(), 0)));
    }
    return results;
  }

  #run(isWhole: boolean, action: () => void): ComposedHtml {
    this.#composition = new Composition();
    this.#isWhole = isWhole;
    this.#printsMarkup = false;
    action();
    return { ...this.#composition.result, isWhole: this.#isWhole, printsMarkup: this.#printsMarkup };
  }

  #scan(source: LintSource): ScannedSource {
    const known = this.#scanned.get(source) ?? new ScannedSource(source);
    this.#scanned.set(source, known);
    return known;
  }

  #template(source: LintSource, given: Blocks, depth: number): void {
    this.#used.add(source);
    const scanned = this.#scan(source);
    const all = { source, from: 0, to: source.text.length };
    const layout = this.#partials.get(scanned.extending ?? '');
    if (layout && depth <= limits.depth) {
      // The text around the blocks of such a template is never printed.
      for (const range of scanned.detached) this.#detach(range);
      this.#template(layout, new Map([...scanned.blocks, ...given]), depth + 1);
    } else {
      if (scanned.extending !== undefined) this.#isWhole = false;
      this.#range(all, given, depth);
    }
  }

  #detach(range: Range): void {
    this.#detached.set(`${range.source.file}:${range.from}`, range);
  }

  #range({ source, from, to }: Range, blocks: Blocks, depth: number): void {
    const { tags, partners } = this.#scan(source);
    let at = from;
    for (let index = firstFrom(tags, from, ({ start }) => start); index < tags.length; index++) {
      const tag = tags[index] as TwigTag;
      if (tag.start >= to) break;
      this.#composition.add(source, at, tag.start);
      at = tag.end;
      const partner = partners.get(index);
      const inside = partner && { source, from: tag.end, to: partner.tag.start };
      const named = this.#partials.get(namedTemplate(tag) ?? '');
      const mayGoOn = () => ++this.#parts <= limits.parts && depth <= limits.depth;
      if (inside && isDetached(tag)) {
        this.#detach(inside);
        this.#printsMarkup = true;
        this.#composition.mask(source, tag.start, tag.end, ' ');
        this.#composition.mask(source, inside.from, inside.to, ' ');
        at = inside.to;
        index = partner.index - 1;
      } else if (inside && tag.name === 'block' && mayGoOn()) {
        this.#composition.mask(source, tag.start, tag.end, this.#isWhole ? ' ' : printed);
        this.#range(blocks.get(blockName(tag)) ?? inside, blocks, depth + 1);
        at = inside.to;
        index = partner.index - 1;
      } else if (named && mayGoOn()) {
        this.#composition.mask(source, tag.start, tag.end, ' ');
        const own = inside ? this.#scan(source).blocksIn(inside) : new Map();
        this.#template(named, own, depth + 1);
        if (!inside) continue;
        at = inside.to;
        index = partner.index - 1;
      } else {
        const prints = tag.kind === 'print' || printingTags.has(tag.name);
        if (printingTags.has(tag.name) || printsUnescaped.test(tag.code)) this.#printsMarkup = true;
        this.#composition.mask(source, tag.start, tag.end, prints ? printed : ' ');
        this.#composition.branch(tag);
      }
    }
    this.#composition.add(source, at, to);
  }
}

/** The text of a template as it grows. */
class Composition {
  readonly #texts: string[] = [];
  readonly #pieces: ComposedPiece[] = [];
  readonly #branches: BranchChange[] = [];
  #length = 0;
  #choices = 0;
  /** The branch around each open `for` and `if`, which its end restores. */
  readonly #open: (Branch | undefined)[] = [];
  #branch: Branch | undefined;

  add(source: LintSource, from: number, to: number): void {
    this.#push(source, from, source.text.slice(from, to));
  }

  mask(source: LintSource, from: number, to: number, filling: string): void {
    this.#push(source, from, maskText(source.text.slice(from, to), filling));
  }

  branch({ name }: TwigTag): void {
    if (name === 'if' || name === 'for') {
      this.#open.push(this.#branch);
      if (this.#isTooDeep) return;
      this.#choose({ choice: this.#choices++, index: 0, parent: this.#branch });
    } else if ((name === 'else' || name === 'elseif') && this.#branch && !this.#isTooDeep) {
      this.#choose({ ...this.#branch, index: this.#branch.index + 1 });
    } else if (name === 'endif' || name === 'endfor') this.#choose(this.#open.pop());
  }

  get result(): Pick<ComposedHtml, 'text' | 'pieces' | 'branches'> {
    return { text: this.#texts.join(''), pieces: this.#pieces, branches: this.#branches };
  }

  /** Deeper branches count as part of the branch around them, so that comparing two places takes few steps. */
  get #isTooDeep(): boolean {
    return this.#open.length > limits.depth;
  }

  #choose(branch: Branch | undefined): void {
    this.#branch = branch;
    this.#branches.push({ at: this.#length, branch });
  }

  #push(source: LintSource, start: number, text: string): void {
    if (text === '' || this.#length + text.length > limits.characters) return;
    this.#texts.push(text);
    this.#pieces.push({ at: this.#length, source, start });
    this.#length += text.length;
  }
}

/** The tags of a source, and which of them belong together. */
class ScannedSource {
  readonly tags: readonly TwigTag[];
  /** Index of an opening tag → its end. */
  readonly partners: ReadonlyMap<number, { readonly tag: TwigTag; readonly index: number }>;
  /** The name of the layout. */
  readonly extending: string | undefined;
  readonly #source: LintSource;
  #blocks: (readonly [TwigTag, Range])[] | undefined;

  constructor(source: LintSource) {
    this.#source = source;
    this.tags = scanTwig(source.text);
    this.partners = findPartners(this.tags);
    const extending = this.tags.find(({ name }) => name === 'extends');
    this.extending = extending && (literal(extending.code) ?? '');
  }

  get blocks(): Blocks {
    return this.blocksIn({ source: this.#source, from: 0, to: this.#source.text.length });
  }

  get detached(): readonly Range[] {
    return this.#ranges(isDetached).map(([, range]) => range);
  }

  blocksIn({ from, to }: Range): Blocks {
    this.#blocks ??= this.#ranges(({ name }) => name === 'block').sort(([a], [b]) => a.start - b.start);
    const first = firstFrom(this.#blocks, from, ([tag]) => tag.start);
    const last = firstFrom(this.#blocks, to, ([tag]) => tag.start);
    return new Map(this.#blocks.slice(first, last).map(([tag, range]) => [blockName(tag), range]));
  }

  #ranges(isWanted: (tag: TwigTag) => boolean): (readonly [TwigTag, Range])[] {
    return [...this.partners].flatMap(([index, { tag: end }]) => {
      const tag = this.tags[index];
      if (!tag || !isWanted(tag)) return [];
      return [[tag, { source: this.#source, from: tag.end, to: end.start }] as const];
    });
  }
}

const paired = ['block', 'embed', 'macro', 'set'];

function findPartners(tags: readonly TwigTag[]): ScannedSource['partners'] {
  const partners = new Map<number, { tag: TwigTag; index: number }>();
  const open: { name: string; index: number }[] = [];
  for (const [index, tag] of tags.entries()) {
    if (paired.includes(tag.name)) open.push({ name: tag.name, index });
    if (!tag.name.startsWith('end')) continue;
    const name = tag.name.slice('end'.length);
    if (!paired.includes(name)) continue;
    // `{% set a = 1 %}` and `{% block title 'Invoice' %}` have no end, so they are passed over.
    for (let each = open.pop(); each; each = open.pop()) {
      if (each.name !== name || !isOpening(tags[each.index] as TwigTag)) continue;
      partners.set(each.index, { tag, index });
      break;
    }
  }
  return partners;
}

const isOpening = ({ name, code }: TwigTag): boolean =>
  name === 'set' ? !code.includes('=') : name !== 'block' || /^\s*\w+\s*$/.test(code);

const isDetached = ({ name }: TwigTag): boolean => name === 'macro' || name === 'set';

const blockName = ({ code }: TwigTag): string => code.trim();

/** The name of the template that a tag puts in its place, if the source has it as a text. */
function namedTemplate({ kind, name, code }: TwigTag): string | undefined {
  if (name === 'include' || name === 'embed') return literal(code);
  const call = kind === 'print' ? /^\s*include\(/.exec(code)?.[0] : undefined;
  return call === undefined ? undefined : literal(code.slice(call.length));
}

/** The filter `raw`, and calls of macros and functions. Other values are escaped. */
const printsUnescaped = /\|\s{0,9}raw\b|(?<![|\w.]|\|\s)[a-z_][\w.]{0,99}\(/i;

const literal = (code: string): string | undefined => {
  const [, double, single] = /^\s*(?:"([^"\\#]*)"|'([^'\\]*)')/.exec(code) ?? [];
  return double ?? single;
};

/** Returns the index of the first entry that starts at `from` or later. The entries are in order. */
function firstFrom<Entry>(
  entries: readonly Entry[],
  from: number,
  getStart: (entry: Entry) => number,
): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (getStart(entries[middle] as Entry) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns a source that holds no Twig. */
export const composePlain = (source: LintSource): ComposedHtml => ({
  text: source.text,
  isWhole: true,
  printsMarkup: false,
  pieces: [{ at: 0, source, start: 0 }],
  branches: [],
});
