/** Which data a template reads, from its tree: `customer.name`, `items[].price`. */
import type { Argument, Expression, Node, TemplateNode } from './nodes.ts';
import { VariableScope } from './variable-scope.ts';

/** Characters of a path, beyond which it is not followed: `{% set a = a.b %}` may stand there many times. */
const longestPath = 400;

const builtIn = new Set(['_context', '_self', '_charset', 'loop', 'varargs']);

/** Filters whose result has the items of their input. */
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

/** The variables of these templates, those of the first one first, in the order in which they are read. */
export function listVariables(trees: readonly TemplateNode[]): string[] {
  const found = new Set<string>();
  for (const tree of trees) new Collector(found).template(tree);
  // `customer` says nothing more where `customer.name` is there.
  const covered = new Set<string>();
  for (const path of found) {
    for (let i = 1; i < path.length; i++) {
      if (path[i] === '.' || path[i] === '[') covered.add(path.slice(0, i));
    }
  }
  return [...found].filter((path) => !covered.has(path));
}

const itemOf = (path: string) => (path.length > longestPath ? path : `${path}[]`);

class Collector {
  readonly #found: Set<string>;
  #scope = new VariableScope(null);

  constructor(found: Set<string>) {
    this.#found = found;
  }

  template(tree: TemplateNode): void {
    if (tree.parent) this.#read(tree.parent);
    this.#node(tree.body);
    for (const block of tree.blocks.values()) this.#node(block.body);
    for (const macro of tree.macros.values()) {
      // A macro sees nothing of the data but its arguments.
      const scope = new VariableScope(null);
      for (const { name } of macro.parameters) scope.set(name, null);
      new Collector(new Set()).within(scope, macro.body);
    }
  }

  within(scope: VariableScope, body: Node): void {
    this.#scope = scope;
    this.#node(body);
  }

  #note(path: string | null): void {
    if (path !== null) this.#found.add(path);
  }

  #read(node: Expression): void {
    this.#note(this.#path(node));
  }

  #node(node: Node): void {
    switch (node.kind) {
      case 'print':
      case 'do':
        this.#read(node.value);
        return;
      case 'sequence':
        for (const child of node.children) this.#node(child);
        return;
      case 'if':
        for (const { test, body } of node.branches) {
          this.#read(test);
          this.#node(body);
        }
        if (node.otherwise) this.#node(node.otherwise);
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

  #nameOf(name: string): string | null {
    const path = this.#scope.get(name);
    if (path !== undefined) return path;
    return builtIn.has(name) ? null : name;
  }

  /** The path in the data that an expression is, after noting all others that it reads; null where it is none. */
  #path(node: Expression): string | null {
    switch (node.kind) {
      case 'name':
        return this.#nameOf(node.name);
      case 'attribute': {
        const object = this.#path(node.object);
        for (const { value } of node.arguments) this.#read(value);
        if (node.key.kind !== 'constant') this.#read(node.key);
        if (object === null) return null;
        if (object.length > longestPath) return object;
        if (node.access === 'call') {
          this.#note(object);
          return null;
        }
        if (node.key.kind === 'constant' && !/^\d+$/.test(String(node.key.value)))
          return `${object}.${node.key.value}`;
        return itemOf(object);
      }
      case 'filter': {
        const input = this.#path(node.input);
        this.#arguments(node.arguments, input);
        if (keepsItems.has(node.name)) return input;
        if (oneItem.has(node.name) && input !== null) return itemOf(input);
        this.#note(input);
        return null;
      }
      case 'function':
      case 'macro':
        this.#arguments(node.arguments, null);
        return null;
      case 'test':
        this.#read(node.input);
        this.#arguments(node.arguments, null);
        return null;
      case 'unary':
        this.#read(node.operand);
        return null;
      case 'binary': {
        if (node.operator === '??' || node.operator === '?:') {
          const left = this.#path(node.left);
          this.#read(node.right);
          return left;
        }
        const left = this.#path(node.left);
        this.#note(left);
        if (node.right.kind === 'arrow') this.#arrow(node.right, left);
        else this.#read(node.right);
        return null;
      }
      case 'concat':
        for (const part of node.parts) this.#read(part);
        return null;
      case 'conditional':
        for (const each of [node.test, node.then, node.else]) this.#read(each);
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
