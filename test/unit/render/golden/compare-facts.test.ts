import { expect, it } from 'vitest';
import type { PdfFacts } from '../../../../src/browser/drawing/pdf-facts.ts';
import { compareFacts, compareLists } from '../../../../src/render/golden/compare-facts.ts';

const facts: PdfFacts = {
  pages: [
    {
      size: '595.0 × 842.0',
      lines: ['Invoice', 'Total 120.00'],
      fonts: ['Inter'],
      links: ['https://a.test/'],
      descriptions: ['https://a.test/: Our terms'],
      alternatives: ['Figure: A map'],
    },
    {
      size: '595.0 × 842.0',
      lines: ['Terms'],
      fonts: ['Inter'],
      links: [],
      descriptions: [],
      alternatives: [],
    },
  ],
  outline: ['Invoice', '  Terms'],
  metadata: { Title: 'Invoice', Author: 'Ada' },
  conformance: ['PDF/A-3a'],
  attachments: ['factur-x.xml, 900 bytes, 1f'],
  fields: ['name (text: "Ada")'],
};
const page = (change: Partial<PdfFacts['pages'][number]>): Partial<PdfFacts> => ({
  pages: [{ ...facts.pages[0], ...change } as PdfFacts['pages'][number], ...facts.pages.slice(1)],
});

it('finds nothing in the same document', () => {
  expect(compareFacts(facts, structuredClone(facts))).toEqual([]);
});

it.each<[string, Partial<PdfFacts>, object]>([
  ['a missing page', { pages: facts.pages.slice(0, 1) }, { kind: 'pages', text: '2 → 1' }],
  [
    'a number',
    page({ lines: ['Invoice', 'Total 121.00'] }),
    { kind: 'text', page: 1, text: '− "Total 120.00" + "Total 121.00"' },
  ],
  ['a dropped line', page({ lines: ['Invoice'] }), { kind: 'text', page: 1, text: '− "Total 120.00"' }],
  ['a font', page({ fonts: ['Inter', 'Lora'] }), { kind: 'fonts', page: 1, text: '+ "Lora"' }],
  ['a link', page({ links: [] }), { kind: 'links', page: 1, text: '− "https://a.test/"' }],
  [
    'the description of a link',
    page({ descriptions: ['https://a.test/: Your terms'] }),
    {
      kind: 'descriptions',
      page: 1,
      text: '− "https://a.test/: Our terms" + "https://a.test/: Your terms"',
    },
  ],
  [
    'an alternative text',
    page({ alternatives: [] }),
    { kind: 'alternatives', page: 1, text: '− "Figure: A map"' },
  ],
  [
    'the size',
    page({ size: '420.0 × 595.0' }),
    { kind: 'size', page: 1, text: '595.0 × 842.0 → 420.0 × 595.0 points' },
  ],
  ['the outline', { outline: ['Invoice'] }, { kind: 'outline', text: '− "  Terms"' }],
  [
    'a property',
    { metadata: { Title: 'Bill', Author: 'Ada' } },
    { kind: 'metadata', text: 'Title: "Invoice" → "Bill"' },
  ],
  [
    'a property that is gone',
    { metadata: { Title: 'Invoice' } },
    { kind: 'metadata', text: 'Author: "Ada" → none' },
  ],
  ['a label', { conformance: [] }, { kind: 'conformance', text: '− "PDF/A-3a"' }],
  ['an attachment', { attachments: [] }, { kind: 'attachments', text: '− "factur-x.xml, 900 bytes, 1f"' }],
  ['a field', { fields: [] }, { kind: 'fields', text: '− "name (text: \\"Ada\\")"' }],
])('finds %s', (_, change, difference) => {
  const found = compareFacts(facts, { ...facts, ...change });
  expect(found).toEqual([expect.objectContaining(difference)]);
});

it.each([
  [['a', 'b', 'c'], ['a', 'x', 'c'], '− "b" + "x"'],
  [['a', 'a'], ['a'], '− "a"'],
  [[], ['a'], '+ "a"'],
  [['1', '2', '3', '4', '5'], [], '− "1" − "2" − "3" − 2 more'],
  [['a'], ['a'], undefined],
  [['a', 'b', 'c', 'd', 'e'], ['x', 'b', 'c', 'd', 'y'], '− "a" + "x" − "e" + "y"'],
  [['a', 'b', 'c', 'd'], ['a', 'c', 'new', 'd'], '− "b" + "new"'],
  [['a', 'b'], ['b', 'a'], '− "a" + "a"'],
])('%j and %j: %s', (before, after, text) => {
  expect(compareLists(before, after)).toBe(text);
});

it('shows no line that stays, and counts the changes of a message that would be too long', () => {
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`);
  const changed = lines.map((line, index) => (index === 5 || index === 40 ? `${line} changed` : line));
  expect(compareLists(lines, changed)).toBe('− "line 5" + "line 5 changed" − "line 40" + "line 40 changed"');
  const many = lines.map((line, index) => (index % 2 === 0 ? `${line} changed` : line));
  expect(compareLists(lines, many)).toMatch(/− "line 14" \+ "line 14 changed" − 22 more \+ 22 more$/);
});

it('compares lists without anything in common, however long they are, as one change', () => {
  const listOf = (word: string) => Array.from({ length: 100_000 }, (_, index) => `${word} ${index}`);
  expect(compareLists(listOf('a'), listOf('b'))).toBe(
    '− "a 0" − "a 1" − "a 2" − 99997 more + "b 0" + "b 1" + "b 2" + 99997 more',
  );
});
