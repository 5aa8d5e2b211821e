/** Lists the data that a template reads, from its tree: `customer.name`, `items[].price`. */
import type { CompileClock } from '../compile-clock.ts';
import { VariableScope } from '../compiler/variable-scope.ts';
import type { Argument, BlockNode, Expression, Node, TemplateNode } from '../parser/ast.ts';
import type { Source } from '../source.ts';
import { definedNames } from './defined-names.ts';

/** Paths of more characters are not extended, because a template may repeat `{% set a = a.b %}` many times. */
const maxPathLength = 400;

const builtIn = new Set(['_context', '_self', '_charset', 'loop', 'varargs']);

/** Filters whose result contains the items of their input. */
const keepsItems = new Set([
  'sort',
  'filter',
  'reverse',
  'slice',
  'shuffle',
  'merge',
  'default',
  'raw',
  'batch',
]);
const oneItem = new Set(['first', 'last', 'find']);

export interface ListedVariables {
  /** Paths, in the order in which the template reads them. */
  readonly variables: readonly string[];
  /** Top-level names that the template reads without allowing for their absence. */
  readonly requiredNames: readonly string[];
}

interface Found {
  readonly paths: Set<string>;
  readonly required: Set<string>;
  /** Counts a node of the tree towards the time limit. */
  readonly step: (at: number) => void;
}

interface Tree {
  readonly tree: TemplateNode;
  readonly source: Source;
}

/**
 * Lists the variables of these templates, those of the first template first. Throws a `TemplateSyntaxError` if the time
 * of the clock is over.
 */
export function listVariables(trees: readonly Tree[], clock: CompileClock): ListedVariables {
  const found = new Set<string>();
  const required = new Set<string>();
  for (const { tree, source } of trees) {
    new Collector({ paths: found, required, step: (at) => clock.step(source, at) }).template(tree);
  }
  // `customer` is redundant if `customer.name` is listed.
  const covered = new Set<string>();
  for (const path of found) {
    for (let i = 1; i < path.length; i++) {
      if (path[i] === '.' || path[i] === '[') covered.add(path.slice(0, i));
    }
  }
  return {
    variables: Object.freeze([...found].filter((path) => !covered.has(path))),
    requiredNames: Object.freeze([...required]),
  };
}

/**
 * The prefix of a path that may be missing from the data without an error, because of `default`, `??` or `is defined`.
 * No name starts with it.
 */
