import { describe, expect, it } from 'vitest';
import type { lintRules } from '../../../../src/template/lint/index.ts';
import { findings, lint, page, rulesOf } from './lint.ts';

/** The others have tests of their own. */
type ElementRule = Exclude<keyof typeof lintRules, 'document-language' | 'document-title' | 'text-contrast'>;

describe('every rule finds its fault and is silent about what is right', () => {
  const cases: Record<ElementRule, { wrong: readonly string[]; right: readonly string[] }> = {
    'image-alt': {
      wrong: [
        '<img src="a.png">',
        '<input type="image" src="a.png">',
        '<map name="m"><area href="#a" shape="rect"></map>',
        '<svg role="img"><path d=""/></svg>',
        '<svg role="img"><title> </title></svg>',
        '<object type="image/png" data="a"></object>',
        '<object data="chart.svg"></object>',
        '<object data="chart.svg" aria-label="Sales">Sales grew.</object>',
        '<canvas></canvas>',
        '<canvas>Sales grew.</canvas>',
        '<canvas role="group" aria-label="Sales"></canvas>',
        '<object data="chart.svg" type="image/svg+xml" role="img" aria-label="Sales"></object>',
        '<svg><path d=""/></svg>',
        '<svg aria-label="A cat"><g><a href="#a"></a></g></svg>',
        '<svg role="graphics-document"><title>A cat</title></svg>',
        '<div role="img"></div>',
        '<p><span><img></span></p>',
      ],
      right: [
        '<img src="a.png" alt="">',
        '<img src="a.png" alt="A cat">',
        '<img src="a.png" aria-label="A cat">',
        '<img src="a.png" title="A cat">',
        '<img src="a.png" role="presentation">',
        '<img src="a.png" aria-hidden="true">',
        '<div aria-hidden="true"><img src="a.png"></div>',
        '<div style="display: none"><img src="a.png"></div>',
        '<template><img src="a.png"></template>',
        '<input type="image" src="a.png" alt="Send">',
        '<map name="m"><area shape="rect"></map>',
        '<svg role="img"><title>A cat</title></svg>',
        '<svg role="img" aria-label="A cat"></svg>',
        '<svg><text>Words</text></svg>',
        '<object data="report.pdf"></object>',
        '<canvas aria-hidden="true"></canvas>',
        '<canvas role="img" aria-label="Sales">Sales grew.</canvas>',
        '<canvas aria-label="Sales">Sales grew.</canvas>',
        '<object data="a" type="image/png" aria-label="Sales"></object>',
        '<svg aria-label="A cat"></svg>',
        '<svg><title>A cat</title></svg>',
        '<svg aria-hidden="true"></svg>',
        '<svg role="img" aria-label="A cat"><svg></svg></svg>',
        '<a href="/" aria-label="Home"><svg></svg></a>',
        '<div role="img" aria-label="A cat"></div>',
      ],
    },
    'image-alt-text': {
      wrong: ['<img alt="logo.png">', '<img alt="Image">', '<img alt="Bild">'],
      right: ['<img alt="Image of a cat">', '<img alt="Logo of Acme">', '<img alt="">'],
    },
    'icon-text': {
      wrong: ['<i class="fa fa-home"></i>', '<span class="material-icons">home</span>'],
      right: [
        '<i class="fa fa-home" aria-hidden="true"></i>',
        '<i class="bi bi-x" role="img" aria-label="Closed"></i>',
        '<i>words</i>',
        '<i class="family"></i>',
        '<i></i>',
      ],
    },
    'heading-order': {
      wrong: [
        '<h1>A</h1><h3>B</h3>',
        '<h1>A</h1><h2>B</h2><h4>C</h4>',
        '<h1>A</h1><div role="heading" aria-level="3">B</div>',
      ],
      right: [
        '<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>',
        '<h1>A</h1><h1>B</h1>',
        '<h1>A</h1><h3 hidden>B</h3>',
        '<h1>A</h1><h3></h3><h2>B</h2>',
      ],
    },
    'heading-first': {
      wrong: ['<h2>A</h2>', '<p>A</p><h3>B</h3>'],
      right: ['<h1>A</h1>', '<p>A</p>', '<h2 hidden>A</h2><h1>B</h1>'],
    },
    'heading-empty': {
      wrong: [
        '<h1></h1>',
        '<h1> <span></span> </h1>',
        '<h1><img alt=""></h1>',
        '<h1><span hidden>A</span></h1>',
      ],
      right: [
        '<h1>A</h1>',
        '<h1><img alt="Acme"></h1>',
        '<h1><span>A</span></h1>',
        '<h1 aria-label="A"></h1>',
      ],
    },
    'table-headers': {
      wrong: [
        '<table><tr><td>A</td></tr></table>',
        '<table><tr><td><table><tr><th>B</th></tr></table></td></tr></table>',
      ],
      right: [
        '<table><tr><th>A</th></tr><tr><td>1</td></tr></table>',
        '<table role="presentation"><tr><td>A</td></tr></table>',
        '<table role="none"><tr><td>A</td></tr></table>',
        '<table><tr><td role="columnheader">A</td></tr></table>',
        '<table></table>',
        '<table aria-hidden="true"><tr><td>A</td></tr></table>',
      ],
    },
    'table-nested': {
      wrong: ['<table><tr><th>A</th><td><table><tr><th>B</th></tr></table></td></tr></table>'],
      right: [
        '<table><tr><th>A</th></tr></table>',
        '<table role="presentation"><tr><td><table><tr><th>B</th></tr></table></td></tr></table>',
        '<table><tr><th>A</th><td><table role="none"><tr><td>B</td></tr></table></td></tr></table>',
      ],
    },
    'formula-text': {
      wrong: [
        '<math><mi>x</mi></math>',
        '<math alttext=" "><semantics><mi>x</mi><annotation encoding="text/plain">x</annotation></semantics></math>',
      ],
      right: [
        '<math alttext="x"><mi>x</mi></math>',
        '<math aria-label="x"><mi>x</mi></math>',
        '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math>',
        '<div aria-hidden="true"><math><mi>x</mi></math></div>',
      ],
    },
    'list-children': {
      wrong: ['<ul><p>A</p></ul>', '<ol><div>A</div></ol>', '<div><li>A</li></div>', '<dl><p>A</p></dl>'],
      right: [
        '<ul><li>A</li><script></script></ul>',
        '<dl><dt>A</dt><dd>B</dd></dl>',
        '<dl><div><dt>A</dt><dd>B</dd></div></dl>',
        '<ul role="presentation"><div>A</div></ul>',
        '<div><p role="listitem">A</p></div>',
      ],
    },
    'link-text': {
      wrong: [
        '<a href="/a">here</a>',
        '<a href="/a">Click here!</a>',
        '<a href="/a">Read <b>more</b> »</a>',
        '<a href="/a">Mehr erfahren</a>',
        '<a href="/a">En savoir plus…</a>',
        '<a href="/a">こちら</a>',
        '<a href="/a"><img alt="here"></a>',
      ],
      right: [
        '<a href="/a">The terms of delivery</a>',
        '<a href="/a" aria-label="More about delivery">more</a>',
        '<a href="/a" title="The terms">here</a>',
        '<a>here</a>',
        '<p>here</p>',
      ],
    },
    'link-empty': {
      wrong: ['<a href="/a"></a>', '<a href="/a"><img alt=""></a>', '<a href="/a"><i></i> </a>'],
      right: [
        '<a href="/a">A</a>',
        '<a href="/a"><img alt="Acme"></a>',
        '<a href="/a" aria-label="Acme"></a>',
        '<a id="a"></a>',
        '<a href="/a"><svg role="img" aria-label="Acme"></svg></a>',
      ],
    },
    'link-address': {
      wrong: ['<a href="/a">https://www.example.com/terms/of/delivery</a>'],
      right: [
        '<a href="/a">example.com</a>',
        '<a href="/a" aria-label="The terms">https://www.example.com/terms/of/delivery</a>',
        '<p>https://www.example.com/terms/of/delivery</p>',
      ],
    },
    'field-label': {
      wrong: [
        '<input>',
        '<input type="text" placeholder="Name">',
        '<select><option>A</option></select>',
        '<textarea></textarea>',
        '<button></button>',
        '<label for="other">Name</label><input id="name">',
      ],
      right: [
        '<label>Name <input></label>',
        '<label><span>Name <input></span></label>',
        '<label for="name">Name</label><input id="name">',
        '<input aria-label="Name">',
        '<input title="Name">',
        '<input type="hidden">',
        '<input type="submit">',
        '<button>Send</button>',
      ],
    },
    'id-duplicate': {
      wrong: ['<b id="a">A</b><b id="a">B</b><p aria-labelledby="a">C</p>'],
      right: ['<b id="a">A</b><b id="a">B</b>', '<b id="a">A</b><p aria-labelledby="a">C</p>'],
    },
    'id-missing': {
      wrong: [
        '<p aria-labelledby="a">C</p>',
        '<label for="a">A</label>',
        '<table><tr><th id="x">A</th></tr><tr><td headers="x y">B</td></tr></table>',
      ],
      right: [
        '<p id="a" aria-describedby="a">C</p>',
        '<table><tr><th id="x">A</th></tr><tr><td headers="x">B</td></tr></table>',
      ],
    },
  };

  describe.each(Object.keys(cases) as ElementRule[])('%s', (rule) => {
    const { wrong, right } = cases[rule];
    for (const html of wrong) it(`finds ${html}`, () => expect(rulesOf(page(html))).toContain(rule));
    for (const html of right) it(`accepts ${html}`, () => expect(rulesOf(page(html))).not.toContain(rule));
  });
});

