/** How generated cases may differ from PHP, each with its wording in docs/differences-from-php-twig.md. */
import type { Result } from '../beside-php.ts';
import type { GeneratedCase } from './templates.ts';

export interface DocumentedDifference {
  /** A phrase that occurs verbatim in that page. */
  readonly documented: string;
  readonly applies: (each: GeneratedCase, php: Result, own: Result) => boolean;
}

/** The template and its partials. */
const textOf = ({ template, partials }: GeneratedCase) => [template, ...Object.values(partials)].join('\n');

const phpError = (pattern: RegExp) => (_: GeneratedCase, php: Result) => pattern.test(php.error ?? '');

/** Names of variables that hold markup, and of functions that return it. */
const captured = '(?:markup|captured|space|nought|pieces|blank|x|r|include|block)\\b(?:\\([^()]*\\))?';
const asNumber = new RegExp(`\\b${captured}[^{}%]*\\|(?:round|number_format|abs|format)\\b`);
const joined = new RegExp(`\\b${captured}\\)*\\|(?:\\w+(?:\\([^()]*\\))?\\|)*join\\b`);
const affixed = new RegExp(`\\b${captured}[^{}%]*(?:starts|ends) with|(?:starts|ends) with \\(*${captured}`);
const within = '(?:(?!\\}\\}|%\\}).)*';
const operator = '(?:<=>|[<>]=?|[=!]=) ';
const compared = new RegExp(
  `\\b${captured}${within} ${operator}|${operator}${within}\\b${captured}|(?:max|min)\\([^()]*\\b${captured}`,
);

const inRange = new RegExp(`\\b${captured}\\)* \\.\\. |\\.\\. \\(*${captured}|range\\([^()]*\\b${captured}`);

export const documentedDifferences: readonly DocumentedDifference[] = [
  {
    documented: '`cycle` of a text returns the text',
    applies: phpError(/^The "cycle" function expects an array/),
  },
  {
    documented: '`cycle` does not need a position',
    applies: phpError(/^Value for argument "position" is required for function "cycle"/),
  },
  {
    documented: 'filters are allowed before `??`',
    applies: phpError(/^The "defined" test only works with simple variables/),
  },
  {
    documented: '`default` accepts its argument by name',
    applies: phpError(/^An exception has been thrown during the compilation .*Node "0" does not exist/),
  },
  {
    documented: 'Text that `set` captured counts as the number that it contains',
    applies: (each, php) =>
      [asNumber, compared, inRange].some((pattern) => pattern.test(textOf(each))) ||
      /Twig\\Markup given|Unsupported operand types: .*Twig\\Markup/.test(php.error ?? ''),
  },
  {
    documented: '`join` of text that `set` captured returns the text alone',
    applies: (each) => joined.test(textOf(each)),
  },
  {
    documented: 'A value that is not a number is an error wherever a number is required',
    applies: (_, __, own) => /takes a number, not (?:the text|a sequence|a mapping)/.test(own.error ?? ''),
  },
  {
    documented: 'never the name of a function',
    applies: (_, __, own) => /takes an arrow function, not/.test(own.error ?? ''),
  },
  {
    documented: 'A function before `??`',
    applies: ({ template }) =>
      /\b(?:min|max|cycle|range|attribute|date|include|source|block|parent)\([^{}%]*\) \?\?/.test(template),
  },
  {
    documented: '`starts with` and `ends with` treat what `set` captured as text',
    applies: (each) => affixed.test(textOf(each)),
  },
  {
    documented: 'including the branches of a nested conditional',
    applies: ({ template }) => /\?\? [^{}]*\) \?[:?] /.test(template),
  },
  {
    documented: '`range()` and `..` accept no sequences',
    applies: (_, __, own) => /^range\(\) takes a number, not a (?:sequence|mapping)/.test(own.error ?? ''),
  },
];
