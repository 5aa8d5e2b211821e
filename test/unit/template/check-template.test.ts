/** The faults that a check finds, and their positions. */
import { describe, expect, it } from 'vitest';
import { checkTemplate } from '../../../src/template/check/check-template.ts';
import { memoryTree } from '../../../src/template/load/memory-tree.ts';
import { doubtfulInvoice } from '../../support/e-invoice/doubtful-invoice.ts';

async function check(files: Readonly<Record<string, string>>) {
  const all = Object.entries({ 'template.html': '<p>', ...files });
  const { errors, warnings } = await checkTemplate(
    memoryTree(new Map(all.map(([path, content]) => [path, Buffer.from(content)]))),
  );
  const plain = ({ message, location }: (typeof errors | typeof warnings)[number]) =>
    location ? `${location.file}:${location.line}:${location.column ?? ''} ${message}` : message;
  return { errors: errors.map(plain), warnings: warnings.map(plain) };
}

describe('errors', () => {
  it('in the Twig of a property point into template.json', async () => {
    const { errors } = await check({
      'template.json': '{\n  "name": "title",\n  "metadata": {\n    "title": "No. {{ n|nofilter }}"\n  }\n}',
    });
    expect(errors).toEqual([expect.stringMatching(/^template\.json:4:24 .*nofilter/)]);
  });

  it('in a property with escapes point at its beginning', async () => {
    const { errors } = await check({
      'template.json': '{ "metadata": { "title": "\\"x\\"\\n{{ n|nofilter }}" } }',
    });
    expect(errors).toEqual([expect.stringMatching(/^template\.json:1:27 .*nofilter/)]);
  });

  it('in settings point at their own key, even if the same name occurs earlier', async () => {
    const at = async (json: string) => (await check({ 'template.json': json })).errors[0]?.split(' ')[0];
    expect(await at('{ "name": "left",\n  "margins": {\n    "top": 1, "left": "2" }\n}')).toBe(
      'template.json:3:15',
    );
    expect(await at('{ "metadata": { "title": "x" },\n  "title": "x" }')).toBe('template.json:2:3');
    expect(await at('{ "name": "format",\n  "format": "B5" }')).toBe('template.json:2:3');
    expect(await at('\n[]')).toBe('template.json:2:1');
  });

  it('name files that no template has, beside those of tools that build it', async () => {
    const { errors } = await check({
      'assets/x.exe': '',
      'fonts/OFL.txt': '',
      'node_modules/y.js': '',
      Makefile: '',
    });
    expect(errors).toEqual([
      '"assets/x.exe" cannot be a file of a template: a template has documents, styles, scripts, pictures, fonts and data, but not .exe.',
    ]);
  });

  it('include margins that leave no room', async () => {
    const { errors } = await check({
      'template.json': '{ "format": "A6",\n "margins": { "left": 60, "right": 60 } }',
    });
    expect(errors).toEqual([
      expect.stringMatching(/^template\.json:2:2 The left and right margins \(120 mm\) leave no room/),
    ]);
  });

  it('in the sample data point into data.json', async () => {
    const { errors } = await check({
      'data.json': '{\n  "items": [\n    { "price": 1 },\n    { "price": "2" }\n  ]\n}',
      'schema.json': '{"properties":{"items":{"items":{"properties":{"price":{"type":"number"}}}}}}',
    });
    expect(errors).toEqual(['data.json:4:7 The data does not match schema.json: 1 value is invalid.']);
  });

  it('in the schema point into schema.json, with or without sample data', async () => {
    const schema = { 'schema.json': '{\n "type": "objekt" }' };
    const expected = [expect.stringMatching(/^schema\.json:2:2 .*Did you mean "object"\?$/)];
    expect((await check(schema)).errors).toEqual(expected);
    expect((await check({ ...schema, 'data.json': '{}' })).errors).toEqual(expected);
  });

  it('include unusable files, each with its reason', async () => {
    const { errors } = await check({
      'template.html':
        '<img src="assets/Logo.png">\n<img src="partials/a.svg"><img src=".x.png"><img src="a.tiff">',
      'styles.css': 'p { background: url("../../x.png") }',
      'assets/logo.png': '',
      'partials/a.svg': '',
      'a.tiff': '',
    });
    expect(errors).toEqual([
      'template.html:1:6 assets/Logo.png cannot be used: there is no such file.',
      expect.stringContaining('2:6 partials/a.svg cannot be used: partials/ contains templates'),
      expect.stringContaining('.x.png cannot be used: hidden files are never used.'),
      expect.stringContaining('a.tiff cannot be used: a document uses styles, scripts, images and fonts'),
      'styles.css:1:17 ../../x.png cannot be used: it is outside the folder.',
    ]);
  });
});

