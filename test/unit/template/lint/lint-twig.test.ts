import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeTwig } from '../../../../src/template/lint/compose-twig.ts';
import { scanTwig } from '../../../../src/template/lint/twig-tags.ts';
import { lintTemplate, page, rulesOf } from './lint.ts';

describe('what Twig prints counts as present', () => {
  it.each([
    '<img alt="{{ name }}">',
    '<img alt={{ name }}>',
    '<img {% if name %}alt="{{ name }}"{% else %}alt=""{% endif %}>',
    '<img {{ attributes|raw }}>',
    '<h1>{{ title }}</h1>',
    '<h1>{% block title %}{{ title }}{% endblock %}</h1>',
    '<a href="{{ url }}">{{ label }}</a>',
    '<a href="{{ url }}">{{ "}}" ~ { a: "here" }|join }}</a>',
    '<table>{{ rows|raw }}<tr><td>A</td></tr></table>',
    '<table>{% include names %}<tr><td>A</td></tr></table>',
    '<ul>{% for item in items %}<li>{{ item }}</li>{% endfor %}</ul>',
    '<ul>{{ items|raw }}</ul>',
    '<h{{ level }}>A</h{{ level }}><h3>B</h3>',
    '<label for="{{ id }}">Name</label><input id="{{ id }}">',
    '<b id="a{{ loop.index }}">A</b><b id="a{{ loop.index }}">B</b><p aria-labelledby="a1">C</p>',
    '{{ head()|raw }}<p aria-labelledby="a">C</p>',
    '{# <img> #}',
    '{% verbatim %}{{ <b>A</b> {% endverbatim %}',
  ])('%s', (html) => expect(rulesOf(page(html))).toEqual([]));

  it('a language and a title that Twig prints', () => {
    expect(rulesOf('<html lang="{{ lang }}"><title>{{ title }}</title>')).toEqual([]);
    expect(rulesOf('<html {{ attributes }}><title>{% block title %}A{% endblock %}</title>')).toEqual([]);
  });
});

describe('Twig does not hide faults', () => {
  it.each([
    ['{% if a %}<img>{% endif %}', 'image-alt'],
    ['{% for a in b %}<h1></h1>{% endfor %}', 'heading-empty'],
    ['{% verbatim %}{{ <img> {% endverbatim %}', 'image-alt'],
    ['{{ "unclosed }}<img>', 'image-alt'],
    ['{{ never closed <img>', 'image-alt'],
    ['{% set a %}<img>{% endset %}', 'image-alt'],
    ['{% macro a() %}<img>{% endmacro %}', 'image-alt'],
    ['<a href="{{ url }}">here</a>', 'link-text'],
    ['<table>{% for a in b %}<tr><td>{{ a }}</td></tr>{% endfor %}</table>', 'table-headers'],
    ['{{ " # }}" # a comment }} "\n}}<img>', 'image-alt'],
  ])('%s', (html, rule) => expect(rulesOf(page(html))).toEqual([rule]));
});

describe('branches of which only one is in a document', () => {
  it.each([
    '{% if a %}<h1>A</h1><h2>B</h2>{% else %}<h1>C</h1>{% endif %}<h2>D</h2>',
    '<h1>A</h1>{% if a %}<h2>B</h2><h3>C</h3>{% else %}<h2>D</h2>{% endif %}',
    '{% if a %}<b id="a">A</b>{% elseif b %}<b id="a">B</b>{% else %}<b id="a">C</b>{% endif %}<p aria-labelledby="a">D</p>',
    '{% for a in b %}<b id="a">A</b>{% else %}<b id="a">B</b>{% endfor %}<p aria-labelledby="a">D</p>',
  ])('%s', (html) => expect(rulesOf(page(html))).toEqual([]));

  it('are compared with what both follow', () => {
    expect(rulesOf(page('<h1>A</h1>{% if a %}<h2>B</h2>{% else %}<h3>C</h3>{% endif %}'))).toEqual([
      'heading-order',
    ]);
  });
});

