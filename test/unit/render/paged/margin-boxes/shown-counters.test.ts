import { expect, test } from 'vitest';
import { readPagedCss } from '../../../../../src/render/paged/css/read-paged-css.ts';
import { shownCounters } from '../../../../../src/render/paged/margin-boxes/shown-counters.ts';

test.each([
  ['counter(chapter) "." counters(part, ".") counter(chapter)', 'chapter part'],
  ['counter(page) "/" counter( pages )', ''],
  ['counter(sheet) counter(--own) counter(1st) counter(none)', '--own'],
])('of %s the document has to be asked for: %s', (content, expected) => {
  const css = `@page { counter-increment: sheet; @top-left { content: ${content} } }`;
  expect(shownCounters(readPagedCss([{ css, wrappers: [] }]).pageRules).join(' ')).toBe(expected);
});
