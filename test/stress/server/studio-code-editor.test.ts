/** The code editor of the studio in a real browser, used with the keyboard. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import {
  choose,
  completions,
  cursor,
  editorText,
  fillEditor,
  placeCursor,
  typeSlowly,
} from '../../support/studio/code-editor.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const openPage = realPages();

const data = {
  invoice: { number: 7, date: '2026-01-31' },
  items: [{ title: 'Tea', price: 3.5 }],
};
const html =
  '<!doctype html><html lang="en"><title>Note</title><body>\n<h1>Invoice</h1>\n<p></p>\n</body></html>\n';

const isVisible = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`;

/** Set to a folder to look at what the tests see. */
const pictures = process.env.PDFAPI_TEST_PICTURES;
const look = async (page: RealPage, name: string) => {
  if (pictures) writeFileSync(`${pictures}/${name}.png`, await page.picture());
};

async function opened(files: Readonly<Record<string, string>> = {}): Promise<RealPage> {
  const member = await server.team();
  const { token } = await server.store.tokens.create({ teamId: member.team.id, scopes: ['templates:write'] });
  const all = { 'template.html': html, 'data.json': JSON.stringify(data, null, 2), ...files };
  const id = await server.template(member.team, all, { name: 'note' });
  const page = await openPage();
  await page.look(1280, 800);
  await page.go(`${server.url}/studio`);
  await page.until(isVisible('#token'));
  await page.evaluate(`document.getElementById('token').value = ${JSON.stringify(token)}`);
  await page.evaluate(`document.querySelector('#sign-in button').click()`);
  await page.until(isVisible('#list'));
  await page.evaluate(`location.hash = '#/templates/${id}'`);
  await page.until(
    `${isVisible('.cm-content')} && document.getElementById('status').innerText.startsWith('Up to date')`,
  );
  return page;
}

it('completes a variable of the data while it is typed, undoes it, and finds it', async () => {
  const page = await opened();
  await placeCursor(page, '<p>');
  await typeSlowly(page, '{{ in');
  const offered = await completions(page, 'invoice');
  expect(offered).toContain('include');
  await look(page, 'completion-light');
  await choose(page, 'invoice');
  expect(await editorText(page)).toContain('<p>{{ invoice }}</p>');
  await typeSlowly(page, '.');
  expect(await completions(page, 'number')).toEqual(['date', 'number']);
  await choose(page, 'number');
  await typeSlowly(page, '|number_');
  await choose(page, 'number_format');
  expect(await editorText(page)).toContain('<p>{{ invoice.number|number_format }}</p>');
  await page.until(`document.querySelector('#pages').innerText.includes('7')`);

  for (let count = 0; count < 50 && (await editorText(page)) !== html; count++) await page.pressControl('z');
  expect(await editorText(page)).toBe(html);
  await page.pressControl('y');
  expect(await editorText(page)).not.toBe(html);

  await page.pressControl('f');
  await page.until(`document.activeElement.name === 'search'`);
  await page.type('Invoice');
  await page.press('End');
  await page.press('Enter');
  expect(await page.evaluate(`document.querySelector('.cm-searchMatch-selected')?.innerText`)).toBe(
    'Invoice',
  );
  await look(page, 'find-light');
  await page.press('Escape');
  expect(await page.evaluate('document.activeElement.id')).toBe('text');
  expect(await page.evaluate(`document.querySelector('.cm-search')`)).toBeNull();
  // The first Escape closed the search; this one lets Tab leave.
  await page.press('Escape');
  await page.press('Tab');
  expect(await page.evaluate('document.activeElement.id')).toBe('splitter');
});