describe('the document itself', () => {
  it.each([
    ['<title>A</title><p>A', ['document-language']],
    ['<html lang=""><title>A</title><p>A', ['document-language']],
    ['<html lang="German"><title>A</title><p>A', ['document-language']],
    ['<html lang="de"><p>A', ['document-title']],
    ['<html lang="de"><title> </title><p>A', ['document-title']],
    ['<html lang="de"><svg role="img"><title>A</title></svg>', ['document-title']],
    ['<html xml:lang="de"><title>A</title>', []],
    ['<title>A</title><body lang="de">', []],
    ['<meta http-equiv="Content-Language" content="de"><title>A</title>', []],
    ['', ['document-language', 'document-title']],
  ])('%s', (html, expected) => expect(rulesOf(html)).toEqual(expected));

  it('Markdown names its language in its front matter', () => {
    const [finding] = lint('<!doctype html><html><title>A</title><p>A', { file: 'notes.md' });
    expect(finding).toMatchObject({ rule: 'document-language', line: 1, column: 1 });
    expect(finding?.message).toContain('add "lang: …" to the front matter, such as de');
  });

  it('a missing title is only a hint if a heading gives the PDF its title', () => {
    const [finding] = findings('<html lang="en"><h1>Invoice 12</h1>');
    expect(finding).toMatchObject({ rule: 'document-title', severity: 'hint' });
    expect(finding?.message).toContain('"Invoice 12"');
  });

  it('an SVG without a word of its author is only a hint', () => {
    expect(findings(page('<svg></svg>'))).toMatchObject([{ rule: 'image-alt', severity: 'hint' }]);
    expect(findings(page('<svg role="group" aria-label="A"></svg>'))).toMatchObject([
      { severity: 'warning' },
    ]);
  });

  it('settings outside of the HTML count', () => {
    expect(lint('<p>A', { lang: 'en', title: 'A' })).toEqual([]);
  });
});

