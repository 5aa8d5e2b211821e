/** Walks a tree for the data that it reads. */
import { VariableScope } from '../compiler/variable-scope.ts';
import type { BlockNode, Expression, Node, TemplateNode } from '../parser/ast.ts';
import type { Source } from '../source.ts';
import { isOptional, itemOf, plainPath } from './data-path.ts';
import { ExpressionCollector } from './expression-collector.ts';
import type { FoundData, Tree } from './found-data.ts';
import { UsesByPath } from './uses-by-path.ts';

/** Partials may include themselves. */
const maxIncludes = 10;

/** Adds what it finds to `FoundData`. One collector visits one template, with those that it extends. */
export class Collector {
  readonly #found: FoundData;
  readonly #expressions: ExpressionCollector;
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
    this.#expressions = new ExpressionCollector(found, {
      step: (at) => found.clock.step(this.#source, at),
      include: (template, variables, only) => this.#include(template, variables, only),
      parentBlock: () => {
        if (this.#current) this.#block(this.#current.name, this.#current.level + 1);
      },
    });
  }

  template(tree: TemplateNode): void {
    for (const [name, block] of tree.blocks) {
      const blocks = this.#blocks.get(name);
      if (blocks) blocks.push(block);
      else this.#blocks.set(name, [block]);
    }
    if (tree.parent) this.#expressions.read(tree.parent);
    this.#node(tree.body);
    for (const macro of tree.macros.values()) {
      // A macro sees only its arguments, not the data.
      const scope = new VariableScope(null);
      for (const { name } of macro.parameters) scope.set(name, null);
      const unused = {
        paths: new Set<string>(),
        required: new Set<string>(),
        uses: new UsesByPath(),
        onContext() {},
      };
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
    this.#expressions.scope = scope;
    this.#node(body);
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
    if (names.kind !== 'constant') {
      this.#found.onContext();
      return [];
    }
    const partial = this.#found.follow(String(names.value));
    return partial ? [partial] : [];
  }

  #node(node: Node): void {
    this.#found.clock.step(this.#source, node.at);
    switch (node.kind) {
      case 'print':
        this.#expressions.readAs(node.value, 'printed');
        return;
      case 'do':
        this.#expressions.read(node.value);
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
        const over = this.#expressions.path(node.over);
        const item = over === null ? null : itemOf(over);
        this.#expressions.note(item);
        if (over !== null) this.#found.uses.read(plainPath(over), !isOptional(over));
        this.#expressions.noteUse(over, node.keyName === null ? 'list' : 'entries');
        const outer = this.#expressions.scope;
        this.#expressions.scope = new VariableScope(outer);
        if (node.keyName !== null) this.#expressions.scope.set(node.keyName, null);
        this.#expressions.scope.set(node.valueName, item);
        this.#node(node.body);
        this.#expressions.scope = outer;
        if (node.otherwise) this.#node(node.otherwise);
        return;
      }
      case 'set':
        node.names.forEach((name, index) => {
          const value = node.values[index];
          const path = value ? this.#expressions.path(value) : null;
          this.#expressions.note(path);
          this.#expressions.scope.set(name, path);
        });
        return;
      case 'capture':
        this.#node(node.body);
        this.#expressions.scope.set(node.name, null);
        return;
      case 'include':
        this.#expressions.read(node.template);
        this.#include(node.template, node.variables, node.only);
        return;
      case 'embed':
        if (node.variables) this.#expressions.read(node.variables);
        return;
      case 'with': {
        const outer = this.#expressions.scope;
        this.#expressions.scope = new VariableScope(outer);
        if (node.variables) this.#expressions.bindWith(node.variables, this.#expressions.scope);
        this.#node(node.body);
        this.#expressions.scope = outer;
        return;
      }
      case 'apply':
        this.#node(node.body);
        this.#expressions.read(node.filter);
        return;
      case 'autoescape':
        this.#node(node.body);
        return;
    }
  }

  #branches({ branches, otherwise }: Extract<Node, { kind: 'if' }>): void {
    const added: string[] = [];
    for (const { test, body } of branches) {
      this.#expressions.readAs(test, 'tested');
      this.#expressions.assuming(this.#expressions.definedWhere(test, true), () => this.#node(body));
      // Later branches are reached only if this test has failed.
      added.push(...this.#expressions.assume(this.#expressions.definedWhere(test, false)));
    }
    if (otherwise) this.#node(otherwise);
    for (const name of added) this.#expressions.defined.delete(name);
  }

  /** Visits a partial with the variables that it is given: what it reads of them, it reads of the data. */
  #include(template: Expression, variables: Expression | null, only: boolean): void {
    const partials = this.#follow(template);
    if (partials.length === 0) {
      if (variables) this.#expressions.read(variables);
      return;
    }
    const outer = this.#expressions.scope;
    const passed = new VariableScope(only ? null : outer, { seesData: !only });
    if (variables) this.#expressions.bindWith(variables, passed);
    for (const { tree, source } of partials) {
      const included = new Collector(this.#found, source, this.#depth + 1);
      included.#expressions.scope = new VariableScope(passed);
      for (const name of this.#expressions.defined) included.#expressions.defined.add(name);
      included.template(tree);
    }
  }
}