it('completes loops over lists, tags, pages and CSS in their kinds of file', async () => {
  const page = await opened({ 'styles.css': 'h1 {\n  \n}\n', 'header.html': '<p></p>\n' });
  await placeCursor(page, '<p>');
  await typeSlowly(page, '{% fo');
  await choose(page, 'for');
  await typeSlowly(page, ' item in it');
  await choose(page, 'items');
  expect(await editorText(page)).toContain('<p>{% for item in items %}</p>');
  await placeCursor(page, 'items %}');
  await typeSlowly(page, '{{ item.');
  expect(await completions(page, 'price')).toEqual(['price', 'title']);
  await choose(page, 'title');
  await placeCursor(page, 'item.title }}');
  await typeSlowly(page, '{% en');
  await choose(page, 'endfor');
  expect(await editorText(page)).toContain('<p>{% for item in items %}{{ item.title }}{% endfor %}</p>');
  await page.until(`document.querySelector('#pages').innerText.includes('Tea')`);

  await page.click('#tabs [data-path="header.html"]');
  await placeCursor(page, '<p>');
  await typeSlowly(page, '{{ page.');
  await choose(page, 'number');
  expect(await editorText(page)).toBe('<p>{{ page.number }}</p>\n');

  await page.click('#tabs [data-path="styles.css"]');
  await placeCursor(page, '{\n  ');
  await typeSlowly(page, 'string-s');
  await choose(page, 'string-set');
  await typeSlowly(page, ': title con');
  await choose(page, 'content()');
  await fillEditor(page, 'a::after { content:  }\n@page {  }\n');
  await placeCursor(page, 'content: ');
  await typeSlowly(page, 'target-c');
  await choose(page, 'target-counter()');
  expect(await editorText(page)).toContain('content: target-counter() }');
  await placeCursor(page, '@page { ');
  await typeSlowly(page, '@top-c');
  await choose(page, '@top-center');
  await fillEditor(page, '@page {  }\n.note { float:  }\n.note\n');
  await placeCursor(page, '@page { ');
  await typeSlowly(page, '@foo');
  await choose(page, '@footnote');
  await placeCursor(page, 'float: ');
  await typeSlowly(page, 'foo');
  await choose(page, 'footnote');
  await placeCursor(page, 'float: footnote }\n.note');
  await typeSlowly(page, '::');
  expect(await completions(page, '::footnote-marker')).toContain('::before');
  await typeSlowly(page, 'foo');
  await choose(page, '::footnote-call');
  await fillEditor(page, 'p { display:  }\n');
  await placeCursor(page, 'display: ');
  await typeSlowly(page, 'fl');
  const values = await completions(page, 'flex');
  expect(values).not.toContain('flex-start');
  await look(page, 'css-light');
});

it('offers in the data what the template reads and the data does not have', async () => {
  const page = await opened({
    'template.html': `${html}{{ customer.name|upper }}{{ invoice.number }}`,
    'data.json': '{\n  \n}\n',
  });
  await page.click('#tabs [data-path="data.json"]');
  await placeCursor(page, '{\n  ');
  await typeSlowly(page, '"cu');
  await choose(page, '"customer"');
  await typeSlowly(page, '"na');
  await choose(page, '"name"');
  await typeSlowly(page, 'Ada');
  expect(JSON.parse(await editorText(page))).toEqual({ customer: { name: 'Ada' } });
  await page.until(`document.querySelector('#pages').innerText.includes('ADA')`);
});

it('offers names of the data at the quote that begins one', async () => {
  const page = await opened({
    'template.html': `${html}{{ customer.name|upper }}{{ invoice.number }}`,
    'data.json': '{\n  \n}\n',
  });
  await page.click('#tabs [data-path="data.json"]');
  await placeCursor(page, '{\n  ');
  await page.type('"');
  expect(await completions(page, '"customer"')).toEqual(['"customer"', '"invoice"']);
  await choose(page, '"customer"');
  await page.type('"');
  expect(await completions(page, '"name"')).toEqual(['"name"']);
  await typeSlowly(page, 'na');
  await choose(page, '"name"');
  await typeSlowly(page, 'Ada');
  expect(JSON.parse(await editorText(page))).toEqual({ customer: { name: 'Ada' } });
});

it('shows errors and warnings on their lines, and each file keeps its own changes', async () => {
  const page = await opened({
    'template.html':
      '<!doctype html>\n<title>a</title>\n<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">\n<p>{{ invoice.number }}</p>\n',
  });
  await page.until(`document.querySelector('.cm-lint-marker-warning')`);
  await fillEditor(page, '<p>\n{{ invoice.number|lowre }}</p>\n');
  await page.until(`document.querySelector('.cm-lintRange-error')?.innerText === 'lowre'`);
  await look(page, 'error-light');
  await page.click('#tabs [data-path="data.json"]');
  await fillEditor(page, '{}');
  await page.click('#tabs [data-path="template.html"]');
  await page.until(`document.querySelector('.cm-lintRange-error')`);
  await page.click('.cm-content');
  await page.pressControl('z');
  expect(await editorText(page)).toMatch(/^<!doctype html>/);
  await page.click('#tabs [data-path="data.json"]');
  await page.click('.cm-content');
  await page.pressControl('z');
  expect(JSON.parse(await editorText(page))).toEqual(data);
});

