/** Walks expressions for the data that they read. */
import { VariableScope } from '../compiler/variable-scope.ts';
import type { Argument, Expression } from '../parser/ast.ts';
import { asOptional, attributeOf, isOptional, itemOf, plainPath, rootOf } from './data-path.ts';
import { definedNames } from './defined-names.ts';
import type { FoundData } from './found-data.ts';
import { filterUse, operandUse, testUse, type ValueUse } from './value-uses.ts';

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

/** The template around an expression, as the collector needs it. */
interface ExpressionHost {
  /** Throws a `TemplateSyntaxError` if the time is over. */
  step(at: Expression['at']): void;
  /** Visits the partial that a call of `include` names. */
  include(template: Expression, variables: Expression | null, only: boolean): void;
  /** Visits the block that the current one overrides. */
  parentBlock(): void;
}

/** Adds what it finds to `FoundData`. */
export class ExpressionCollector {
  readonly #found: FoundData;
  readonly #host: ExpressionHost;
  /** The variables at the current node, and the paths in the data that they hold. */
  scope = new VariableScope(null);
  /** Names that a condition around the current node proves to be defined. */
  readonly defined = new Set<string>();

  constructor(found: FoundData, host: ExpressionHost) {
    this.#found = found;
    this.#host = host;
  }

  /** Reads an expression of which this is known. */
  readAs(node: Expression, use: ValueUse): void {
    const path = this.path(node);
    this.note(path);
    this.noteUse(path, use);
  }

  read(node: Expression): void {
    this.note(this.path(node));
  }

  /**
   * Returns the path in the data that an expression denotes, or null if there is none, and notes all other paths that
   * the expression reads. `lenient` has the meaning that it has in `ExpressionCompiler.compile`: an undefined name or
   * attribute is not an error in a strict render.
   */
  path(node: Expression, lenient = false): string | null {
    this.#host.step(node.at);
    switch (node.kind) {
      case 'name': {
        if (node.name === '_context') this.#found.onContext();
        const path = this.#findName(node.name);
        return path !== null && lenient ? asOptional(path) : path;
      }
      case 'attribute': {
        if (isLoopParent(node)) this.#found.onContext();
        const object = this.path(node.object, lenient);
        for (const { value } of node.arguments) this.read(value);
        if (node.key.kind !== 'constant') this.read(node.key);
        if (object === null) return null;
        if (node.access === 'call') {
          this.note(object);
          return null;
        }
        if (node.key.kind === 'constant' && !/^\d+$/.test(String(node.key.value)))
          return attributeOf(object, String(node.key.value));
        return itemOf(object);
      }
      case 'filter': {
        const isRead = node.input.kind === 'name' || node.input.kind === 'attribute';
        const input = this.path(node.input, node.name === 'default' && isRead);
        this.#arguments(node.arguments, input);
        this.noteUse(input, filterUse(node));
        if (keepsItems.has(node.name)) return input;
        if (oneItem.has(node.name) && input !== null) return itemOf(input);
        this.note(input);
        return null;
      }
      case 'function':
        return this.#function(node);
      case 'macro':
        if (typeof node.name !== 'string') this.read(node.name);
        this.#arguments(node.arguments, null);
        return null;
      case 'test':
        return this.#test(node);
      case 'unary':
        this.readAs(node.operand, node.operator === 'not' ? 'tested' : 'number');
        return null;
      case 'binary':
        return this.#binary(node);
      case 'concat':
        for (const part of node.parts) this.readAs(part, 'printed');
        return null;
      case 'conditional':
        this.readAs(node.test, 'tested');
        this.assuming(this.definedWhere(node.test, true), () => this.read(node.then));
        this.assuming(this.definedWhere(node.test, false), () => this.read(node.else));
        return null;
      case 'list':
        for (const { value } of node.items) this.read(value);
        return null;
      case 'hash':
        for (const { key, value } of node.entries) {
          if (key) this.read(key);
          this.read(value);
        }
        return null;
      case 'arrow':
        this.#arrow(node, null);
        return null;
      case 'assign': {
        const path = this.path(node.value);
        this.note(path);
        if (node.target.kind === 'variable') this.scope.set(node.target.name, path);
        return null;
      }
      default:
        return null;
    }
  }

