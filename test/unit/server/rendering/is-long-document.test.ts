import { expect, it } from 'vitest';
import { isLongDocument } from '../../../../src/server/rendering/is-long-document.ts';

const picture = `<img src="data:image/png;base64,${'iVBORw0KGgo+/AAA'.repeat(200_000)}">`;

it.each([
  ['a table of 2,500 rows', '<tr><td>1<td>2<td>3<td>4</tr>'.repeat(2_500), true],
  ['a table of 100 rows', '<tr><td>1<td>2<td>3<td>4</tr>'.repeat(100), false],
  ['300 pages of text', `<p>${'A sentence. '.repeat(100_000)}</p>`, true],
  ['a picture of 3 MB', `${picture}<p>Text</p>`, false],
  ['many pictures', `${picture}<p>${'A sentence. '.repeat(10_000)}</p>${picture}`, false],
  ['text that only looks like pictures', 'data: '.repeat(300_000), true],
  ['comparisons that are no elements', 'a < b '.repeat(50_000), false],
  ['nothing', '', false],
])('knows how long printing takes: %s', (_, html, isLong) => {
  expect(isLongDocument(html)).toBe(isLong);
});
