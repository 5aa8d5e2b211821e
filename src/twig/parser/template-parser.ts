/** Parses text, print statements and tags: everything outside expressions. */

import type { CompileClock } from '../compile-clock.ts';
import { tokenize } from '../lexer/lexer.ts';
import type { LexerToken } from '../lexer/token.ts';
import { TokenStream } from '../lexer/token-stream.ts';
import { compileLimits } from '../limits.ts';
import type { Source } from '../source.ts';
import { suggest } from '../suggest.ts';
import type {
  BlockNode,
  Expression,
  MacroNode,
  ModuleReference,
  Node,
  TemplateNode,
  TraitNode,
} from './ast.ts';
import { ExpressionParser } from './expression-parser.ts';
import { foreignTag } from './foreign-tags.ts';
import { stripOutput } from './strip-output.ts';
import { type Tag, tags } from './tags/index.ts';

/** The filters, functions and tests that a template may use. */
export interface Vocabulary {
  readonly filters: ReadonlyMap<string, unknown>;
  readonly functions: ReadonlyMap<string, unknown>;
  readonly tests: ReadonlyMap<string, { readonly takesOne: boolean }>;
}

interface Parsed {
  readonly tree: TemplateNode;
  /** The number of tokens. The memory that the tree and its compiled form take is proportional to it. */
  readonly tokens: number;
}

/** Parses one source. Throws a `TemplateSyntaxError` with the place of the error. */
export function parseTemplate(source: Source, vocabulary: Vocabulary, clock: CompileClock): Parsed {
  if (source.text.length > compileLimits.source) {
    source.fail(`The template is longer than ${compileLimits.source} characters.`, 0);
  }
  const tokens = tokenize(source, clock);
  const tree = new TemplateParser(new TokenStream(source, tokens, clock), vocabulary).run();
  return { tree, tokens: tokens.length };
}

interface Imports {
  readonly modules: Map<string, ModuleReference>;
  readonly macros: Map<string, { module: ModuleReference; name: string }>;
}

/** The template that is being parsed: the source itself, or an `embed` in it. */
interface Unit {
  readonly node: TemplateNode;
  /** The imports of the template, followed by those of each enclosing block or macro. */
  readonly imports: Imports[];
  readonly blocksBeingRead: string[];
  inMacro: boolean;
  /** The strategy of the enclosing `autoescape` tag; undefined if there is none. */
  strategy: string | false | undefined;
}

const noImports = (): Imports => ({ modules: new Map(), macros: new Map() });

export class TemplateParser {
  readonly stream: TokenStream;
  readonly vocabulary: Vocabulary;
  readonly expressions: ExpressionParser;
  #unit: Unit;
  #loopUses = 0;

  constructor(stream: TokenStream, vocabulary: Vocabulary) {
    this.stream = stream;
    this.vocabulary = vocabulary;
    this.#unit = newUnit(0);
    this.expressions = new ExpressionParser(stream, {
      ...vocabulary,
      importedModule: (alias) => this.#importedModule(alias),
      importedMacro: (alias) => this.#imported((each) => each.macros.get(alias)),
      usesLoop: () => {
        this.#loopUses++;
      },
      whyNoParent: () => this.#whyNoParent(),
    });
  }

  run(): TemplateNode {
    const { node } = this.#unit;
    node.body = this.parseUntil(null);
    this.#checkChild(node);
    return node;
  }

  /**
   * Parses up to one of the tags named in `ends`, whose name becomes the current token. Without an `opener`, parses to
   * the end of the template.
   */
  parseUntil(opener: { name: string; at: number } | null, ...ends: string[]): Node {
    const { stream } = this;
    const at = stream.current.at;
    const children: Node[] = [];
    for (;;) {
      const token = stream.current;
      if (token.type === 'text') {
        stream.next();
        children.push({ kind: 'text', at: token.at, text: token.value });
      } else if (token.type === 'variable start') {
        stream.next();
        const value = this.expressions.parse();
        stream.expect('variable end');
        children.push({ kind: 'print', at: token.at, value });
      } else if (token.type === 'block start') {
        stream.next();
        const name = stream.current;
        if (name.type !== 'name') stream.unexpected(undefined, 'A tag begins with its name');
        if (ends.includes(name.value)) break;
        stream.next();
        const node = stream.nested(token.at, () => this.#tag(name, opener, ends));
        if (node.kind !== 'nothing') children.push(node);
      } else if (opener === null) break;
      else stream.fail(`Unclosed "${opener.name}" tag.`, opener.at);
    }
    return { kind: 'sequence', at, children };
  }

  /** Parses the body of a tag, from the `%}` of that tag through the name of the closing `end<name>` tag. */
  parseBody(opener: { name: string; at: number }): Node {
    this.endTag();
    const end = `end${opener.name}`;
    const body = this.parseUntil(opener, end);
    this.stream.next();
    return body;
  }

  /** Consumes the `%}` of a tag. */
  endTag(): void {
    this.stream.expect('block end');
  }

  #tag(name: LexerToken, opener: { name: string; at: number } | null, ends: string[]): Node {
    const tag: Tag | undefined = tags.get(name.value);
    if (tag) return tag(this, name.value, name.at);
    const { stream } = this;
    if (opener && /^(end|else)/.test(name.value)) {
      const { line } = stream.source.place(opener.at);
      stream.fail(
        `Unexpected "${name.value}" tag (expecting the closing tag of the "${opener.name}" tag on line ${line}).`,
        name.at,
      );
    }
    return stream.fail(
      `Unknown "${name.value}" tag.${foreignTag(name.value) || suggest(name.value, [...ends, ...tags.keys()])}`,
      name.at,
    );
  }

