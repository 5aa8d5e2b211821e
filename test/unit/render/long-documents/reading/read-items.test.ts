import { describe, expect, it } from 'vitest';
import { CannotDivide, endOfRow, IsShort } from '../../../../../src/render/long-documents/long-document.ts';
import { readItems } from '../../../../../src/render/long-documents/reading/read-items.ts';

const read = async (html: string, minItems = 3) => {
  const items = await readItems(html, minItems);
  const texts = items.starts.map((start, i) => html.slice(start, endOfRow(items, i)));
  return { kind: items.kind, element: items.element, texts };
};

const rejected = async (html: string) =>
  await readItems(html, 3).then(
    () => 'accepted',
    (error: unknown) => (error instanceof CannotDivide ? error.message : error),
  );

describe('the items of a list, or the blocks of a text', () => {
  it('are those of the list that has most', async () => {
    const inner = '<ul><li>x</li><li>y</li></ul>';
    const html = `<h1>T</h1><ol start="3">\n<li>a</li>\n<LI class="k">b${inner}</li><!-- c --><li>c</li></ol><p>End</p>`;
    expect(await read(html)).toEqual({
      kind: 'list',
      element: 'li',
      texts: ['<li>a</li>\n', `<LI class="k">b${inner}</li><!-- c -->`, '<li>c</li>'],
    });
  });

  it('are what is in the body, without what belongs to the head', async () => {
    const blocks = ['<h1>T</h1>', '<p>a<br>b <img src="x.png"></p>', '<hr>', '<p>c</p>'];
    const head = '<meta charset="utf-8"><title>a < b <p></title><style>p > a { color: red }</style>';
    const expected = { kind: 'text', element: undefined, texts: blocks };
    for (const before of [
      head,
      `<!doctype html><html lang="en"><head>${head}</head><body class="b">`,
      `<html><head>${head}<body>`,
    ]) {
      expect(await read(`${before}${blocks.join('')}`)).toEqual(expected);
    }
    const closed = await readItems(`<html><body>${blocks.join('')}\n</body></html>`, 3);
    expect(closed.end).toBe('<html><body>'.length + blocks.join('').length);
  });

  it('are the chapters of a text whose elements are all short of items', async () => {
    const chapter = (i: number) => `<section><h2>${i}</h2><p>${'word '.repeat(12_000)}</p></section>`;
    const chapters = Array.from({ length: 12 }, (_, i) => chapter(i));
    const html = `<body><main><h1>Title</h1>${chapters.join('')}</main><p>End</p></body>`;
    expect((await read(html, 2_000)).texts).toEqual(['<h1>Title</h1>', ...chapters]);
    // One of them is most of the text.
    const long = chapters.with(3, `<section><p>${'word '.repeat(120_000)}</p></section>`);
    await expect(read(`<main>${long.join('')}</main>`, 2_000)).rejects.toThrow(IsShort);
  });

  it('may hold drawings, tables, and paragraphs in other elements', async () => {
    const blocks = [
      '<svg width="9"><g><path d="M0 0"/></g><title>t</title></svg>',
      '<table><tr><td>1</td></tr></table>',
      '<blockquote><p>a</p><p>b</p></blockquote>',
    ];
    expect((await read(`<main>${blocks.join('')}</main>`)).texts).toEqual(blocks);
  });

  it.each([
    ['<p>a<p>b<p>c', 'its HTML has a paragraph without an end'],
    ['<ul><li>a<li>b<li>c</ul>', 'its HTML has <li> within <li>'],
    ['<p>a</p><p><b>b</p><p>c</p>', 'its HTML has an end tag of no <p>'],
    ['<p>a</p><p>b</p><p>c<div>d</div></p>', 'its HTML has a paragraph without an end'],
    ['<p><a href="#a">a<a href="#b">b</a></a></p><p>b</p><p>c</p>', 'its HTML has <a> within <a>'],
    ['<div><p>a</p><p>b</p><p>c</p>', 'its HTML has <div> without an end'],
    ['<p>a</p><p>b</p>and<p>c</p>', 'text is between its paragraphs'],
    ['<p>a</p><p>b</p><p><iframe></iframe></p>', 'it has an element <iframe>'],
    ['<svg><g/><g/><g/></svg>', 'most of it is in a <svg>'],
    ['<p>a</p><p>b</p></div><p>c</p>', 'its HTML has an end tag of no <div>'],
  ])('are not looked for in %s', async (html, reason) => {
    expect(await rejected(html)).toBe(reason);
  });

  it('are not looked for in elements that are very deep', async () => {
    const deep = `${'<i>'.repeat(1_200)}${'</i>'.repeat(1_200)}`;
    expect(await rejected(deep)).toBe('its HTML has elements that are more than 1000 deep in each other');
  });

  it('are too few in a short document, which is printed whole without a reason', async () => {
    await expect(readItems('<p>a</p><p>b</p>', 3)).rejects.toThrow(IsShort);
    // A hundred times as long.
    const long = `<p>${'word '.repeat(1_300_000)}</p><p>b</p><p>c</p>`;
    expect((await readItems(`${long}${'<p>d</p>'.repeat(9)}`, 1_000)).starts).toHaveLength(12);
  });
});
