import { expect, it } from 'vitest';
import { fieldQuery, fillText } from '../../../../src/cli/commands/wkhtmltopdf/fields.ts';
import { FlagValues } from '../../../../src/cli/commands/wkhtmltopdf/flag-values.ts';
import { outlineXml, toDepths } from '../../../../src/cli/commands/wkhtmltopdf/toc.ts';

const flags = new FlagValues();
flags.add('replace', ['client', 'Ada & Co {{ 1 }}']);
const facts = {
  firstPage: 4,
  pages: 3,
  input: 'in.html',
  title: 'A <b>',
  docTitle: 'Book',
  offset: 10,
  now: new Date(2026, 10, 30, 12, 5),
  flags,
};

it('makes a tree of headings that leave out levels', () => {
  expect(toDepths([2, 4, 4, 3, 2, 1, 3])).toEqual([1, 2, 2, 2, 1, 1, 2]);
});

it('fills fields in any case, and keeps what is none', () => {
  expect(fillText('[page]/[toPage] [sitepage] of [sitepages]', facts)).toBe(
    '{{ page.number + 10 }}/{{ page.count + 10 }} {{ page.number - 4 }} of 3',
  );
  expect(fillText('[isodate] [other] [title] [client] <i>', facts)).toBe(
    '2026-11-30 [other] A &#60;b&#62; Ada &#38; Co &#123;&#123; 1 &#125;&#125; &#60;i&#62;',
  );
});

it('writes fields that decodeURI and decodeURIComponent read', () => {
  const page = { number: 5, count: 9, section: '', sections: { 1: 'A/B & C=D', 2: '' } };
  const query = fieldQuery({ ...page, first: false, last: false, side: 'left', name: '' }, facts);
  const fields = new URLSearchParams(query);
  expect(fields.get('page')).toBe('15');
  expect(fields.get('topage')).toBe('19');
  expect(fields.get('sitepage')).toBe('1');
  expect(fields.get('section')).toBe('A/B & C=D');
  expect(query).toContain('section=A/B%20%26%20C%3DD');
});

it('writes the outline as a tree of items', () => {
  const place = (page: number) => ({ page, x: 0, y: 0 });
  const headings = [
    { title: 'a', depth: 1, place: place(1) },
    { title: 'b', depth: 2, place: place(1) },
    { title: 'c', depth: 1, place: place(2) },
  ];
  const xml = outlineXml([{ title: 'D', page: 1, headings }], 0).replace(/ link="[^>]*?"(?=\/?>)/g, '');
  expect(xml.split('\n').slice(2, -2)).toEqual([
    '  <item title="D" page="2">',
    '    <item title="a" page="2">',
    '      <item title="b" page="2"/>',
    '    </item>',
    '    <item title="c" page="3"/>',
    '  </item>',
  ]);
});
