/** What is typed into the code editor, key by key, is what it holds. */
import { beforeAll, expect, it } from 'vitest';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import {
  choose,
  completions,
  editorText,
  fillEditor,
  pasteText,
  placeCursor,
  typeKeys,
} from '../../support/studio/code-editor.ts';
import { openInStudio } from '../../support/studio/open-in-studio.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const openPage = realPages();
let page: RealPage;

beforeAll(async () => {
  page = await openPage();
  await openInStudio(page, server, {
    'template.html': '<p></p>\n',
    'data.json': '{ "invoice": { "number": 7 } }',
    'styles.css': '\n',
    'logo.svg': '\n',
    'assets/other.json': '\n',
  });
});

const typed = [
  '{{ recipient.name }}',
  '{{title}}',
  '{{ title|upper }} and {{ title }}',
  '{% if a %}x{% endif %}',
  '{%if a%}x{%endif%}',
  '{# hallo #}',
  '{# the # in it, {{ and }} #}',
  '{% verbatim %}{{ a }}{% b %}{% endverbatim %}',
  `{{ "a" ~ 'b' }}`,
  '{{ list[0] }}',
  '{{ {a: 1}.a }}',
  '{{{a: {b: 1}}.a.b}}',
  '{%- for x in y -%}{{- x -}}{%- endfor -%}',
  '{{ f(a, (b)) }}',
  "{{ '}}' }}",
  `{{ "it's" }} isn't {{ 'a "b" c' }}`,
  '{% set x = 5 % 3 %}{{ x % 2 }}',
  "{% set m = {'a': [1, 2], (b): 'c'} %}",
  `<p class="a" title='b'>x</p>`,
  '<div><div><b>x</b></div></div>',
  '<ul><li>a</li><li>{{ b }}</li></ul><br><img src="a.png" alt="">',
  `<td class="{{ a ? 'b' : "c" }}">{% if d %}<b>{{ d }}</b>{% endif %}</td>`,
  '<a href="{{ url }}">{{ url }}</a>',
  '<p>(a) [b] {c} "d" 100 %</p>',
  '<style>.a{width:100%} p { color: red }</style>',
  `<script>const f = (a) => { return [a[0], a % 2, {'b': "#{}"}]; };</script>`,
  '{{ rows|map(r => r.a)|join(", ") }}',
  '{{ a is defined and (b or not c) ? "{{" : "%}" }}',
];

it.each([0, 60])('keeps what is typed at %i ms a key', { timeout: 300_000 }, async (pause) => {
  for (const text of typed) {
    for (const [before, after] of [
      ['', ''],
      ['<main>', '</main>\n'],
    ]) {
      await fillEditor(page, `${before}${after}`);
      await placeCursor(page, String(before));
      await typeKeys(page, text, pause);
      expect(await editorText(page)).toBe(`${before}${text}${after}`);
      if (pause > 0) break;
    }
  }
});

it('keeps what is typed in CSS, JSON and SVG', async () => {
  const texts: Readonly<Record<string, string>> = {
    'styles.css': '@page { @top-left { content: "a" counter(page) } } p:not([class]) { margin: 0 }',
    'assets/other.json': '{ "a": [1, { "b": "c" }], "d": { } }',
    'logo.svg': '<svg viewBox="0 0 1 1"><g><path d="M0 0"/></g></svg>',
  };
  for (const [path, text] of Object.entries(texts)) {
    await showFile(path);
    await fillEditor(page, '');
    await placeCursor(page, '');
    await typeKeys(page, text, 0);
    expect(await editorText(page)).toBe(text);
  }
  await showFile('template.html');
});

/** Its tab may be scrolled out of sight. */
const showFile = (path: string) =>
  page.evaluate(`document.querySelector('#tabs [data-path="${path}"]').click()`);

async function begin(text = ''): Promise<void> {
  await fillEditor(page, text);
  await placeCursor(page, text);
}

