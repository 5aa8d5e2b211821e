/** Walks a tree for the data that it reads. */
import type { CompileClock } from '../compile-clock.ts';
import { VariableScope } from '../compiler/variable-scope.ts';
import type { Argument, BlockNode, Expression, Node, TemplateNode } from '../parser/ast.ts';
import type { Source } from '../source.ts';
import { definedNames } from './defined-names.ts';
import { UsesByPath } from './uses-by-path.ts';
import { filterUse, operandUse, testUse, type ValueUse } from './value-uses.ts';

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

/**
 * The prefix of a path that may be missing from the data without an error, because of `default`, `??` or `is defined`.
 * No name starts with it.
 */
const optionalMark = '?';
const isOptional = (path: string): boolean => path.startsWith(optionalMark);
const asOptional = (path: string): string => (isOptional(path) ? path : optionalMark + path);
/** The path in the data. */
const plain = (path: string): string => (isOptional(path) ? path.slice(optionalMark.length) : path);
const rootOf = (path: string): string => plain(path).split(/[.[]/, 1)[0] ?? '';

/** Partials may include themselves. */
const maxIncludes = 10;

const itemOf = (path: string) => (path.length > maxPathLength ? path : `${path}[]`);

export interface FoundData {
  readonly paths: Set<string>;
  readonly required: Set<string>;
  readonly uses: UsesByPath;
  /** Returns a partial to visit where it is named, unless there is none or too much was visited. */
  readonly follow: (name: string) => Tree | undefined;
  /** Limits the time. */
  readonly clock: CompileClock;
}

export interface Tree {
  readonly tree: TemplateNode;
  readonly source: Source;
}

/** Adds what it finds to `FoundData`. One collector visits one template, with those that it extends. */
export class Collector {
  readonly #found: FoundData;
  #scope = new VariableScope(null);
  /** Names that a condition around the current node proves to be defined. */
  readonly #defined = new Set<string>();
  /** Blocks by name: of the template itself, then of the templates that it extends. */
  readonly #blocks = new Map<string, BlockNode[]>();
  readonly #visited = new Set<BlockNode>();
  /** The block around the current node, and which of its name it is. */
  #current: { readonly name: string; readonly level: number } | undefined;
  #source: Source;

  /** How many partials are around the current one. */
  #depth: number;

  constructor(found: FoundData, source: Source, depth = 0) {
    this.#found = found;
    this.#source = source;
    this.#depth = depth;
  }

  template(tree: TemplateNode): void {
    for (const [name, block] of tree.blocks) {
      const blocks = this.#blocks.get(name);
      if (blocks) blocks.push(block);
      else this.#blocks.set(name, [block]);
    }
    if (tree.parent) this.#read(tree.parent);
    this.#node(tree.body);
    for (const macro of tree.macros.values()) {
      // A macro sees only its arguments, not the data.
      const scope = new VariableScope(null);
      for (const { name } of macro.parameters) scope.set(name, null);
      const unused = { paths: new Set<string>(), required: new Set<string>(), uses: new UsesByPath() };
      new Collector({ ...this.#found, ...unused }, this.#source, this.#depth).within(scope, macro.body);
    }
    const [parent] = tree.parent ? this.#follow(tree.parent) : [];
    if (parent) {
      // Its blocks see what it sets.
      this.#source = parent.source;
      this.#depth += 1;
      this.template(parent.tree);
    } else for (const name of this.#blocks.keys()) this.#block(name);
  }

  within(scope: VariableScope, body: Node): void {
    this.#scope = scope;
    this.#node(body);
  }

  #note(path: string | null): void {
    if (path === null) return;
    this.#found.paths.add(plain(path));
    this.#found.uses.read(plain(path), !isOptional(path));
    if (!isOptional(path)) this.#found.required.add(rootOf(path));
  }

  #noteUse(path: string | null, use: ValueUse | undefined): void {
    if (path !== null) this.#found.uses.add(plain(path), use);
  }

  #noteOperand(path: string | null, operator: string, other: Expression): void {
    if (path !== null) this.#found.uses.addOperand(plain(path), operator, other);
  }

  /** Reads an expression of which this is known. */
  #readAs(node: Expression, use: ValueUse): void {
    const path = this.#path(node);
    this.#note(path);
    this.#noteUse(path, use);
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
  #block(name: string, level = 0): void {
    const block = this.#blocks.get(name)?.[level];
    if (!block || this.#visited.has(block)) return;
    this.#visited.add(block);
    const outer = this.#current;
    this.#current = { name, level };
    this.#node(block.body);
    this.#current = outer;
  }

  /** Returns the partials of these names, which may be several: the first that exists, or one of two. */
  #follow(names: Expression): Tree[] {
    if (this.#depth >= maxIncludes) return [];
    if (names.kind === 'list') return names.items.flatMap(({ value }) => this.#follow(value));
    if (names.kind === 'conditional') return [...this.#follow(names.then), ...this.#follow(names.else)];
    const partial = names.kind === 'constant' ? this.#found.follow(String(names.value)) : undefined;
    return partial ? [partial] : [];
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
    this.#found.clock.step(this.#source, node.at);
    switch (node.kind) {
      case 'print':
        this.#readAs(node.value, 'printed');
        return;
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
        if (over !== null) this.#found.uses.read(plain(over), !isOptional(over));
        this.#noteUse(over, node.keyName === null ? 'list' : 'entries');
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
        this.#include(node.template, node.variables, node.only);
        return;
      case 'embed':
        if (node.variables) this.#read(node.variables);
        return;
      case 'with': {
        const outer = this.#scope;
        this.#scope = new VariableScope(outer);
        if (node.variables) this.#bindWith(node.variables, this.#scope);
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
      this.#readAs(test, 'tested');
      this.#assuming(this.#definedWhere(test, true), () => this.#node(body));
      // Later branches are reached only if this test has failed.
      added.push(...this.#assume(this.#definedWhere(test, false)));
    }
    if (otherwise) this.#node(otherwise);
    for (const name of added) this.#defined.delete(name);
  }

  /** Visits a partial with the variables that it is given: what it reads of them, it reads of the data. */
  #include(template: Expression, variables: Expression | null, only: boolean): void {
    const partials = this.#follow(template);
    if (partials.length === 0) {
      if (variables) this.#read(variables);
      return;
    }
    const outer = this.#scope;
    const passed = new VariableScope(only ? null : outer, { seesData: !only });
    if (variables) this.#bindWith(variables, passed);
    for (const { tree, source } of partials) {
      const included = new Collector(this.#found, source, this.#depth + 1);
      included.#scope = new VariableScope(passed);
      for (const name of this.#defined) included.#defined.add(name);
      included.template(tree);
    }
  }

  #bindWith(variables: Expression, scope: VariableScope): void {
    if (variables.kind !== 'hash') {
      this.#read(variables);
      return;
    }
    for (const { key, value } of variables.entries) {
      const path = this.#path(value);
      this.#note(path);
      if (key?.kind === 'constant') scope.set(String(key.value), path);
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
    this.#found.clock.step(this.#source, node.at);
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
        this.#noteUse(input, filterUse(node));
        if (keepsItems.has(node.name)) return input;
        if (oneItem.has(node.name) && input !== null) return itemOf(input);
        this.#note(input);
        return null;
      }
      case 'function':
        return this.#function(node);
      case 'macro':
        if (typeof node.name !== 'string') this.#read(node.name);
        this.#arguments(node.arguments, null);
        return null;
      case 'test':
        return this.#test(node);
      case 'unary':
        this.#readAs(node.operand, node.operator === 'not' ? 'tested' : 'number');
        return null;
      case 'binary':
        return this.#binary(node);
      case 'concat':
        for (const part of node.parts) this.#readAs(part, 'printed');
        return null;
      case 'conditional':
        this.#readAs(node.test, 'tested');
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

  #test(node: Extract<Expression, { kind: 'test' }>): null {
    const path = this.#path(node.input, node.name === 'defined');
    this.#note(path);
    this.#noteUse(path, testUse(node.name) ?? 'tested');
    this.#arguments(node.arguments, null);
    return null;
  }

  #binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): string | null {
    if (operator === '??' || operator === '?:') {
      const path = this.#path(left, operator === '??');
      this.#noteUse(path, operandUse(operator, right));
      if (operator === '?:') this.#noteUse(path, 'tested');
      this.#read(right);
      return path;
    }
    const path = this.#path(left);
    this.#note(path);
    this.#noteOperand(path, operator, right);
    if (right.kind === 'arrow') this.#arrow(right, path);
    else if (operator === 'and' || operator === 'or') {
      this.#noteUse(path, 'tested');
      this.#assuming(this.#definedWhere(left, operator === 'and'), () => this.#readAs(right, 'tested'));
    } else {
      const other = this.#path(right);
      this.#note(other);
      if (operator !== 'in' && operator !== 'not in') this.#noteOperand(other, operator, left);
    }
    return null;
  }

  #function({ name, arguments: given }: Extract<Expression, { kind: 'function' }>): null {
    if (name === 'parent' && this.#current) this.#block(this.#current.name, this.#current.level + 1);
    const argument = (label: string, position: number) =>
      given.find((each, index) => (each.name === null ? index === position : each.name === label))?.value;
    const template = name === 'include' ? argument('template', 0) : undefined;
    if (template) {
      const withContext = argument('with_context', 2);
      const only = withContext?.kind === 'constant' && withContext.value === false;
      this.#include(template, argument('variables', 1) ?? null, only);
    } else this.#arguments(given, null);
    return null;
  }
}
