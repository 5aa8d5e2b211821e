/** Which elements may contain which: tables, lists, contents. Clause 7.2 of PDF/UA. */
import type { Rule } from '../rule.ts';

/** The surroundings of an element, by which its nesting is judged. */
interface Nesting {
  /** The meaning of the element above, seen through grouping elements. */
  readonly parent: string | undefined;
  /** The meanings of the children, likewise. Children without a meaning are left out. */
  readonly children: readonly string[];
}

export interface NestingRule {
  readonly rule: Rule;
  /** Undefined if the nesting is right. It completes "An element of the type Table …". */
  readonly findProblem: (nesting: Nesting) => string | undefined;
}

const tableRemedy =
  'Write the table as <table> with <caption>, <thead>, <tbody>, <tfoot>, <tr>, <th> and <td> only.';
const listRemedy = 'Write the list as <ul> or <ol> with <li> only.';
const contentsRemedy = 'Put the entries of a table of contents into a list within a <nav>.';

function rule(test: number, remedy: string): Rule {
  return { pdfua: ['7.2', test], remedy };
}

function inside(test: number, remedy: string, parents: readonly string[]): NestingRule {
  return {
    rule: rule(test, remedy),
    findProblem: ({ parent }) =>
      parent !== undefined && parents.includes(parent)
        ? undefined
        : `is in ${parent === undefined ? 'one without a standard type' : `one of the type ${parent}`} instead of ${parents.join(', ')}`,
  };
}

function only(test: number, remedy: string, allowed: readonly string[]): NestingRule {
  return {
    rule: rule(test, remedy),
    findProblem: ({ children }) => {
      const other = children.filter((child) => !allowed.includes(child));
      return other.length === 0
        ? undefined
        : `contains ${[...new Set(other)].join(', ')}; only ${allowed.join(', ')} may be in it`;
    },
  };
}

function atMostOne(test: number, child: string): NestingRule {
  return {
    rule: rule(test, tableRemedy),
    findProblem: ({ children }) => {
      const found = count(children, child);
      return found > 1 ? `has ${found} ${child} elements instead of one` : undefined;
    },
  };
}

function needsBody(test: number, child: string): NestingRule {
  return {
    rule: rule(test, tableRemedy),
    findProblem: ({ children }) =>
      children.includes(child) && !children.includes('TBody') ? `has ${child} but no TBody` : undefined,
  };
}

function captionFirst(test: number, remedy: string): NestingRule {
  return {
    rule: rule(test, remedy),
    findProblem: ({ children }) =>
      children.indexOf('Caption', 1) > 0 ? 'has a Caption that is not its first element' : undefined,
  };
}

const captionAtEnd: NestingRule = {
  rule: rule(16, tableRemedy),
  findProblem: ({ children }) =>
    children.slice(1, -1).includes('Caption') ? 'has a Caption between other elements' : undefined,
};

/** By the meaning of the element. */
export const nestingRules: ReadonlyMap<string | undefined, readonly NestingRule[]> = new Map([
  [
    'Table',
    [
      only(3, tableRemedy, ['TR', 'THead', 'TBody', 'TFoot', 'Caption']),
      atMostOne(11, 'THead'),
      atMostOne(12, 'TFoot'),
      needsBody(13, 'TFoot'),
      needsBody(14, 'THead'),
      captionAtEnd,
      atMostOne(39, 'Caption'),
    ],
  ],
  ['TR', [inside(4, tableRemedy, ['Table', 'THead', 'TBody', 'TFoot']), only(10, tableRemedy, ['TH', 'TD'])]],
  ['THead', [inside(5, tableRemedy, ['Table']), only(36, tableRemedy, ['TR'])]],
  ['TBody', [inside(6, tableRemedy, ['Table']), only(37, tableRemedy, ['TR'])]],
  ['TFoot', [inside(7, tableRemedy, ['Table']), only(38, tableRemedy, ['TR'])]],
  ['TH', [inside(8, tableRemedy, ['TR'])]],
  ['TD', [inside(9, tableRemedy, ['TR'])]],
  ['L', [only(19, listRemedy, ['L', 'LI', 'Caption']), captionFirst(40, listRemedy)]],
  ['LI', [inside(17, listRemedy, ['L']), only(20, listRemedy, ['Lbl', 'LBody'])]],
  ['LBody', [inside(18, listRemedy, ['LI'])]],
  ['TOC', [only(27, contentsRemedy, ['TOC', 'TOCI', 'Caption']), captionFirst(28, contentsRemedy)]],
  ['TOCI', [inside(26, contentsRemedy, ['TOC'])]],
]);

function count(items: readonly string[], item: string): number {
  return items.filter((each) => each === item).length;
}
