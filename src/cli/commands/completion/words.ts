/** Determines the position on the command line, in the same way for the scripts of bash, zsh and fish. */
import type { CompletionNode, CompletionValue } from './completion-tree.ts';

/** The word that leads from one command to the next: `'templates push'` from `'templates'` by `push`. */
export const getChildren = (tree: readonly CompletionNode[]): { from: string; path: string }[] =>
  tree.flatMap(({ path, commands }) =>
    commands.map(({ name }) => ({ from: `${path} ${name}`, path: path === '' ? name : `${path} ${name}` })),
  );

/**
 * Options that take a value, as patterns of `case` over `"<command> <option>"`. Global options come last, since a
 * command may have one of the same name.
 */
export function optionsWithValue(
  tree: readonly CompletionNode[],
): { pattern: string; value: CompletionValue }[] {
  const [root, ...commands] = tree;
  const of = (node: CompletionNode, before: string) =>
    node.options.flatMap(({ flags, value }) =>
      value ? [{ pattern: flags.map((flag) => `${before} ${flag}'`).join(' | '), value }] : [],
    );
  return [...commands.flatMap((node) => of(node, `'${node.path}`)), ...(root ? of(root, "*'") : [])];
}
