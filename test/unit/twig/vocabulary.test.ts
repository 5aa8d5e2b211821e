/** The words that editors complete are those that templates may use. */
import { expect, it } from 'vitest';
import { compile, twigVocabulary } from '../../../src/twig/index.ts';
import { type LoopParent, LoopState } from '../../../src/twig/runtime/loop.ts';

const { tags, filters, functions, tests, operators, loop } = twigVocabulary();

/** What follows the name of a tag that needs more than its name. */
const rest: Readonly<Record<string, string>> = {
  apply: 'upper',
  block: 'name',
  cache: "'key'",
  embed: "'other'",
  for: 'a in b',
  guard: 'filter upper',
  if: 'a',
  macro: 'name()',
  set: 'name',
};

const errorOf = (source: string): string => {
  try {
    compile(source);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

it.each(Object.entries(tags))('the tag %s is divided and ended by %j', (name, inner) => {
  const opening = `{% ${name} ${rest[name] ?? ''} %}`;
  const isUnclosed = /Unclosed|endverbatim|verbatim/.test(errorOf(opening));
  expect(isUnclosed).toBe(inner.length > 0);
  const end = inner.at(-1);
  if (end) expect(errorOf(`${opening}{% ${end} %}`)).not.toMatch(/Unclosed|Unexpected|Unknown "end/);
  for (const each of inner.slice(0, -1)) {
    expect(errorOf(`${opening}{% ${each} ${each === 'elseif' ? 'a' : ''} %}{% ${end} %}`)).toBe('');
  }
});

it('knows filters, functions, tests and operators with their parameters', () => {
  expect(filters.number_format).toMatch(/^\(.*\?\)$/);
  expect(filters.upper).toBe('');
  expect(functions.range).toContain('low');
  expect(tests).toHaveProperty('divisible by');
  expect(operators).toEqual(expect.arrayContaining(['in', 'not in', 'starts with', 'is not', 'not']));
  expect(operators).not.toContain('+');
});

it('knows all parts of the variable loop', () => {
  const state = new LoopState({ size: 3 }, undefined as unknown as LoopParent);
  for (const name of loop.filter((each) => each !== 'parent')) expect(state.part(name)).toBeDefined();
});
