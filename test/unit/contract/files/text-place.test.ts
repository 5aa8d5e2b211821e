import { expect, it } from 'vitest';
import { splitPlace } from '../../../../src/contract/files/text-place.ts';

const isFile = (file: string) => ['template.html', 'partials/a b.html', 'a:1:2.html'].includes(file);

it('separates a sentence from the place that it begins with', () => {
  expect(splitPlace('template.html:57:7: Variable "a: b" does not exist\nhere', isFile)).toEqual({
    text: 'Variable "a: b" does not exist\nhere',
    file: 'template.html',
    line: 57,
    column: 7,
  });
  expect(splitPlace('partials/a b.html:3: Text', isFile)).toEqual({
    text: 'Text',
    file: 'partials/a b.html',
    line: 3,
  });
  expect(splitPlace('a:1:2.html:3:4: Text', isFile)).toMatchObject({ file: 'a:1:2.html', line: 3 });
});

it('leaves what is no place of a known file in the sentence', () => {
  for (const sentence of [
    'console.log: 12:30: at noon',
    'other.html:1:2: Text',
    'http://a.test:80: Text',
    ':1: x',
    '',
  ]) {
    expect(splitPlace(sentence, isFile)).toEqual({ text: sentence });
  }
});
