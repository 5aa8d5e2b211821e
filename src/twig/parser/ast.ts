/** The syntax tree. `at` is the offset of a node in its source. */

export type Expression =
  | { kind: 'constant'; at: number; value: string | number | bigint | boolean | null }
  | { kind: 'name'; at: number; name: string; grouped?: boolean }
  | { kind: 'list'; at: number; items: Item[] }
  | { kind: 'hash'; at: number; entries: HashEntry[] }
  | { kind: 'unary'; at: number; operator: string; operand: Expression; grouped?: boolean }
  | { kind: 'binary'; at: number; operator: string; left: Expression; right: Expression }
  | { kind: 'concat'; at: number; parts: Expression[] }
  | { kind: 'conditional'; at: number; test: Expression; then: Expression; else: Expression }
  | {
      kind: 'attribute';
      at: number;
      object: Expression;
      key: Expression;
      /** `dot` is `.name`, `bracket` is `[key]`, `call` is `.name(…)`. */
      access: 'dot' | 'bracket' | 'call';
      arguments: Argument[];
      nullSafe: boolean;
    }
  | { kind: 'filter'; at: number; name: string; input: Expression; arguments: Argument[] }
  | { kind: 'function'; at: number; name: string; arguments: Argument[] }
  | { kind: 'test'; at: number; name: string; input: Expression; arguments: Argument[]; negated: boolean }
  | { kind: 'arrow'; at: number; parameters: string[]; body: Expression }
  | {
      kind: 'macro';
      at: number;
      module: ModuleReference;
      /** The name, or the expression that evaluates to it: `macros.(name)()`. */
      name: string | Expression;
      arguments: Argument[];
    }
  | { kind: 'assign'; at: number; target: AssignmentTarget; value: Expression }
  /** The output that an `apply` tag captured, as the input of its filters. */
  | { kind: 'captured'; at: number };

export type AssignmentTarget =
  | { kind: 'variable'; name: string }
  | { kind: 'list'; targets: (AssignmentTarget | null)[] }
  | { kind: 'hash'; entries: { key: string; target: AssignmentTarget }[] };

export interface Item {
  readonly value: Expression;
  readonly spread: boolean;
}

export interface HashEntry {
  readonly key: Expression | null;
  readonly value: Expression;
}

export interface Argument {
  readonly name: string | null;
  readonly value: Expression;
  readonly spread: boolean;
}

/** The template that defines a macro: this one, or the one that an `import` or `from` tag names. */
export interface ModuleReference {
  /** Null for this template. */
  readonly template: Expression | null;
}

export interface MacroParameter {
  readonly name: string;
  readonly fallback: Expression | null;
}

export type Node =
  | { kind: 'text'; at: number; text: string }
  | { kind: 'print'; at: number; value: Expression }
  | { kind: 'sequence'; at: number; children: Node[] }
  | { kind: 'if'; at: number; branches: { test: Expression; body: Node }[]; otherwise: Node | null }
  | {
      kind: 'for';
      at: number;
      keyName: string | null;
      valueName: string;
      over: Expression;
      body: Node;
      otherwise: Node | null;
      usesLoop: boolean;
    }
  | { kind: 'set'; at: number; names: string[]; values: Expression[] }
  | { kind: 'capture'; at: number; name: string; body: Node }
  | { kind: 'do'; at: number; value: Expression }
  | { kind: 'block'; at: number; name: string }
  | {
      kind: 'include';
      at: number;
      template: Expression;
      variables: Expression | null;
      only: boolean;
      ignoreMissing: boolean;
    }
  | {
      kind: 'embed';
      at: number;
      template: TemplateNode;
      variables: Expression | null;
      only: boolean;
      ignoreMissing: boolean;
    }
  | { kind: 'import'; at: number; module: ModuleReference }
  | { kind: 'with'; at: number; variables: Expression | null; only: boolean; body: Node }
  | { kind: 'apply'; at: number; filter: Expression; body: Node }
  | { kind: 'autoescape'; at: number; strategy: string | false; body: Node }
  | { kind: 'nothing'; at: number };

export interface MacroNode {
  readonly name: string;
  readonly at: number;
  readonly parameters: MacroParameter[];
  readonly body: Node;
}

export interface BlockNode {
  readonly name: string;
  readonly at: number;
  readonly body: Node;
  /** The strategy of the enclosing `autoescape` tag. If undefined, the template's strategy applies. */
  readonly strategy?: string | false | undefined;
}

export interface TraitNode {
  readonly template: Expression;
  readonly aliases: Map<string, string>;
  readonly at: number;
}

export interface TemplateNode {
  readonly at: number;
  parent: Expression | null;
  body: Node;
  readonly blocks: Map<string, BlockNode>;
  readonly macros: Map<string, MacroNode>;
  readonly traits: TraitNode[];
}