it('closes what is begun, and puts back what was typed over in vain', async () => {
  await begin();
  await typeKeys(page, '{{ name', 0);
  expect(await editorText(page)).toBe('{{ name }}');
  await begin();
  await typeKeys(page, '{% set x = 5 % 3', 0);
  expect(await editorText(page)).toBe('{% set x = 5 % 3 %}');
  await begin();
  await typeKeys(page, '<p>a</b>', 0);
  expect(await editorText(page)).toBe('<p>a</b></p>');
  await begin();
  await typeKeys(page, '<p>{{ a', 0);
  expect(await editorText(page)).toBe('<p>{{ a }}</p>');
});

it('types over what was written before, and nothing that is needed', async () => {
  await fillEditor(page, '{{ name }}');
  await placeCursor(page, '{{ name');
  await typeKeys(page, ' }}', 0);
  expect(await editorText(page)).toBe('{{ name }}');
  await fillEditor(page, '<div><div>x</div>');
  await placeCursor(page, 'x');
  await typeKeys(page, '</div>', 0);
  expect(await editorText(page)).toBe('<div><div>x</div></div>');
  await fillEditor(page, 'p { color: red } }');
  await placeCursor(page, 'red ');
  await typeKeys(page, '}', 0);
  expect(await editorText(page)).toBe('p { color: red }} }');
});

it('deletes what was added with its beginning', async () => {
  await begin();
  await typeKeys(page, '{% ', 0);
  for (let count = 0; count < 2; count++) await page.press('Backspace');
  expect(await editorText(page)).toBe('{}');
  await typeKeys(page, '{ a }}', 0);
  expect(await editorText(page)).toBe('{{ a }}');
});

it('keeps what is pasted, and types over the end of it', async () => {
  await begin();
  await pasteText(page, '{{ a }}{% if b %}<p>"c"</p>{% endif %}');
  expect(await editorText(page)).toBe('{{ a }}{% if b %}<p>"c"</p>{% endif %}');
  await begin();
  await typeKeys(page, '{{ ', 0);
  await pasteText(page, 'pasted.name');
  await typeKeys(page, ' }}', 0);
  expect(await editorText(page)).toBe('{{ pasted.name }}');
});

it('types on after undo and redo', async () => {
  await begin('x ');
  await typeKeys(page, '{{ name }}', 0);
  await page.pressControl('z');
  await page.pressControl('y');
  expect(await editorText(page)).toBe('x {{ name }}');
  for (let count = 0; count < 20 && (await editorText(page)) !== 'x '; count++) await page.pressControl('z');
  expect(await editorText(page)).toBe('x ');
  await typeKeys(page, '{{ a }}', 0);
  expect(await editorText(page)).toBe('x {{ a }}');
});

it('types over the end of what a completion has inserted', async () => {
  await begin();
  await typeKeys(page, '{{ inv', 60);
  await choose(page, 'invoice');
  await typeKeys(page, '.num', 60);
  await choose(page, 'number');
  await typeKeys(page, '|repl', 60);
  await choose(page, 'replace');
  await typeKeys(page, "{'a': 'b'}) }}", 0);
  expect(await editorText(page)).toBe("{{ invoice.number|replace({'a': 'b'}) }}");
  await begin();
  await typeKeys(page, '{{ rang', 60);
  await choose(page, 'range');
  await typeKeys(page, '1, 2) }}', 0);
  expect(await editorText(page)).toBe('{{ range(1, 2) }}');
  await begin();
  await typeKeys(page, '{{ rang', 60);
  await choose(page, 'range');
  await typeKeys(page, '(1, 2)) }}', 0);
  expect(await editorText(page)).toBe('{{ range((1, 2)) }}');
});