describe('a template of several files', () => {
  const layout = `<!doctype html>
<html lang="en"><head><title>{% block title %}{% endblock %}</title></head>
<body><h1>{% block heading %}Acme{% endblock %}</h1>
{% block body %}<img>{% endblock %}
</body></html>`;

  it('is put together from its layout and its blocks', () => {
    const child = `{% extends 'layout.html' %}
{% block title %}Invoice{% endblock %}
{% block body %}
  <h3>Items</h3>
{% endblock %}`;
    expect(lintTemplate(child, { 'layout.html': layout })).toEqual(['page.html:4 heading-order']);
  });

  it('has the fault of a block that nothing overrides at the place of the layout', () => {
    const child = "{% extends 'layout.html' %}{% block title %}Invoice{% endblock %}";
    expect(lintTemplate(child, { 'layout.html': layout })).toEqual(['layout.html:4 image-alt']);
  });

  it('has the rows of an included partial in its table', () => {
    const html = page("<table>{% include 'head.html' %}<tr><td>A</td></tr></table>");
    expect(lintTemplate(html, { 'head.html': '<tr><th>A</th></tr>' })).toEqual([]);
    expect(lintTemplate(html, { 'head.html': '<tr><td>A</td></tr>' })).toEqual(['page.html:3 table-headers']);
  });

  it('has an included fault once, at its own line', () => {
    const html = page("{% include 'a.html' %}{{ include('a.html') }}{% embed 'a.html' %}{% endembed %}");
    expect(lintTemplate(html, { 'a.html': '<p>\n<img>' })).toEqual(['a.html:2 image-alt']);
  });

  it('overrides the blocks of what it embeds', () => {
    const html = page("{% embed 'a.html' %}{% block a %}\n<img>{% endblock %}{% endembed %}");
    expect(lintTemplate(html, { 'a.html': '{% block a %}<h1></h1>{% endblock %}' })).toEqual([
      'page.html:4 image-alt',
    ]);
  });

  it('is linted in parts where its names are not known, without rules about whole documents', () => {
    const html = page('{% include name %}');
    expect(lintTemplate(html, { 'a.html': '<h4>A</h4><tr><td><img>', 'b.html': '<li>B</li>' })).toEqual([
      'a.html:1 image-alt',
    ]);
    expect(lintTemplate('{% extends name %}{% block a %}<img>{% endblock %}')).toEqual([
      'page.html:1 image-alt',
    ]);
  });

  it('that includes itself ends', () => {
    const html = page("{% include 'a.html' %}");
    expect(lintTemplate(html, { 'a.html': "<img>{% include 'a.html' %}{% include 'a.html' %}" })).toEqual([
      'a.html:1 image-alt',
    ]);
    expect(lintTemplate("{% extends 'a.html' %}", { 'a.html': "{% extends 'a.html' %}" })).toEqual([]);
    expect(lintTemplate(page('{% block a %}{% block a %}<img>{% endblock %}{% endblock %}'))).toEqual([
      'page.html:3 image-alt',
    ]);
  });
});

describe('the mask of Twig', () => {
  const twigText = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...['{{', '}}', '{%', '%}', '{#', '#}', '"', "'", '{', '}', '(', '\\', '\n', '\r\n', '-', '#', ' '],
          ...[
            '<img>',
            '<p>',
            'x',
            'é',
            '😀',
            'alt="',
            '{% if a %}',
            '{% endif %}',
            '{% block b %}',
            '{% endblock %}',
          ],
          ...[
            '{% verbatim %}',
            '{% endverbatim %}',
            '{% set c %}',
            '{% endset %}',
            "{% extends 'a' %}",
            '{{ x }}',
          ],
          ...['{% macro m() %}', '{% endmacro %}', "{% include 'a' %}", "{% embed 'a' %}", '{% endembed %}'],
        ),
        fc.string(),
      ),
      { maxLength: 60 },
    )
    .map((pieces) => pieces.join(''));

  it('keeps every offset, every line break and all that is not Twig', () => {
    fc.assert(
      fc.property(twigText, (text) => {
        const [composed] = composeTwig({ file: 'a', text }, new Map());
        expect(composed?.text).toHaveLength(text.length);
        const tags = scanTwig(text);
        for (let at = 0; at < text.length; at++) {
          const now = composed?.text[at] ?? '';
          const isTwig = tags.some(({ start, end }) => at >= start && at < end);
          if (
            /[\r\n]/.test(text[at] ?? '') ||
            (!isTwig && !text.includes('{% set') && !text.includes('{% macro'))
          ) {
            expect(now).toBe(text[at]);
          } else expect([' ', '\uFDD0', text[at]]).toContain(now);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds tags that are in order and apart', () => {
    fc.assert(
      fc.property(twigText, (text) => {
        let end = 0;
        for (const tag of scanTwig(text)) {
          expect(tag.start).toBeGreaterThanOrEqual(end);
          expect(tag.end).toBeGreaterThan(tag.start);
          end = tag.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('the lint throws for no text, with partials and without', () => {
    fc.assert(
      fc.property(twigText, twigText, (text, partial) => {
        lintTemplate(text, { a: partial });
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    '{{',
    '{%',
    '{#',
    '{{ "',
    "{% '",
    '{{ x }}',
    '{% verbatim %}',
    '{{ {',
    '{{ #',
    '{% if',
    '{{ " }}',
  ])('takes linear time: a million characters of %s', (piece) => {
    // Quadratic time would be minutes, and the test would reach its limit.
    expect(scanTwig(piece.repeat(1_000_000 / piece.length)).length).toBeGreaterThanOrEqual(0);
  });
});