  // Declarations made by tags

  set parent(expression: Expression) {
    this.#unit.node.parent = expression;
  }

  get parent(): Expression | null {
    return this.#unit.node.parent;
  }

  get blocksBeingRead(): string[] {
    return this.#unit.blocksBeingRead;
  }

  get insideMacro(): boolean {
    return this.#unit.inMacro;
  }

  /** Returns the offset of the block with this name; undefined if there is none. */
  blockAt(name: string): number | undefined {
    return this.#unit.node.blocks.get(name)?.at;
  }

  addBlock(block: BlockNode): void {
    this.#unit.node.blocks.set(block.name, block);
  }

  addMacro(macro: MacroNode): void {
    this.#unit.node.macros.set(macro.name, macro);
  }

  addTrait(trait: TraitNode): void {
    this.#unit.node.traits.push(trait);
  }

  importModule(alias: string, module: ModuleReference): void {
    this.#unit.imports.at(-1)?.modules.set(alias, module);
  }

  importMacro(alias: string, module: ModuleReference, name: string): void {
    this.#unit.imports.at(-1)?.macros.set(alias, { module, name });
  }

  /** Runs `parse` with a separate set of imports, because imports in a block or macro are local to it. */
  withOwnImports<T>(parse: () => T, kind: 'block' | 'macro'): T {
    const unit = this.#unit;
    const { inMacro } = unit;
    unit.imports.push(noImports());
    if (kind === 'macro') unit.inMacro = true;
    const result = parse();
    unit.inMacro = inMacro;
    unit.imports.pop();
    return result;
  }

  get strategy(): string | false | undefined {
    return this.#unit.strategy;
  }

  /** Runs `parse` for the body of an `autoescape` tag with this strategy. */
  withStrategy<T>(strategy: string | false, parse: () => T): T {
    const unit = this.#unit;
    const outer = unit.strategy;
    unit.strategy = strategy;
    const result = parse();
    unit.strategy = outer;
    return result;
  }

  /** Parses the template inside an `embed` tag. */
  embedded(at: number, parse: (node: TemplateNode) => void): TemplateNode {
    const outer = this.#unit;
    this.#unit = newUnit(at);
    const { node } = this.#unit;
    parse(node);
    this.#checkChild(node);
    this.#unit = outer;
    return node;
  }

  /** Runs `parse` and reports whether its result may read the state of the enclosing loop. */
  notesLoop<T>(parse: () => T): { result: T; usesLoop: boolean } {
    const before = this.#loopUses;
    const result = parse();
    return { result, usesLoop: this.#loopUses > before };
  }

  handsOnContext(): void {
    this.#loopUses++;
  }

  #whyNoParent(): string | null {
    const { blocksBeingRead, node } = this.#unit;
    if (blocksBeingRead.length === 0) return '"parent()" belongs inside a block.';
    if (node.parent !== null || node.traits.length > 0) return null;
    return '"parent()" needs a template that extends or uses another one.';
  }

  #importedModule(alias: string): ModuleReference | undefined {
    if (alias === '_self') return { template: null };
    return this.#imported((each) => each.modules.get(alias));
  }

  #imported<T>(find: (imports: Imports) => T | undefined): T | undefined {
    const { imports } = this.#unit;
    const inner = imports.at(-1);
    const outer = imports[0];
    return (inner && find(inner)) ?? (outer && find(outer));
  }

  #checkChild(node: TemplateNode): void {
    if (node.parent === null) return;
    node.body = stripOutput(node.body, (detail, at) => this.stream.fail(detail, at));
  }
}

function newUnit(at: number): Unit {
  const node: TemplateNode = {
    at,
    parent: null,
    body: { kind: 'sequence', at, children: [] },
    blocks: new Map(),
    macros: new Map(),
    traits: [],
  };
  return { node, imports: [noImports()], blocksBeingRead: [], inMacro: false, strategy: undefined };
}
