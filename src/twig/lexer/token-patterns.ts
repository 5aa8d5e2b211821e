/** The patterns of tokens. All but `opening` and `verbatimEnd`, which search ahead, match only at `lastIndex`. */
import { operatorNames } from '../parser/operators.ts';

// PCRE's `\s` without Unicode, which is narrower than JavaScript's.
const space = '[ \\t\\n\\v\\f\\r]';
const lineSpace = '[ \\t\\0\\v]';

export const tokenPatterns = {
  closing: {
    variable: new RegExp(`${space}*(?:-\\}\\}${space}*|~\\}\\}${lineSpace}*|\\}\\})`, 'y'),
    block: new RegExp(`${space}*(?:-%\\}${space}*|~%\\}${lineSpace}*|%\\}\\n?)`, 'y'),
  },
  afterComment: { '-': new RegExp(`${space}*`, 'y'), '~': new RegExp(`${lineSpace}*`, 'y'), '': /\n?/y },
  verbatimStart: new RegExp(`${space}*verbatim${space}*(?:-%\\}${space}*|~%\\}${lineSpace}*|%\\})`, 'y'),
  verbatimEnd: new RegExp(
    `\\{%([-~])?${space}*endverbatim${space}*(?:-%\\}${space}*|~%\\}${lineSpace}*|%\\})`,
    'g',
  ),
  lineTag: new RegExp(`${space}*line${space}+(\\d+)${space}*%\\}`, 'y'),
  opening: /\{[{%#]/g,
  /** `## Heading {#name}` */
  headingId: /\{#[\w:.-]{1,100}\}[ \t]*(?:\n|$)/y,
  blank: new RegExp(`${space}+`, 'y'),
  inlineComment: /#[^\n]*/y,
  name: /[a-zA-Z_\u0080-\uffff][a-zA-Z0-9_\u0080-\uffff]*/y,
  number: /[0-9]+(?:_[0-9]+)*(?:\.[0-9]+(?:_[0-9]+)*)?(?:[eE][+-]?[0-9]+(?:_[0-9]+)*)?/y,
  plainString: /"[^#"\\]*(?:\\[\s\S][^#"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'/y,
  stringPart: /[^#"\\]*(?:(?:\\[\s\S]|#(?!\{))[^#"\\]*)*/y,
  interpolationStart: new RegExp(`#\\{${space}*`, 'y'),
  interpolationEnd: new RegExp(`${space}*\\}`, 'y'),
  operator: operatorExpression(),
  /** The first characters of operators. They rule out most other tokens without a test of the long `operator`. */
  operatorFirst: new Set([...operatorNames, '=>'].map((each) => each[0])),
} as const;

/**
 * Matches the longest operator first. An operator that is a word must not continue as a longer name or follow a dot or
 * a pipe.
 */
function operatorExpression(): RegExp {
  const sorted = [...operatorNames, '=>'].sort((a, b) => b.length - a.length);
  const parts = sorted.map((each) => {
    const escaped = each.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ /g, `${space}+`);
    const word = /[a-z]$/.test(each) ? `(?=${space}|[()[{])` : '';
    return `${/^[a-z]/.test(each) ? '(?<![.|])' : ''}${escaped}${word}`;
  });
  return new RegExp(parts.join('|'), 'y');
}
