/** Files of PDF 2.0, each of which breaks certain rules of PDF/A-4 or PDF/UA-2, and none. */
import type { ConformanceLevel } from '../../../src/conformance/index.ts';
import { buildPdf, streamObject } from './build-pdf.ts';
import { metadataObject, taggedObjects, taggedXmp, xmpPacket } from './tagged-pdf.ts';

export interface Pdf2File {
  readonly name: string;
  readonly level: ConformanceLevel;
  /** As veraPDF numbers them, sorted. */
  readonly broken: readonly string[];
  readonly pdf: Buffer;
}

const labels: Readonly<Record<string, string>> = {
  'pdfa-4': '<pdfaid:part>4</pdfaid:part><pdfaid:rev>2020</pdfaid:rev>',
  'pdfa-4e':
    '<pdfaid:part>4</pdfaid:part><pdfaid:rev>2020</pdfaid:rev><pdfaid:conformance>E</pdfaid:conformance>',
  'pdfa-4f':
    '<pdfaid:part>4</pdfaid:part><pdfaid:rev>2020</pdfaid:rev><pdfaid:conformance>F</pdfaid:conformance>',
  'pdfua-2': '<pdfuaid:part>2</pdfuaid:part><pdfuaid:rev>2024</pdfuaid:rev>',
};

const header = '%PDF-2.0\n%\xe2\xe3\xcf\xd3\n';
const ids = '/ID[(0123456789abcdef)(0123456789abcdef)]';

/** Numbered like `taggedObjects`, with the namespace of PDF 2.0 as 10. The content draws nothing but lines. */
const objects: Readonly<Record<number, string>> = {
  ...taggedObjects,
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>/Contents 6 0 R/StructParents 0/Tabs/S>>',
  4: '<</Type/StructTreeRoot/K 7 0 R/ParentTree 8 0 R/Namespaces[10 0 R]>>',
  6: streamObject('', '/P<</MCID 0>>BDC 0 0 m 9 9 l n EMC'),
  7: '<</Type/StructElem/S/Document/P 4 0 R/NS 10 0 R/K[9 0 R]>>',
  9: '<</Type/StructElem/S/P/P 7 0 R/Pg 3 0 R/NS 10 0 R/K 0>>',
  10: '<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>',
};

interface Change {
  readonly objects?: Readonly<Record<number, string>>;
  /** Replaces the label. */
  readonly label?: string;
  readonly header?: string;
  readonly trailer?: string;
}

function build(level: string, change: Change = {}): Buffer {
  const xmp = `${taggedXmp.title}${change.label ?? labels[level]}`;
  const all = { ...objects, 5: metadataObject(xmpPacket(xmp)), ...change.objects };
  return buildPdf(all, {
    header: change.header ?? header,
    trailer: `/Root 1 0 R${ids}${change.trailer ?? ''}`,
  });
}

/** Replaces a part of one of the objects. */
function change(number: number, from: string, to: string): Record<number, string> {
  const object = objects[number] ?? '';
  if (!object.includes(from)) throw new Error(`Object ${number} has no ${from}.`);
  return { [number]: object.replace(from, to) };
}

const inCatalog = (entries: string) => change(1, '/Type/Catalog', `/Type/Catalog${entries}`);
const onPage = (entries: string) => change(3, '/Type/Page', `/Type/Page${entries}`);
const drawing = (content: string) => ({ 6: streamObject('', `/P<</MCID 0>>BDC ${content} EMC`) });
const annotated = (annotation: string, more: Record<number, string> = {}) => ({
  ...onPage('/Annots[20 0 R]'),
  20: `<</Type/Annot/Rect[0 0 9 9]/F 4${annotation}>>`,
  ...more,
});
const attached = (entries: string, type = '/Subtype/text#2fcsv') => ({
  ...inCatalog('/AF[20 0 R]/Names<</EmbeddedFiles<</Names[(a)20 0 R]>>>>'),
  20: `<</Type/Filespec/F(a.csv)/UF(a.csv)/EF<</F 21 0 R>>${entries}>>`,
  21: streamObject(`/Type/EmbeddedFile${type}`, 'a,b'),
});

