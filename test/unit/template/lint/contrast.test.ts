/** The place in the source of a text whose contrast was measured in the page. */
import { expect, it } from 'vitest';
import type { LowContrast } from '../../../../src/template/lint/low-contrast.ts';
import { lint, page } from './lint.ts';

const pale: LowContrast = {
  text: 'Pale text',
  tag: 'p',
  id: '',
  classes: '',
  color: '#777777',
  background: '#ffffff',
  ratio: 4.48,
  required: 4.5,
  count: 1,
};

const placeOf = (html: string, text: Partial<LowContrast> = {}) => {
  const [finding] = lint(page(html), { contrast: [{ ...pale, ...text }] });
  return [finding?.file, finding?.line];
};

it.each<[string, string, Partial<LowContrast>, number]>([
  ['the same text', '<p>Dark text</p>\n<p>Pale text</p>', {}, 4],
  ['the start of the text', '<p>Dark</p>\n<p>Pale text that goes on</p>', {}, 4],
  ['the tag', '<b>Pale text</b>\n<p>Pale text</p>', {}, 4],
  ['the class', '<p class="a">{{ x }}</p>\n<p class="b a">{{ y }}</p>', { classes: 'a b' }, 4],
  ['the id', '<p>{{ x }}</p>\n<p id="x">{{ y }}</p>', { id: 'x' }, 4],
  [
    'a class that Twig prints',
    '<p class="a">x</p>\n<p class="{{ kind }}">Pale text</p>',
    { classes: 'b' },
    4,
  ],
  ['what is around Twig', '<p>{{ x }} eur</p>\n<p>{{ x }} text</p>', {}, 4],
  ['the first of equals', '<p>{{ x }}</p>\n<p>{{ x }}</p>', {}, 3],
])('is found by %s', (_what, html, text, line) => {
  expect(placeOf(html, text)).toEqual(['page.html', line]);
});

it('is unknown for a text that the source does not have', () => {
  expect(placeOf('<p>Other text</p>')).toEqual([undefined, undefined]);
  expect(placeOf('<p class="a">Pale text</p>')).toEqual([undefined, undefined]);
  expect(placeOf('<div>Pale text</div>')).toEqual([undefined, undefined]);
});

it('comes with what was measured, what is needed and what to do', () => {
  const message = (text: Partial<LowContrast>) =>
    lint(page(''), { contrast: [{ ...pale, ...text }] }).map((each) => each.message)[0];
  expect(message({ count: 3 })).toBe(
    'The text "Pale text" and 2 more have a contrast of 4.4:1 (#777777 on #ffffff), and readers with low vision need 4.5:1: choose a darker colour.',
  );
  expect(message({ background: '#000000' })).toMatch(/choose a lighter colour\.$/);
});
