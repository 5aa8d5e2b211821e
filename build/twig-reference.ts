/** `docs/twig-reference.md`: every word of the template language, from the tables that templates are compiled with. */
import { compile, twigVocabulary } from '../src/twig/index.ts';
import { markdownTable } from './markdown-table.ts';
import {
  describedFilters,
  describedFunctions,
  describedTags,
  describedTests,
  examplePartials,
  type TwigDescription,
} from './twig-descriptions.ts';

export function twigReferencePage(): string {
  const { filters, functions, tests, tags, operators } = twigVocabulary();
  const signedBy = (signatures: Readonly<Record<string, string>>) => (name: string) =>
    `${name}${signatures[name] ?? ''}`;
  const tagSyntax = (name: string) => [name, ...(tags[name] ?? [])].join(' … ');
  return `# Twig reference

Every filter, function, test and tag, with what its example prints. [Twig](twig.md) explains locales, translations, dates, QR
codes and barcodes; [Differences from PHP Twig](differences-from-php-twig.md) names what is not as in PHP. Arguments may be
named: \`{{ 5|round(precision: 2) }}\`. Those with a question mark may be left out, and \`…\` stands for any number of them.

This page is generated from the code by \`npm run docs\`.

## Filters

${section(filters, describedFilters, signedBy(filters))}

## Functions

${section(functions, describedFunctions, signedBy(functions))}

## Tests

${section(tests, describedTests, signedBy(tests))}

## Tags

${section(tags, describedTags, tagSyntax)}

## Operators

In words: ${operators.map((each) => `\`${each}\``).join(', ')}. With signs: \`+ - * / // % **\`, \`~\` (joins texts),
\`== != === !== < > <= >= <=>\`, \`??\`, \`?:\`, \`? :\`, \`..\` (range), \`=>\` (function), \`|\` (filter), \`...\` (spread).
`;
}

function section(
  words: Readonly<Record<string, unknown>>,
  described: Readonly<Record<string, TwigDescription>>,
  syntax: (name: string) => string,
): string {
  const names = Object.keys(words).sort((a, b) => (a < b ? -1 : 1));
  const unknown = Object.keys(described).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')} in Twig.`);
  const rows = names.map((name) => {
    const entry = described[name];
    if (!entry) throw new Error(`build/twig-descriptions.ts does not describe ${name}.`);
    return [code(syntax(name)), entry.does, code(entry.example), code(shown(entry.example))];
  });
  return markdownTable(['', 'what it does', 'example', 'prints'], rows);
}

/** Spaces that do not break are written as others, because a reader cannot tell them apart. */
function shown(example: string): string {
  const options = { now: new Date('2026-03-04T10:00:00Z') };
  const printed = compile(example, { partials: examplePartials }).render({ total: 119 }, options);
  return printed
    .trim()
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/\n/g, '⏎');
}

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