describe('warnings', () => {
  it('include variables missing from the sample data, with their position', async () => {
    const { warnings } = await check({
      'template.html': '{# nmae #}<p class="nmae">\n{{ "nmae" ~ x.nmae }}{% if nmae %}{% endif %}',
      'footer.html': '{{ totl }}',
      'data.json': '{"name":"a","x":{"nmae":1}}',
    });
    expect(warnings).toEqual([
      'template.html:2:28 nmae is used, and data.json does not have it. Did you mean "name"?',
      'footer.html:1:4 totl is used, and data.json does not have it.',
    ]);
  });

  it('exclude variables that the template treats as optional', async () => {
    const { warnings } = await check({
      'template.html': '{{ a|default("x") }}{% if b is defined %}{{ b }}{% endif %}{{ c ?? "y" }}{{ name }}',
      'data.json': '{"name":"a"}',
    });
    expect(warnings).toEqual([]);
  });

  it('exclude variables that a partial sets before the blocks of the template that extends it', async () => {
    const { warnings } = await check({
      'template.html':
        "{% extends 'page.html' %}{% block body %}{{ total }} {{ rest }} {{ rate }}{% endblock %}",
      'partials/page.html': "{%- extends 'sums.html' -%}",
      'partials/sums.html': '{% set total, rate = 1, 2 %}{% block body %}{% endblock %}',
      'data.json': '{}',
    });
    expect(warnings).toEqual(['template.html:1:57 rest is used, and data.json does not have it.']);
  });

  it('include variables that another place reads without a default', async () => {
    const { warnings } = await check({
      'template.html': '{{ a|default("x") }}\n{% if false %}{{ a }}{% endif %}',
      'data.json': '{}',
    });
    expect(warnings).toEqual([
      expect.stringMatching(/^template\.html:.* a is used, and data\.json does not/),
    ]);
  });

  it.each([
    ['style.css', 'styles.css'],
    ['data.js', 'data.json'],
    ['footer.htm', 'footer.html'],
    ['Header.html', 'header.html'],
    ['shema.json', 'schema.json'],
    ['partial/row.html', 'partials/'],
    ['Partials/row.html', 'partials/'],
  ])('include a misspelt %s', async (path, meant) => {
    const { errors, warnings } = await check({ [path]: '' });
    const found = path.includes('/') ? `${path.split('/')[0]}/` : path;
    expect(warnings).toEqual([`${found} is not used. Did you mean ${meant}?`]);
    expect(errors).toEqual([]);
  });

  it('exclude files that the document uses under their own name', async () => {
    const { warnings } = await check({
      'template.html': '<link rel=stylesheet href="style.css"><img src="partial/a.svg">',
      'style.css': '',
      'partial/a.svg': '<svg/>',
      'assets/x.svg': '',
      'README.md': '',
    });
    expect(warnings).toEqual([]);
  });
});

describe('a partial that the template names and does not have', () => {
  const template = "{% if vip %}\n{% include 'vip.html' %}{% endif %}{% include 'foot.html' %}";
  const files = {
    'template.html': template,
    'partials/foot.html': "foot\n {% if vip %}{{ include('fot.html') }}{% endif %}",
  };

  it('is a warning with its place, in partials too', async () => {
    const { errors, warnings } = await check({ ...files, 'data.json': '{"vip": false}' });
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      'template.html:2:12 There is no partial "vip.html". A render that reaches this line fails.',
      'partials/foot.html:2:25 There is no partial "fot.html". Did you mean "foot.html"? A render that reaches this line fails.',
    ]);
  });

  it('is an error, and no warning as well, where the sample data reaches it', async () => {
    const { errors, warnings } = await check({ ...files, 'data.json': '{"vip": true}' });
    expect(errors).toEqual(['template.html:2:12 There is no partial "vip.html".']);
    expect(warnings).toEqual([
      'partials/foot.html:2:25 There is no partial "fot.html". Did you mean "foot.html"? A render that reaches this line fails.',
    ]);
  });
});

describe('an e-invoice', () => {
  it('that is valid but doubtful is warned of, with the sample data', async () => {
    const { errors, warnings } = await check({ 'invoice.xml': doubtfulInvoice(), 'data.json': '{}' });
    expect({ errors, warnings }).toEqual({
      errors: [],
      warnings: [expect.stringMatching(/^invoice\.xml: BR-DE-19.*\.$/)],
    });
  });
});