/** Elements below the Document element, numbered from 20 on, with the namespace of PDF 2.0: `Table(TR(TH TD))`. */
function elements(tree: string, attributes: Readonly<Record<string, string>> = {}): Record<number, string> {
  const made: { type: string; parent: number; kids: number[] }[] = [];
  const open = [-1];
  for (const [token] of tree.matchAll(/\w+|[()]/g)) {
    if (token === '(') open.push(made.length - 1);
    else if (token === ')') open.pop();
    else {
      const parent = open.at(-1) ?? -1;
      made[parent]?.kids.push(made.length);
      made.push({ type: token, parent, kids: [] });
    }
  }
  const list = (kids: readonly number[]) => kids.map((kid) => `${kid + 20} 0 R`).join(' ');
  const tops = made.flatMap(({ parent }, i) => (parent < 0 ? [i] : []));
  return {
    ...change(7, '[9 0 R]', `[9 0 R ${list(tops)}]`),
    ...Object.fromEntries(
      made.map(({ type, parent, kids }, i) => [
        i + 20,
        `<</Type/StructElem/S/${type}/P ${parent < 0 ? 7 : parent + 20} 0 R/NS 10 0 R/K[${list(kids)}]${attributes[type] ?? ''}>>`,
      ]),
    ),
  };
}

const archive: readonly (readonly [
  name: string,
  level: ConformanceLevel,
  broken: readonly string[],
  change: Change,
])[] = [
  ['nothing', 'pdfa-4', [], {}],
  ['a header of PDF 1.7', 'pdfa-4', ['6.1.2-1'], { header: header.replace('2.0', '1.7') }],
  [
    'an Info dictionary',
    'pdfa-4',
    ['6.1.3-4', '6.1.3-5'],
    { trailer: '/Info 20 0 R', objects: { 20: '<</Title(T)>>' } },
  ],
  ['a version in the catalog', 'pdfa-4', ['6.1.12-1'], { objects: inCatalog('/Version/1.7') }],
  ['another part', 'pdfa-4', ['6.7.3-2', '6.7.3-3', '6.7.3-5'], { label: taggedXmp.archive }],
  ['no revision', 'pdfa-4', ['6.7.3-5'], { label: '<pdfaid:part>4</pdfaid:part>' }],
  ['the level F', 'pdfa-4', ['6.7.3-3'], { label: labels['pdfa-4f'] ?? '' }],
  ['no level E', 'pdfa-4e', ['6.7.3-3'], { label: labels['pdfa-4'] ?? '' }],
  ['no attached file', 'pdfa-4f', ['6.9-5'], {}],
  ['an attached file', 'pdfa-4f', [], { objects: attached('/AFRelationship/Data') }],
  ['an attached file in PDF/A-4', 'pdfa-4', ['6.9-3'], { objects: attached('/AFRelationship/Data') }],
  ['an attached file without a relationship', 'pdfa-4f', ['6.9-4'], { objects: attached('') }],
  [
    'an attached file without a type',
    'pdfa-4e',
    ['6.9-1'],
    { objects: attached('/AFRelationship/Data', '') },
  ],
  ['a device colour', 'pdfa-4', ['6.2.4.3-2'], { objects: drawing('1 0 0 rg 0 0 9 9 re f') }],
  [
    'a device colour in a group of its own',
    'pdfa-4',
    [],
    {
      objects: {
        ...drawing('1 0 0 rg 0 0 9 9 re f'),
        ...onPage('/Group<</S/Transparency/CS[/CalRGB<</WhitePoint[1 1 1]>>]>>'),
      },
    },
  ],
  ['a resource that is missing', 'pdfa-4', ['6.2.2-3'], { objects: drawing('/X1 Do') }],
  ['a sound', 'pdfa-4', ['6.3.1-1', '6.3.3-1'], { objects: annotated('/Subtype/Sound') }],
  ['a 3D model', 'pdfa-4', ['6.3.1-1', '6.3.3-1'], { objects: annotated('/Subtype/3D') }],
  ['a 3D model in PDF/A-4e', 'pdfa-4e', ['6.3.3-1'], { objects: annotated('/Subtype/3D') }],
  ['an action of a link', 'pdfa-4', ['6.6.1-1'], { objects: annotated('/Subtype/Link/A<</S/Launch/F(a)>>') }],
  ['a script', 'pdfa-4', [], { objects: annotated('/Subtype/Link/A<</S/JavaScript/JS(a)>>') }],
  [
    'a change of layers',
    'pdfa-4',
    ['6.6.1-1'],
    { objects: annotated('/Subtype/Link/A<</S/SetOCGState/State[]>>') },
  ],
  [
    'a change of layers in PDF/A-4e',
    'pdfa-4e',
    [],
    { objects: annotated('/Subtype/Link/A<</S/SetOCGState/State[]>>') },
  ],
  [
    'an event of the document',
    'pdfa-4',
    ['6.6.3-1'],
    { objects: inCatalog('/AA<</WC<</S/JavaScript/JS(a)>>>>') },
  ],
  [
    'a text of private characters',
    'pdfa-4',
    ['6.2.10.8-1'],
    { objects: change(9, '/K 0', '/K 0/ActualText<FEFFE001>') },
  ],
];

