import { expect, test } from 'vitest';
import { readPagedCss } from '../../../../../src/render/paged/css/read-paged-css.ts';
import { marginBoxPages } from '../../../../../src/render/paged/margin-boxes/margin-box-pages.ts';
import { selectedPage } from '../../../../support/paged/selected-page.ts';

const places = { page: 0, atTop: true };

function overlayOf(css: string, { html = '', value = '', count = 1 } = {}) {
  return marginBoxPages({
    rules: readPagedCss([{ css, wrappers: [] }]).pageRules,
    facts: {
      pageCount: count,
      pageNumbers: Array.from({ length: count }, (_, i) => i + 1),
      pages: Array.from({ length: count }, (_, index) => selectedPage(index)),
      counters: new Map(),
      strings: [{ ...places, name: 's', value }],
      running: [{ ...places, name: 'e', html }],
    },
    sizes: Array.from({ length: count }, () => ({ width: 100, height: 100 })),
    settings: { margins: {} },
    root: [],
  });
}

test('a string is text, whatever it holds', async () => {
  const { pages } = await overlayOf('@page { @top-left { content: string(s) } }', { value: '<b>&amp;' });
  expect(pages[0]?.boxes[0]?.html).toContain('&lt;b&gt;&amp;amp;');
});

test('no declaration ends the style sheet', async () => {
  const css =
    '@page { @top-left { content: "</style><script>" string(s); font-family: "</style>"; color: re}d } }';
  const { head } = await overlayOf(css);
  expect(head.match(/<\/style/gi)).toHaveLength(1);
});

test('a value that is open at the end of its sheet changes nothing else', async () => {
  const { head } = await overlayOf('@page { @top-left { content: string(s); font-family: "open');
  expect(head).not.toContain('open');
});

test('a page without boxes has nothing to print', async () => {
  const { pages } = await overlayOf('@page :left { @top-left { content: string(s) } }', { count: 2 });
  expect(pages.map(({ boxes }) => boxes.length)).toEqual([0, 1]);
});

test('a picture that is written into a running element is in the overlay once', async () => {
  const url = `data:image/png;base64,${'A'.repeat(100_000)}`;
  const html = `<div style="background: url(&quot;${url}&quot;)"><img src="${url}"></div>`;
  const { pages, head } = await overlayOf('@page { @top-left { content: element(e) } }', {
    html,
    count: 100,
  });
  const all = head + pages.map(({ boxes }) => boxes[0]?.html).join('');
  expect(all.split(url)).toHaveLength(2);
  expect(pages[99]?.boxes[0]?.html).toContain('<img data-pdfapi-picture="0">');
});

test('a text that looks like a picture stays as it is', async () => {
  const html = `<p>url(data:image/png;base64,${'A'.repeat(500)})</p>`;
  const { pages } = await overlayOf('@page { @top-left { content: element(e) } }', { html });
  expect(pages[0]?.boxes[0]?.html).toContain(html);
});
