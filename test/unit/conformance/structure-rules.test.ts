import { expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { breaches } from '../../support/pdf/breaches.ts';
import { streamObject } from '../../support/pdf/build-pdf.ts';
import { taggedObjects, taggedPdf } from '../../support/pdf/tagged-pdf.ts';

it('a tagged file without fonts conforms to PDF/UA-1', () => {
  expect(checkConformance(taggedPdf(), { levels: ['pdfua-1'] })).toMatchObject({
    held: ['pdfua-1'],
    findings: [],
  });
});

/** Replaces a part of one of the objects. */
function change(number: number, from: string, to: string): Record<number, string> {
  const object = taggedObjects[number] ?? '';
  expect(object).toContain(from);
  return { [number]: object.replace(from, to) };
}

/** Elements below the Document element, numbered from 20 on: `Table(TR(TH TD))`. */
function elements(tree: string, attributes: Record<string, string> = {}): Record<number, string> {
  const objects: Record<number, string> = {};
  const parents: number[] = [7];
  const kids = new Map<number, number[]>([[7, [9]]]);
  let last = 19;
  for (const [token] of tree.matchAll(/[\w:]+|[()]/g)) {
    if (token === '(') {
      parents.push(last);
    } else if (token === ')') {
      parents.pop();
    } else {
      const [type = '', name = ''] = token.split(':');
      const parent = parents.at(-1) ?? 7;
      last = Math.max(19, ...Object.keys(objects).map(Number)) + 1;
      objects[last] = `/Type/StructElem/S/${type}/P ${parent} 0 R${attributes[name] ?? ''}`;
      kids.set(parent, [...(kids.get(parent) ?? []), last]);
    }
  }
  for (const [number, object] of Object.entries(objects)) {
    const own = kids.get(Number(number));
    objects[Number(number)] = `<<${object}${own ? `/K[${own.map((kid) => `${kid} 0 R`).join(' ')}]` : ''}>>`;
  }
  const list = (kids.get(7) ?? []).map((kid) => `${kid} 0 R`).join(' ');
  return { ...objects, ...change(7, '[9 0 R]', `[${list}]`) };
}

const scope = {
  s: '/A<</O/Table/Scope/Column>>',
  c2: '/A<</O/Table/ColSpan 2>>',
  r3: '/A<</O/Table/RowSpan 3>>',
};

const nesting: readonly (readonly [tree: string, expected: readonly string[]])[] = [
  ['Table(Caption THead(TR(TH TH)) TBody(TR(TD TD)) TFoot(TR(TD TD)))', ['7.5-1']],
  ['Table(THead(TR(TH:s TH:s)) TBody(TR(TD TD)))', []],
  ['Table(Div(TR(TH:s) TR(TD)))', []],
  ['Table(P TR(TD))', ['7.2-3']],
  ['TR(TD)', ['7.2-4']],
  ['Sect(THead(TR(TD)))', ['7.2-5']],
  ['Sect(TBody(TR(TD)))', ['7.2-6']],
  ['Sect(TFoot(TR(TD)))', ['7.2-7']],
  ['TH', ['7.2-8']],
  ['P(TD)', ['7.2-9']],
  ['Table(TR(TD P))', ['7.2-10']],
  ['Table(THead(TR(TD)) THead(TR(TD)) TBody(TR(TD)))', ['7.2-11']],
  ['Table(TBody(TR(TD)) TFoot(TR(TD)) TFoot(TR(TD)))', ['7.2-12']],
  ['Table(TFoot(TR(TD)))', ['7.2-13']],
  ['Table(THead(TR(TD)))', ['7.2-14']],
  ['Table(TR(TD) Caption TR(TD))', ['7.2-16']],
  ['Table(Caption TR(TD) Caption)', ['7.2-39']],
  ['Table(TR(TD TD) TR(TD))', ['7.2-43']],
  ['Table(TR(TD) TR(TD TD))', ['7.2-42']],
  ['Table(TR(TD TD) TR(TD TD:r3))', ['7.2-41']],
  ['Table(TR(TD:c2) TR(TD TD))', []],
  ['Table(TBody(P TR(TD)))', ['7.2-37']],
  ['Table(THead(P TR(TD)) TBody(TR(TD)))', ['7.2-36']],
  ['Table(TBody(TR(TD)) TFoot(P TR(TD)))', ['7.2-38']],
  ['L(Caption LI(Lbl LBody) LI(LBody(L(LI(LBody)))))', []],
  ['L(P)', ['7.2-19']],
  ['L(LI(LBody) Caption)', ['7.2-40']],
  ['LI(LBody)', ['7.2-17']],
  ['L(LI(P))', ['7.2-20']],
  ['LBody', ['7.2-18']],
  ['TOC(Caption TOCI TOC(TOCI))', []],
  ['TOC(P)', ['7.2-27']],
  ['TOC(TOCI Caption)', ['7.2-28']],
  ['TOCI', ['7.2-26']],
  ['H1 H2 H3 H2 H1', []],
  ['H2', ['7.4.2-1']],
  ['H1 H3', ['7.4.2-1']],
  ['Sect(H P) Sect(H P)', []],
  ['Sect(H Div(H))', ['7.4.4-1']],
  ['H1 H', ['7.4.4-2', '7.4.4-3']],
  ['Figure', ['7.3-1']],
  ['Figure:alt', []],
  ['Formula', ['7.7-1']],
  ['Formula:text', []],
  ['Note', ['7.9-1']],
  ['Note:id', []],
  ['Note:id Note:id', ['7.9-2']],
  ['Form', ['7.18.4-2']],
  ['Form:role', []],
  ['Custom', ['7.1-5']],
  ['P:badLang', ['7.2-29']],
];

const attributes = {
  ...scope,
  alt: '/Alt(A tree)',
  text: '/ActualText()',
  id: '/ID(n1)',
  role: '/A<</O/PrintField/Role/cb>>',
  badLang: '/Lang(deutsch_schweiz)',
};

it.each(nesting)('the elements %s break %j', (tree, expected) => {
  expect(breaches(taggedPdf(elements(tree, attributes)), 'pdfua-1')).toEqual(expected);
});

it('cells that take the same place are reported', () => {
  const spans = { c2: '/A<</O/Table/ColSpan 2>>', r2: '/A<</O/Table/RowSpan 2>>' };
  const crossing = elements('Table(TR(TD TD:r2 TD) TR(TD:c2))', spans);
  expect(breaches(taggedPdf(crossing), 'pdfua-1')).toEqual(['7.2-15']);
});

it('a data cell names its headers by ID, or has one with a scope in its row or column', () => {
  const named = elements('Table(TR(TH:id TH) TR(TD:h TD:h))', {
    id: '/ID(a)',
    h: '/A<</O/Table/Headers[(a)]>>',
  });
  expect(breaches(taggedPdf(named), 'pdfua-1')).toEqual([]);
  const unknown = elements('Table(TR(TH:id TH) TR(TD:h TD:h))', {
    id: '/ID(a)',
    h: '/A<</O/Table/Headers[(b)]>>',
  });
  expect(breaches(taggedPdf(unknown), 'pdfua-1')).toEqual(['7.5-2']);
  const byClass = (tree: string) => ({
    ...elements(tree, { s: '/C/row' }),
    4: '<</Type/StructTreeRoot/K 7 0 R/ParentTree 8 0 R/ClassMap<</row<</O/Table/Scope/Row>>>>>>',
  });
  expect(breaches(taggedPdf(byClass('Table(TR(TH:s TD) TR(TH:s TD))')), 'pdfua-1')).toEqual([]);
  expect(breaches(taggedPdf(byClass('Table(TR(TH:s TD) TR(TH TD))')), 'pdfua-1')).toEqual(['7.5-1']);
});

const roleMaps: readonly (readonly [map: string, type: string, access: string[], archive: string[]])[] = [
  ['/Strong/Span', 'Strong', [], []],
  ['/A/B/B/Span', 'A', [], []],
  ['/A/B/B/A', 'A', ['7.1-6'], ['6.7.3.4-2']],
  ['/A/B', 'A', ['7.1-5'], ['6.7.3.4-1']],
  ['/P/Span', 'Span', ['7.1-7'], []],
  ['/P/Nothing', 'Span', ['7.1-7'], ['6.7.3.4-3']],
];

it.each(roleMaps)('with the role map %s the type %s breaks %j and %j', (map, type, access, archive) => {
  const pdf = taggedPdf({
    ...elements(type),
    4: `<</Type/StructTreeRoot/K 7 0 R/ParentTree 8 0 R/RoleMap<<${map}>>>>`,
  });
  expect(breaches(pdf, 'pdfua-1')).toEqual(access);
  expect(breaches(pdf, 'pdfa-3a', /^6\.7/)).toEqual(archive);
});

const contents: readonly (readonly [content: string, expected: readonly string[]])[] = [
  ['/P<</MCID 0>>BDC 0 0 9 9 re f EMC /Artifact BMC 0 0 1 1 re S EMC', []],
  ['0 0 9 9 re f', ['7.1-3']],
  ['/Span BMC 0 0 9 9 re f EMC', ['7.1-3']],
  ['0 0 9 9 re n', []],
  ['/P<</MCID 7>>BDC 0 0 9 9 re f EMC', ['7.1-3']],
  ['/Artifact BMC /P<</MCID 0>>BDC 0 0 9 9 re f EMC EMC', ['7.1-2']],
  ['/P<</MCID 0>>BDC /Artifact BMC 0 0 9 9 re f EMC EMC', ['7.1-1', '7.1-2']],
  ['/P<</MCID 0>>BDC /Span<</Lang(no language)>>BDC EMC EMC', ['7.2-29']],
];

it.each(contents)('the content %s breaks %j', (content, expected) => {
  expect(breaches(taggedPdf({ 6: streamObject('', content) }), 'pdfua-1')).toEqual(expected);
});

it('a form belongs to the content that draws it, or to an element of its own', () => {
  const resources = '/Resources<</XObject<</F 20 0 R>>>>';
  const page = change(3, '/Tabs', `${resources}/Tabs`);
  const form = (entries: string) =>
    streamObject(`/Type/XObject/Subtype/Form/BBox[0 0 9 9]${entries}`, '0 0 9 9 re f');
  const drawn = (content: string, entries = '') =>
    breaches(taggedPdf({ ...page, 6: streamObject('', content), 20: form(entries) }), 'pdfua-1');
  expect(drawn('/P<</MCID 0>>BDC /F Do EMC')).toEqual([]);
  expect(drawn('/Artifact BMC /F Do EMC')).toEqual([]);
  expect(drawn('/F Do')).toEqual(['7.1-3']);
  expect(drawn('/F Do /F Do', '/StructParents 0')).toEqual(['7.1-3', '7.20-2']);
  expect(drawn('/P<</MCID 0>>BDC /F Do EMC', '/Ref<</F(other.pdf)>>')).toContain('7.20-1');
});

it('without a language of the document each text needs its own', () => {
  const withoutLanguage = change(1, '/Lang(en)', '');
  const font = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
  const page = change(3, '/Tabs', `${font}/Tabs`);
  const text = (properties: string, element = '') =>
    breaches(
      taggedPdf({
        ...withoutLanguage,
        ...page,
        ...change(9, '/K 0', `/K 0${element}`),
        6: streamObject('', `/P<</MCID 0>>BDC ${properties} BDC BT /F 9 Tf (a)Tj ET EMC EMC`),
      }),
      'pdfua-1',
      /^7\.2$/,
    );
  expect(text('/Span<<>>')).toEqual(['7.2-33', '7.2-34']);
  expect(text('/Span<</Lang(de)/E(etc)>>')).toEqual(['7.2-33']);
  expect(text('/Span<</ActualText(a)/Alt(a)/E(a)>>')).toEqual([
    '7.2-30',
    '7.2-31',
    '7.2-32',
    '7.2-33',
    '7.2-34',
  ]);
  expect(text('/Span<</ActualText(a)>>', '/Lang(de)')).toEqual(['7.2-33']);
  expect(text('/Span<</Lang(de)>>', '/Alt(a)/ActualText(a)/E(a)')).toEqual([
    '7.2-21',
    '7.2-22',
    '7.2-23',
    '7.2-33',
  ]);
});

it('a file without tags breaks the levels that need them', () => {
  const untagged = change(1, '/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>', '');
  expect(breaches(taggedPdf(untagged), 'pdfua-1')).toEqual(['6.2-1', '7.1-11', '7.1-3']);
  expect(breaches(taggedPdf(untagged), 'pdfa-3a', /^6\.7/)).toEqual(['6.7.2.2-1', '6.7.3.3-1']);
  expect(breaches(taggedPdf(untagged), 'pdfa-3u', /^6\.7/)).toEqual([]);
});

it('PDF/A allows an empty language, PDF/UA does not', () => {
  const empty = taggedPdf(change(1, '/Lang(en)', '/Lang()'));
  expect(breaches(empty, 'pdfa-3a', /^6\.7/)).toEqual([]);
  expect(breaches(empty, 'pdfua-1')).toEqual(['7.2-29']);
});

it('the place of an element is its page and object', () => {
  const { findings } = checkConformance(
    taggedPdf({ 9: '<</Type/StructElem/S/Figure/P 7 0 R/Pg 3 0 R/K 0>>' }),
    {
      levels: ['pdfua-1'],
    },
  );
  expect(findings).toMatchObject([{ clause: '7.3', test: 1, page: 1, object: 9 }]);
  expect(findings[0]?.remedy).toContain('alt=');
});

it('a table that claims millions of columns is reported without being built', () => {
  const tree = elements('Table(TR(TD:wide) TR(TD))', { wide: '/A<</O/Table/ColSpan 2000000000>>' });
  expect(breaches(taggedPdf(tree), 'pdfua-1')).toEqual(['7.2-42']);
});

it('elements that contain each other are visited once', () => {
  const circle = {
    7: '<</Type/StructElem/S/Div/P 9 0 R/K[9 0 R]>>',
    9: '<</Type/StructElem/S/Div/P 7 0 R/K[7 0 R 0]>>',
  };
  expect(breaches(taggedPdf(circle), 'pdfua-1')).toEqual(['7.1-3']);
});