describe('findings', () => {
  it('name file, line and column, rule, remedy and both standards', () => {
    expect(findings(page('<p>A</p>\r\n  <img src="a.png">'))).toEqual([
      {
        rule: 'image-alt',
        severity: 'warning',
        message: '<img> has no text alternative: add alt with what it shows, or alt="" for decoration.',
        file: 'page.html',
        line: 4,
        column: 3,
        pdfua: '7.3',
        wcag: '1.1.1',
      },
    ]);
  });

  it('are at most 200', () => {
    expect(findings(page('<img>'.repeat(1_000)))).toHaveLength(200);
  });

  it('are in the order of the source', () => {
    const lines = findings(page('<a href="#">here</a>\n<img>\n<h3>A</h3>\n<img>')).map(({ line }) => line);
    expect(lines).toEqual([3, 4, 5, 6]);
  });
});

it('heading-first is a warning for PDF/UA, unless Twig may print a heading before', () => {
  const severityOf = (html: string, pdfua: boolean) =>
    lint(page(html), { pdfua }).find(({ rule }) => rule === 'heading-first')?.severity;
  expect(severityOf('<h2>A</h2>', false)).toBe('hint');
  expect(severityOf('<h2>A</h2>', true)).toBe('warning');
  expect(severityOf('{{ intro|raw }}<h2>A</h2>', true)).toBe('hint');
});

it('embeds thousands of times in the time of a document', () => {
  const embed = "{% embed 'a' %}{% block a %}x{% endblock %}{% endembed %}".repeat(20_000);
  const partials = new Map([['a', { file: 'a', text: '{% block a %}y{% endblock %}<img>' }]]);
  expect(lint(embed, { partials }).map(({ rule }) => rule)).toContain('image-alt');
});

describe('HTML that was made to be slow does not end the lint', () => {
  it.each([
    ['nested elements', '<div>'.repeat(50_000)],
    ['formatting that is opened again', '<b>'.repeat(500) + '<p>'.repeat(500)],
    ['text between rows', `<table>${'{{ x }}'.repeat(20_000)}`],
    ['nested tables', '<table>'.repeat(20_000)],
    ['nested headings', '<h1>A'.repeat(20_000)],
    ['ids', `<p aria-labelledby="${'a '.repeat(50_000)}">`],
    ['items', '<li>'.repeat(20_000)],
    ['nested conditions', '{% if a %}<h2>A</h2>'.repeat(20_000)],
    ['blocks in blocks', '{% block a %}<p>A'.repeat(20_000)],
    ['tags without an end', '{% embed "a" %}{% block a %}'.repeat(20_000)],
  ])('%s', (_name, html) => {
    expect(findings(html).length).toBeGreaterThan(0);
  });
});
