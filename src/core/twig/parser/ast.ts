/** The syntax tree. `at` is an offset in the source that the node comes from. */

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
      /** `.` reads entries and methods, `[]` entries only, `()` calls. */
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
      /** A text, or what gives one: `macros.(name)()`. */
      name: string | Expression;
      arguments: Argument[];
    }
  | { kind: 'assign'; at: number; target: AssignmentTarget; value: Expression }
  /** The value that `apply` collected. */
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

/** Where macros come from: this template, or what an `import` or `from` named. */
export interface ModuleReference {
  /** null: this template. */
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
  /** Of the `autoescape` around it; undefined: that of the template. */
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