it('marks warnings of a render at their place, which is a link and a stop of F8', async () => {
  const page = await opened({
    'template.html':
      '<!doctype html>\n<html lang="en"><title>Note</title>\n<body><p>{{ invoice.number }} {{ emfpänger }}</p>\n<img src="assets/logo.png" alt="Logo">\n</body></html>\n',
  });
  await page.until(`document.querySelectorAll('.cm-lintRange-warning').length === 2`);
  expect(
    await page.evaluate(
      `[...document.querySelectorAll('.cm-lintRange-warning')].map((each) => each.innerText)`,
    ),
  ).toEqual(['emfpänger', 'src']);
  const places = `[...document.querySelectorAll('#warnings li')].map((each) => each.innerText)`;
  expect(await page.evaluate(places)).toEqual([
    expect.stringMatching(/^template\.html:4:\d+ assets\/logo\.png did not load/),
    expect.stringMatching(/^template\.html:3:34 Variable "emfpänger" does not exist/),
  ]);
  await look(page, 'warnings-light');
  await page.click('#tabs [data-path="data.json"]');
  await page.click('#warnings li:last-child button');
  expect(await page.evaluate('document.activeElement.id')).toBe('text');
  expect(await cursor(page)).toBe((await editorText(page)).indexOf('emfpänger'));
  // It selects the warning at the cursor first, and then the next one.
  await page.press('F8');
  await page.press('F8');
  expect((await editorText(page)).slice(await cursor(page))).toMatch(/^="assets/);
});

it('colours Twig within HTML, also in the dark and on a narrow page', async () => {
  const page = await opened();
  const template = [
    '<!doctype html>',
    '<html lang="en">',
    '<head><title>{{ invoice.number }}</title>',
    '<style>p { color: #336699; margin: 2mm auto }</style></head>',
    `<body class="{{ invoice.paid ? "paid" : 'open' }}">`,
    '{# A comment #}',
    '{% set total = items|reduce((sum, item) => sum + item.price, 0) %}',
    '{% for item in items %}',
    '  <td data-sum="{{ item.price|number_format(2, ",", ".") }}">{{ item.title }} &amp; more</td>',
    '{% else %}',
    '  <p>Nothing {{ items|length > 3 and true }}</p>',
    '{% endfor %}',
    '<script>const rows = [1, 2].map((each) => each * 2);</script>',
    '</body></html>',
  ].join('\n');
  await fillEditor(page, template);
  const classOf = (text: string) =>
    page.evaluate<string>(
      `[...document.querySelectorAll('.cm-line span')].find((each) => each.childElementCount === 0 &&` +
        ` each.innerText === ${JSON.stringify(text)})?.className ?? ''`,
    );
  // What is within HTML is parsed a moment later.
  await page.until(
    `[...document.querySelectorAll('.tok-propertyName')].some((each) => each.innerText === 'margin')`,
  );
  expect(await classOf('for')).toContain('tok-keyword');
  expect(await classOf('number_format')).toContain('tok-variableName2');
  expect(await classOf('td')).toContain('tok-typeName');
  expect(await classOf('{# A comment #}')).toContain('tok-comment');
  await look(page, 'colours-light');
  await page.look(1280, 800, 'dark');
  await look(page, 'colours-dark');
  await placeCursor(page, 'Nothing ');
  await typeSlowly(page, '{{ it');
  await completions(page, 'items');
  await look(page, 'completion-dark');
  await page.press('Escape');
  await page.look(390, 780, 'light');
  await look(page, 'narrow');
  expect(page.scriptErrors).toEqual([]);
  expect(page.errors.filter((each) => !/40[14]|422/.test(each))).toEqual([]);
});
