/**
 * Collects every SQL text that the store can send, from its sources: also those that no test runs. A text that is
 * composed is resolved; an expression that cannot be fails, until `examples` has its values.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { type Node, parse } from 'acorn';

export interface StatementText {
  /** File and line, relative to the folder: `teams.ts:113`. */
  readonly place: string;
  readonly sql: string;
}

/** Folders and files that speak to one engine only, and the copy of whole tables, which composes names of columns. */
const exempt = ['database/', 'move/'];

/** The values of expressions that depend on arguments. */
const examples: Readonly<Record<string, readonly string[]>> = {
  'teams.ts column': ['name', 'plan', 'quota', 'rate_limit', 'email', 'verified'],
  'webhooks/delivery-rows.ts condition': [
    'id = CAST(? AS BIGINT)',
    `team_id = CAST(? AS BIGINT) AND disabled_at IS NULL AND (events = '*' OR events LIKE ?)`,
  ],
};

const isStatement = (text: string): boolean => /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\s/.test(text);

/** `folder`: the sources of the store. */
export function statementTexts(folder: string): StatementText[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !exempt.some((start) => file.startsWith(start)))
    .sort()
    .flatMap((file) => textsOf(file, readFileSync(join(folder, file), 'utf8')));
}

/** The statements of one module. */
export function textsOf(file: string, source: string): StatementText[] {
  const code = stripTypeScriptTypes(source, { mode: 'strip' });
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  const nodes = [...nodesOf(tree)] as readonly SyntaxNode[];
  const resolver = new Resolver(file, code, nodes);
  return nodes
    .filter(({ type }) => type === 'Literal' || type === 'TemplateLiteral')
    .filter((node) => isStatement(resolver.start(node)))
    .flatMap((node) =>
      resolver.texts(node).map((sql) => ({ place: `${file}:${node.loc?.start.line}`, sql })),
    );
}

/** What this file reads of a node, whatever its type. */
type SyntaxNode = Node & {
  readonly name?: string;
  readonly value?: unknown;
  readonly id?: SyntaxNode;
  readonly init?: SyntaxNode | null;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  readonly expressions?: readonly SyntaxNode[];
  readonly callee?: SyntaxNode;
  readonly object?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
  readonly params?: readonly SyntaxNode[];
  readonly body?: SyntaxNode;
  readonly consequent?: SyntaxNode;
  readonly alternate?: SyntaxNode;
};

class Resolver {
  readonly #file: string;
  readonly #code: string;
  readonly #constants = new Map<string, SyntaxNode>();

  constructor(file: string, code: string, nodes: readonly SyntaxNode[]) {
    this.#file = file;
    this.#code = code;
    for (const { type, id, init } of nodes) {
      if (type === 'VariableDeclarator' && id?.name && init) this.#constants.set(id.name, init);
    }
  }

  /** How the text begins; empty if an argument decides. */
  start(node: SyntaxNode): string {
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
    const [first] = node.quasis ?? [];
    if (first?.value.cooked) return first.value.cooked;
    const [expression] = node.expressions ?? [];
    const constant = expression?.type === 'Identifier' && this.#constants.get(expression.name ?? '');
    return constant && (constant.type === 'Literal' || constant.type === 'TemplateLiteral')
      ? this.start(constant)
      : '';
  }

  /** Returns every text that the expression can have. Throws for one that is not known. */
  texts(node: SyntaxNode, parameters: ReadonlyMap<string, readonly string[]> = new Map()): readonly string[] {
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
    if (node.type === 'TemplateLiteral') {
      let texts: readonly string[] = [''];
      for (const [index, { value }] of (node.quasis ?? []).entries()) {
        texts = texts.map((text) => text + value.cooked);
        const expression = node.expressions?.[index];
        if (!expression) continue;
        const values = this.texts(expression, parameters);
        texts = texts.flatMap((text) => values.map((each) => text + each));
      }
      return texts;
    }
    const source = this.#code.slice(node.start, node.end);
    const example = examples[`${this.#file} ${source}`];
    if (example) return example;
    if (node.type === 'Identifier') {
      const given = parameters.get(node.name ?? '');
      if (given) return given;
      const constant = this.#constants.get(node.name ?? '');
      if (constant) return this.texts(constant);
    }
    if (node.consequent && node.alternate) {
      const branches = [node.consequent, node.alternate];
      return branches.flatMap((branch) => this.texts(branch, parameters));
    }
    const called = node.type === 'CallExpression' ? this.#call(node) : undefined;
    if (called) return called;
    throw new Error(
      `${this.#file}: the value of ${source} is not known; add it to the examples in statement-texts.ts.`,
    );
  }

  /** `items.join(', ')`, and a function of this file that returns a text. */
  #call({ callee, arguments: given = [] }: SyntaxNode): readonly string[] | undefined {
    if (callee?.property?.name === 'join' && callee.object && given[0]) {
      const [separator = ''] = this.texts(given[0]);
      return this.#item(callee.object)?.map((item) => [item, item].join(separator));
    }
    const made = callee?.type === 'Identifier' ? this.#constants.get(callee.name ?? '') : undefined;
    if (made?.type !== 'ArrowFunctionExpression' || !made.body) return undefined;
    const values = (made.params ?? []).map(
      ({ name = '' }, index) => [name, this.texts(given[index] as SyntaxNode)] as const,
    );
    return this.texts(made.body, new Map(values));
  }

  /** What each item of a list is: `list.map(() => '(?)')`, `Array(9).fill('?')`, or a constant that is one. */
  #item(list: SyntaxNode): readonly string[] | undefined {
    const constant = list.type === 'Identifier' && this.#constants.get(list.name ?? '');
    if (constant) return this.#item(constant);
    const [argument] = list.arguments ?? [];
    const method = list.callee?.property?.name;
    if (method === 'fill' && argument) return this.texts(argument);
    if (method === 'map' && argument?.body) return this.texts(argument.body);
    return undefined;
  }
}

function* nodesOf(tree: Node): Generator<Node, void> {
  yield tree;
  for (const value of Object.values(tree)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each?.type === 'string') yield* nodesOf(each);
    }
  }
}