  bindWith(variables: Expression, scope: VariableScope): void {
    if (variables.kind !== 'hash') {
      this.read(variables);
      return;
    }
    for (const { key, value } of variables.entries) {
      const path = this.path(value);
      this.note(path);
      if (key?.kind === 'constant') scope.set(String(key.value), path);
    }
  }

  /** Runs `visit` for nodes that are reached only if these names are defined. */
  assuming(names: readonly string[], visit: () => void): void {
    const added = this.assume(names);
    visit();
    for (const name of added) this.defined.delete(name);
  }

  /** Marks these names as defined. Returns those that were not marked before. */
  assume(names: readonly string[]): string[] {
    const added = names.filter((name) => !this.defined.has(name));
    for (const name of added) this.defined.add(name);
    return added;
  }

  /** Returns the top-level names of the data that are defined if a condition has this outcome. */
  definedWhere(test: Expression, outcome: boolean): string[] {
    return definedNames(test, outcome).flatMap((name) => {
      const path = this.scope.get(name);
      if (path === null) return [];
      return path === undefined ? [name] : [rootOf(path)];
    });
  }

  note(path: string | null): void {
    if (path === null) return;
    this.#found.paths.add(plainPath(path));
    this.#found.uses.read(plainPath(path), !isOptional(path));
    if (!isOptional(path)) this.#found.required.add(rootOf(path));
  }

  noteUse(path: string | null, use: ValueUse | undefined): void {
    if (path !== null) this.#found.uses.add(plainPath(path), use);
  }

  #noteOperand(path: string | null, operator: string, other: Expression): void {
    if (path !== null) this.#found.uses.addOperand(plainPath(path), operator, other);
  }

  #findName(name: string): string | null {
    const path = this.scope.get(name);
    const own = path === undefined && !builtIn.has(name) ? name : (path ?? null);
    return own !== null && this.defined.has(rootOf(own)) ? asOptional(own) : own;
  }

  #arguments(args: readonly Argument[], items: string | null): void {
    for (const { value } of args) {
      if (value.kind !== 'arrow') this.read(value);
      else this.#arrow(value, items);
    }
  }

  #arrow(node: Extract<Expression, { kind: 'arrow' }>, items: string | null): void {
    const outer = this.scope;
    this.scope = new VariableScope(outer);
    node.parameters.forEach((name, index) => {
      this.scope.set(name, index === 0 && items !== null ? itemOf(items) : null);
    });
    this.read(node.body);
    this.scope = outer;
  }

  #test(node: Extract<Expression, { kind: 'test' }>): null {
    const path = this.path(node.input, node.name === 'defined');
    this.note(path);
    this.noteUse(path, testUse(node.name) ?? 'tested');
    this.#arguments(node.arguments, null);
    return null;
  }

  #binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): string | null {
    if (operator === '??' || operator === '?:') {
      const path = this.path(left, operator === '??');
      this.noteUse(path, operandUse(operator, right));
      if (operator === '?:') this.noteUse(path, 'tested');
      this.read(right);
      return path;
    }
    const path = this.path(left);
    this.note(path);
    this.#noteOperand(path, operator, right);
    if (right.kind === 'arrow') this.#arrow(right, path);
    else if (operator === 'and' || operator === 'or') {
      this.noteUse(path, 'tested');
      this.assuming(this.definedWhere(left, operator === 'and'), () => this.readAs(right, 'tested'));
    } else {
      const other = this.path(right);
      this.note(other);
      if (operator !== 'in' && operator !== 'not in') this.#noteOperand(other, operator, left);
    }
    return null;
  }

  #function({ name, arguments: given }: Extract<Expression, { kind: 'function' }>): null {
    if (name === 'parent') this.#host.parentBlock();
    const argument = (label: string, position: number) =>
      given.find((each, index) => (each.name === null ? index === position : each.name === label))?.value;
    const template = name === 'include' ? argument('template', 0) : undefined;
    if (template) {
      const withContext = argument('with_context', 2);
      const only = withContext?.kind === 'constant' && withContext.value === false;
      this.#host.include(template, argument('variables', 1) ?? null, only);
    } else this.#arguments(given, null);
    return null;
  }
}

/** `loop.parent` has all variables of the template. */
const isLoopParent = ({ object, key }: Extract<Expression, { kind: 'attribute' }>): boolean =>
  object.kind === 'name' && object.name === 'loop' && (key.kind !== 'constant' || key.value === 'parent');
