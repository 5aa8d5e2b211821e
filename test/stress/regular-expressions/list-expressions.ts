/** Lists the regular expressions of a module and of its transitive imports, from the source text. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { type Node, parse } from 'acorn';
import { findImport } from '../../support/find-import.ts';

interface ListedExpression {
  /** Relative to the source folder, with its line: `template/model/page-settings.ts:12`. */
  readonly place: string;
  readonly file: string;
  readonly expression: RegExp;
}

export interface ListedModules {
  /** Paths relative to the source folder. */
  readonly files: readonly string[];
  readonly expressions: readonly ListedExpression[];
  /** Places that compose an expression at run time, in the form of `place`. */
  readonly composed: readonly string[];
}

/** Follows imports of types too if they share a statement with values. Worker files are not imports. */
export function listExpressions(source: string, entry: string): ListedModules {
  const files = new Set<string>();
  const expressions: ListedExpression[] = [];
  const composed: string[] = [];
  const waiting = [entry];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (files.has(name)) continue;
    files.add(name);
    const code = stripTypeScriptTypes(readFileSync(join(source, name), 'utf8'), { mode: 'strip' });
    for (const node of nodesOf(
      parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true }),
    )) {
      const place = `${name}:${node.loc?.start.line}`;
      const { regex, callee, source: imported } = node as Partial<SyntaxNode>;
      if (regex) expressions.push({ place, file: name, expression: new RegExp(regex.pattern, regex.flags) });
      if (callee?.name === 'RegExp') composed.push(place);
      const target = typeof imported?.value === 'string' ? findImport(name, imported.value) : undefined;
      if (target !== undefined) waiting.push(target);
    }
  }
  return { files: [...files], expressions, composed };
}

/** The properties of a syntax node that this module reads. */
interface SyntaxNode extends Node {
  readonly regex: { readonly pattern: string; readonly flags: string };
  readonly callee: { readonly name?: string };
  readonly source: { readonly value?: unknown };
}

function* nodesOf(root: Node): Generator<Node> {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null || value instanceof RegExp) continue;
    if (!Array.isArray(value) && typeof (value as Node).type === 'string') yield value as Node;
    waiting.push(...Object.values(value));
  }
}