it('types over what a completion has begun', async () => {
  const accepted: readonly (readonly [string, string, string, string, string])[] = [
    [
      'template.html',
      '{% for i in rang',
      'range',
      '(1, 3) %}{{ i }}{% endfor %}',
      '{% for i in range(1, 3) %}{{ i }}{% endfor %}',
    ],
    ['template.html', '{{ max', 'max', '(1, 2) }}', '{{ max(1, 2) }}'],
    ['template.html', '{{ max', 'max', '((1 + 2) * 2, 3) }} (a)', '{{ max((1 + 2) * 2, 3) }} (a)'],
    ['template.html', '{{ max', 'max', '(1 + 2) * 2, 3) }}', '{{ max((1 + 2) * 2, 3) }}'],
    ['template.html', '{{ 4 is divi', 'divisible by', '(2) }}', '{{ 4 is divisible by(2) }}'],
    ['styles.css', 'p { colo', 'color', ': red; }', 'p { color: red; }'],
    ['styles.css', 'p { colo', 'color', ':red; }', 'p { color:red; }'],
    ['styles.css', 'p { colo', 'color', 'red; }', 'p { color: red; }'],
    ['styles.css', 'p { content: coun', 'counter(page)', '(page); }', 'p { content: counter(page); }'],
    ['styles.css', 'p { content: coun', 'counter(page)', '(chapter); }', 'p { content: counter(chapter); }'],
    ['styles.css', 'p { content: coun', 'counter(page)', ' "a"; }', 'p { content: counter(page) "a"; }'],
  ];
  for (const [path, before, wanted, after, text] of accepted) {
    await showFile(path);
    await begin();
    await typeKeys(page, before, 60);
    await choose(page, wanted);
    await typeKeys(page, after, 0);
    expect(await editorText(page)).toBe(text);
  }
  await showFile('template.html');
});

/** Types lines with Enter between them. */
async function typeLines(text: string, pause = 0): Promise<void> {
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) await page.press('Enter');
    await typeKeys(page, line, pause);
  }
}

it('types over what closes on a line of its own', async () => {
  const texts: readonly (readonly [string, string, string])[] = [
    ['styles.css', 'p {\ncolor: #f00;\n}', 'p {\n  color: #f00;\n}'],
    ['styles.css', 'p {\ncolor: #f00; }', 'p {\n  color: #f00;\n}'],
    ['styles.css', '@media print {\np {\ntop: 0;\n}\n}\n', '@media print {\n  p {\n    top: 0;\n  }\n}\n'],
    ['assets/other.json', '{\n"a": [\n1,\n2\n]\n}', '{\n  "a": [\n    1,\n    2\n  ]\n}'],
    ['template.html', '<ul>\n<li>a</li>\n</ul>', '<ul>\n  <li>a</li>\n</ul>'],
    ['template.html', '<tr>\n<td>a</td>\n</tr>\n', '<tr>\n  <td>a</td>\n</tr>\n'],
    ['template.html', '<ul>\n<li>a</b>', '<ul>\n  <li>a</b></li>\n</ul>'],
    ['template.html', '{{\na\n}}', '{{\na\n}}'],
  ];
  for (const [path, keys, text] of texts) {
    await showFile(path);
    await begin();
    await typeLines(keys);
    expect(await editorText(page)).toBe(text);
  }
  await showFile('template.html');
});

it('breaks the line behind a word that is complete', async () => {
  const texts: readonly (readonly [string, string, string, string, string])[] = [
    ['template.html', '<div', 'div', 'class="a">', '<div\n  class="a">'],
    ['styles.css', 'p { color: red', 'red', 'margin: 0', 'p { color: red\n  margin: 0'],
    ['template.html', '{% set a = invoice', 'invoice', '%}', '{% set a = invoice\n%}'],
  ];
  for (const [path, before, word, after, text] of texts) {
    await showFile(path);
    await begin();
    await typeKeys(page, before, 60);
    await completions(page, word);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await page.press('Enter');
    await typeKeys(page, after, 0);
    expect((await editorText(page)).startsWith(text)).toBe(true);
  }
  await showFile('template.html');
});

it('offers variables of the data first, and none that were typed in vain', async () => {
  await begin('{{ amount }}\n');
  await placeCursor(page, '{{ amount }}\n');
  await typeKeys(page, '{{ invoi', 60);
  await completions(page, 'invoice');
  // The variables are read again after a pause.
  await page.press('Escape');
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  await typeKeys(page, 'x', 0);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  for (let count = 0; count < 6; count++) await page.press('Backspace');
  await typeKeys(page, 'i', 0);
  const shown = await completions(page, 'invoice');
  expect(shown[0]).toBe('invoice');
  expect(shown).not.toContain('invoi');
  expect(shown).not.toContain('invoix');
});
