/** How the scripts of bash, zsh and fish find out where on the command line they are: the same in all three. */
import type { CompletionNode, CompletionValue } from './completion-tree.ts';

/** The word that leads from one command to the next: `'templates push'` from `'templates'` by `push`. */
export const childrenOf = (tree: readonly CompletionNode[]): { from: string; path: string }[] =>
  tree.flatMap(({ path, commands }) =>
    commands.map(({ name }) => ({ from: `${path} ${name}`, path: path === '' ? name : `${path} ${name}` })),
  );

/**
 * Options after which a value stands, as patterns of `case` over `"<command> <option>"`. Those of the program may
 * stand after any command; they come last, since a command may have one of that name itself.
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