const optionalMark = '?';
const isOptional = (path: string): boolean => path.startsWith(optionalMark);
const asOptional = (path: string): string => (isOptional(path) ? path : optionalMark + path);
const rootOf = (path: string): string => path.slice(isOptional(path) ? 1 : 0).split(/[.[]/, 1)[0] ?? '';

const itemOf = (path: string) => (path.length > maxPathLength ? path : `${path}[]`);

class Collector {
  readonly #found: Found;
  #scope = new VariableScope(null);
  /** Names that a condition around the current node proves to be defined. */
  readonly #defined = new Set<string>();
  #blocks: ReadonlyMap<string, BlockNode> = new Map();
  readonly #visited = new Set<string>();

  constructor(found: Found) {
    this.#found = found;
  }

  template(tree: TemplateNode): void {
    if (tree.parent) this.#read(tree.parent);
    this.#blocks = tree.blocks;
    this.#node(tree.body);
    for (const name of tree.blocks.keys()) this.#block(name);
    for (const macro of tree.macros.values()) {
      // A macro sees only its arguments, not the data.
      const scope = new VariableScope(null);
      for (const { name } of macro.parameters) scope.set(name, null);
      new Collector({ paths: new Set(), required: new Set(), step: this.#found.step }).within(
        scope,
        macro.body,
      );
    }
  }

  within(scope: VariableScope, body: Node): void {
    this.#scope = scope;
    this.#node(body);
  }

  #note(path: string | null): void {
    if (path === null) return;
    this.#found.paths.add(isOptional(path) ? path.slice(1) : path);
    if (!isOptional(path)) this.#found.required.add(rootOf(path));
  }

  /** Runs `visit` for nodes that are reached only if these names are defined. */
  #assuming(names: readonly string[], visit: () => void): void {
    const added = this.#assume(names);
    visit();
    for (const name of added) this.#defined.delete(name);
  }

  /** Marks these names as defined. Returns those that were not marked before. */
  #assume(names: readonly string[]): string[] {
    const added = names.filter((name) => !this.#defined.has(name));
    for (const name of added) this.#defined.add(name);
    return added;
  }

  /** Visits a block once, at its tag if it has one, because it sees the variables and conditions around the tag. */
  #block(name: string): void {
    if (this.#visited.has(name)) return;
    this.#visited.add(name);
    const block = this.#blocks.get(name);
    if (block) this.#node(block.body);
  }

  /** Returns the top-level names of the data that are defined if a condition has this outcome. */
  #definedWhere(test: Expression, outcome: boolean): string[] {
    return definedNames(test, outcome).flatMap((name) => {
      const path = this.#scope.get(name);
      if (path === null) return [];
      return path === undefined ? [name] : [rootOf(path)];
    });
  }

  #read(node: Expression): void {
    this.#note(this.#path(node));
  }

  #node(node: Node): void {
    this.#found.step(node.at);
    switch (node.kind) {
      case 'print':
      case 'do':
        this.#read(node.value);
        return;
      case 'sequence':
        for (const child of node.children) this.#node(child);
        return;
      case 'if':
        this.#branches(node);
        return;
      case 'block':
        this.#block(node.name);
        return;
      case 'for': {
        const over = this.#path(node.over);
        const item = over === null ? null : itemOf(over);
        this.#note(item);
        const outer = this.#scope;
        this.#scope = new VariableScope(outer);
        if (node.keyName !== null) this.#scope.set(node.keyName, null);
        this.#scope.set(node.valueName, item);
        this.#node(node.body);
        this.#scope = outer;
        if (node.otherwise) this.#node(node.otherwise);
        return;
      }
      case 'set':
        node.names.forEach((name, index) => {
          const value = node.values[index];
          const path = value ? this.#path(value) : null;
          this.#note(path);
          this.#scope.set(name, path);
        });
        return;
      case 'capture':
        this.#node(node.body);
        this.#scope.set(node.name, null);
        return;
      case 'include':
        this.#read(node.template);
        if (node.variables) this.#read(node.variables);
        return;
      case 'embed':
        if (node.variables) this.#read(node.variables);
        return;
      case 'with': {
        const outer = this.#scope;
        this.#scope = new VariableScope(outer);
        if (node.variables) this.#bindWith(node.variables);
        this.#node(node.body);
        this.#scope = outer;
        return;
      }
      case 'apply':
        this.#node(node.body);
        this.#read(node.filter);
        return;
      case 'autoescape':
        this.#node(node.body);
        return;
    }
  }

  #branches({ branches, otherwise }: Extract<Node, { kind: 'if' }>): void {
    const added: string[] = [];
    for (const { test, body } of branches) {
      this.#read(test);
      this.#assuming(this.#definedWhere(test, true), () => this.#node(body));
      // Later branches are reached only if this test has failed.
      added.push(...this.#assume(this.#definedWhere(test, false)));
    }
    if (otherwise) this.#node(otherwise);
    for (const name of added) this.#defined.delete(name);
  }

  #bindWith(variables: Expression): void {
    if (variables.kind !== 'hash') {
      this.#read(variables);
      return;
    }
    for (const { key, value } of variables.entries) {
      const path = this.#path(value);
      this.#note(path);
      if (key?.kind === 'constant') this.#scope.set(String(key.value), path);
    }
  }

  #arguments(args: readonly Argument[], items: string | null): void {
    for (const { value } of args) {
      if (value.kind !== 'arrow') this.#read(value);
      else this.#arrow(value, items);
    }
  }

  #arrow(node: Extract<Expression, { kind: 'arrow' }>, items: string | null): void {
    const outer = this.#scope;
    this.#scope = new VariableScope(outer);
    node.parameters.forEach((name, index) => {
      this.#scope.set(name, index === 0 && items !== null ? itemOf(items) : null);
    });
    this.#read(node.body);
    this.#scope = outer;
  }

  #findName(name: string): string | null {
    const path = this.#scope.get(name);
    const own = path === undefined && !builtIn.has(name) ? name : (path ?? null);
    return own !== null && this.#defined.has(rootOf(own)) ? asOptional(own) : own;
  }

  /**
   * Returns the path in the data that an expression denotes, or null if there is none, and notes all other paths that
   * the expression reads. `lenient` has the meaning that it has in `ExpressionCompiler.compile`: an undefined name or
   * attribute is not an error in a strict render.
   */
  #path(node: Expression, lenient = false): string | null {
    this.#found.step(node.at);
    switch (node.kind) {
      case 'name': {
        const path = this.#findName(node.name);
        return path !== null && lenient ? asOptional(path) : path;
      }
      case 'attribute': {
        const object = this.#path(node.object, lenient);
        for (const { value } of node.arguments) this.#read(value);
        if (node.key.kind !== 'constant') this.#read(node.key);
        if (object === null) return null;
        if (object.length > maxPathLength) return object;
        if (node.access === 'call') {
          this.#note(object);
          return null;
        }
        if (node.key.kind === 'constant' && !/^\d+$/.test(String(node.key.value)))
          return `${object}.${node.key.value}`;
        return itemOf(object);
      }
      case 'filter': {
        const isRead = node.input.kind === 'name' || node.input.kind === 'attribute';
        const input = this.#path(node.input, node.name === 'default' && isRead);
        this.#arguments(node.arguments, input);
        if (keepsItems.has(node.name)) return input;
        if (oneItem.has(node.name) && input !== null) return itemOf(input);
        this.#note(input);
        return null;
      }
      case 'function':
        this.#arguments(node.arguments, null);
        return null;
      case 'macro':
        if (typeof node.name !== 'string') this.#read(node.name);
        this.#arguments(node.arguments, null);
        return null;
      case 'test':
        this.#note(this.#path(node.input, node.name === 'defined'));
        this.#arguments(node.arguments, null);
        return null;
      case 'unary':
        this.#read(node.operand);
        return null;
      case 'binary': {
        if (node.operator === '??' || node.operator === '?:') {
          const left = this.#path(node.left, node.operator === '??');
          this.#read(node.right);
          return left;
        }
        const left = this.#path(node.left);
        this.#note(left);
        if (node.right.kind === 'arrow') this.#arrow(node.right, left);
        else if (node.operator === 'and' || node.operator === 'or') {
          const outcome = node.operator === 'and';
          this.#assuming(this.#definedWhere(node.left, outcome), () => this.#read(node.right));
        } else this.#read(node.right);
        return null;
      }
      case 'concat':
        for (const part of node.parts) this.#read(part);
        return null;
      case 'conditional':
        this.#read(node.test);
        this.#assuming(this.#definedWhere(node.test, true), () => this.#read(node.then));
        this.#assuming(this.#definedWhere(node.test, false), () => this.#read(node.else));
        return null;
      case 'list':
        for (const { value } of node.items) this.#read(value);
        return null;
      case 'hash':
        for (const { key, value } of node.entries) {
          if (key) this.#read(key);
          this.#read(value);
        }
        return null;
      case 'arrow':
        this.#arrow(node, null);
        return null;
      case 'assign': {
        const path = this.#path(node.value);
        this.#note(path);
        if (node.target.kind === 'variable') this.#scope.set(node.target.name, path);
        return null;
      }
      default:
        return null;
    }
  }
}
