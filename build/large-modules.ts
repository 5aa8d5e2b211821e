/**
 * Modules and packages of 100 KB or more that several programs load. The bundle of the command line has them as entry
 * points, and threads import them from there, so that the package has one copy of each. They keep no state.
 */
export const largeModules = {
  'e-invoices': 'e-invoice/index.js',
  harfbuzz: 'harfbuzzjs',
  highlight: 'template/markdown/highlight.js',
  'markdown-it': 'markdown-it',
  math: 'template/markdown/math.js',
  parse5: 'parse5',
  'twig-language': 'twig/index.js',
  yaml: 'yaml',
} as const;
