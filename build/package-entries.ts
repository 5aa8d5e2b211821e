/** The entries of the package for programs. */

/** Name of the entry in `exports` of package.json, `index` for the package itself → its module in the build. */
export const packageEntries = {
  index: 'index',
  check: 'library/check',
  twig: 'library/twig',
} as const;

/** The file of the bundle that exports what an entry does, and nothing else. */
export const entryFile = (name: string): string => `library-${name}.js`;