const link = '/Subtype/Link/Contents(a)/StructParent 1';
const linked = (element: string, annotation: string, more: Record<number, string> = {}) => ({
  ...annotated(`${link}${annotation}`),
  ...change(8, '[0[9 0 R]]', '[0[9 0 R]1 21 0 R]'),
  ...change(7, '[9 0 R]', '[9 0 R 21 0 R]'),
  21: `<</Type/StructElem/S/${element}/P 7 0 R/NS 10 0 R/K<</Type/OBJR/Obj 20 0 R/Pg 3 0 R>>>>`,
  ...more,
});

const accessible: readonly (readonly [name: string, broken: readonly string[], change: Change])[] = [
  ['nothing', [], {}],
  ['another part', ['5-2', '5-5'], { label: taggedXmp.accessible }],
  ['no language', ['8.4.4-1'], { objects: change(1, '/Lang(en)', '') }],
  ['a top without a namespace', ['8.2.5.2-2'], { objects: change(7, '/NS 10 0 R', '') }],
  [
    'two tops',
    ['8.2.5.2-1', 'Table 5. StructTreeRoot-Document-1'],
    {
      objects: {
        ...change(4, '/K 7 0 R', '/K[7 0 R 20 0 R]'),
        20: '<</Type/StructElem/S/Document/P 4 0 R/NS 10 0 R/K[]>>',
      },
    },
  ],
  ['an unknown type', ['8.2.4-1'], { objects: change(9, '/S/P', '/S/Paragraph') }],
  ['text in the document', ['Table 5. Document-content-1'], { objects: change(9, '/S/P', '/S/NonStruct') }],
  ['an emphasis in the document', ['Table 5. Document-Em-1'], { objects: change(9, '/S/P', '/S/Em') }],
  ['a paragraph in another one', ['Table 5. P-P-1'], { objects: elements('P(NonStruct(P))') }],
  ['a heading in a paragraph', ['Table 5. P-Hn-1'], { objects: elements('P(H2)') }],
  ['a heading of the level 7', [], { objects: elements('H7') }],
  ['a heading without a level', ['8.2.5.12-1'], { objects: elements('H') }],
  ['an aside in a cell', ['Table 5. TD-Aside-1'], { objects: elements('Table(TR(TD(Aside)))') }],
  [
    'two captions',
    ['8.2.5.27-1', 'Table 5. L-Caption-1'],
    { objects: elements('L(Caption Caption LI(LBody))') },
  ],
  ['a caption in the middle', ['8.2.5.27-1'], { objects: elements('Sect(P Caption P)') }],
  ['a caption at the end', [], { objects: elements('Sect(P Caption)') }],
  ['a paragraph in a link of a line', ['Table 5. Link-P-1'], { objects: elements('P(Link(P Span))') }],
  ['a paragraph in a link around it', [], { objects: elements('Sect(Link(P))') }],
  ['a list with labels', ['8.2.5.25-1'], { objects: elements('L(LI(Lbl LBody))') }],
  [
    'a list with labels that it names',
    [],
    {
      objects: elements('L(LI(Lbl LBody))', { L: '/A<</O/List/ListNumbering/Decimal>>' }),
    },
  ],
  [
    'text in an item',
    ['8.2.5.25-2'],
    {
      objects: {
        ...change(7, '[9 0 R]', '[20 0 R]'),
        ...change(9, '/S/P/P 7 0 R', '/S/NonStruct/P 21 0 R'),
        20: '<</Type/StructElem/S/L/P 7 0 R/NS 10 0 R/K[21 0 R]>>',
        21: '<</Type/StructElem/S/LI/P 20 0 R/NS 10 0 R/K[9 0 R]>>',
      },
    },
  ],
  ['a ruby of one part', ['8.2.5.23-1'], { objects: elements('P(Ruby(RT))') }],
  ['a ruby', [], { objects: elements('P(Ruby(RB RT))') }],
  [
    'a note of PDF 1.7',
    ['8.2.5.14-1'],
    { objects: { ...elements('P'), 20: '<</Type/StructElem/S/Note/P 7 0 R/ID(a)/K[]>>' } },
  ],
  [
    'a note that names no call',
    ['8.2.5.14-2'],
    { objects: elements('P(Span) FENote', { Span: '/Ref[22 0 R]' }) },
  ],
  [
    'a note that names a stranger',
    ['8.2.5.14-3'],
    { objects: elements('P(Span) FENote', { FENote: '/Ref[21 0 R]' }) },
  ],
  [
    'a note and its call',
    [],
    { objects: elements('P(Span) FENote', { Span: '/Ref[22 0 R]', FENote: '/Ref[21 0 R]' }) },
  ],
  [
    'a note of another kind',
    ['8.2.5.14-4'],
    { objects: elements('FENote', { FENote: '/A<</O/FENote/NoteType/Sidenote>>' }) },
  ],
  ['a figure without a text', ['8.2.5.28.2-1'], { objects: elements('Figure') }],
  ['a figure with an empty text', [], { objects: elements('Figure', { Figure: '/Alt()' }) }],
  ['a text of private characters', ['8.4.3-3'], { objects: change(9, '/K 0', '/K 0/Alt<FEFFE001>') }],
  [
    'MathML outside a formula',
    ['8.2.5.29-1'],
    {
      objects: {
        ...elements('Span'),
        ...change(7, '[9 0 R]', '[9 0 R 20 0 R]'),
        20: '<</Type/StructElem/S/math/P 7 0 R/NS 21 0 R/K[]>>',
        21: '<</Type/Namespace/NS(http://www.w3.org/1998/Math/MathML)>>',
      },
    },
  ],
  ['a link', [], { objects: linked('Link', '/A<</S/URI/URI(https://example.com)>>') }],
  ['a link in a span', ['8.2.5.20-1', 'Table 5. Document-Span-1'], { objects: linked('Span', '') }],
  ['a link to a place', ['8.8-1'], { objects: linked('Link', '/Dest[3 0 R/Fit]') }],
  ['a link to an element', [], { objects: linked('Link', '/Dest[9 0 R/Fit]') }],
  ['a jump to a place', ['8.8-2'], { objects: linked('Link', '/A<</S/GoTo/D[3 0 R/Fit]>>') }],
  ['a jump to an element', [], { objects: linked('Link', '/A<</S/GoTo/D[3 0 R/Fit]/SD[9 0 R/Fit]>>') }],
  [
    'an outline to a place',
    ['8.8-1'],
    {
      objects: {
        ...inCatalog('/Outlines 20 0 R'),
        20: '<</First 21 0 R/Last 21 0 R/Count 1>>',
        21: '<</Title(a)/Parent 20 0 R/Dest[3 0 R/Fit]>>',
      },
    },
  ],
  [
    'a page without an order for Tab',
    ['8.9.3.3-1'],
    { objects: { ...annotated('/Subtype/Link'), ...change(3, '/Tabs/S', '/Annots[20 0 R]') } },
  ],
  [
    'a note on the page',
    ['8.9.2.3-1', 'Table 5. Document-Span-1'],
    { objects: linked('Span', '', { 20: '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/F 4/StructParent 1>>' }) },
  ],
  ['an ink drawing', ['8.9.2.4.8-1'], { objects: annotated('/Subtype/Ink/InkList[]') }],
  ['a sound', ['8.9.2.4.11-1'], { objects: annotated('/Subtype/Sound') }],
  [
    'another description',
    ['8.9.4.2-1'],
    {
      objects: linked('Link', '', {
        21: '<</Type/StructElem/S/Link/P 7 0 R/NS 10 0 R/Alt(b)/K<</Type/OBJR/Obj 20 0 R/Pg 3 0 R>>>>',
      }),
    },
  ],
  ['an attached file without a description', ['8.14.1-1'], { objects: attached('/AFRelationship/Data') }],
];

export const pdf2Files: readonly Pdf2File[] = [
  ...archive.map(([name, level, broken, made]) => ({ name, level, broken, pdf: build(level, made) })),
  ...accessible.map(([name, broken, made]) => ({
    name,
    level: 'pdfua-2' as const,
    broken,
    pdf: build('pdfua-2', made),
  })),
];
