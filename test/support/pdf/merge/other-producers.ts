/** Output of other producers: legal but unusual, or illegal but common. Built by hand to isolate each feature. */
import { deflateSync } from 'node:zlib';
import { buildPdf, digits, streamObject } from '../build-pdf.ts';

type Objects = Record<number, string>;

const font = '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
const say = (text: string) => `BT /F 24 Tf 20 100 Td (${text}) Tj ET 1 0 0 rg 20 20 60 30 re f`;

/** A catalog, and pages as objects 10, 20 and so on, each followed by its content. */
function objects(texts: readonly string[], page = '', catalog = ''): Objects {
  const numbers = texts.map((_, i) => 10 * (i + 1));
  const result: Objects = {
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: `<</Type/Pages/Count ${texts.length}/Kids[${numbers.map((n) => `${n} 0 R`).join(' ')}]
/MediaBox[0 0 300 200]/Resources<<${font}>>>>`,
  };
  for (const [i, text] of texts.entries()) {
    const number = numbers[i] ?? 0;
    result[number] = `<</Type/Page/Parent 2 0 R/Contents ${number + 1} 0 R${page}>>`;
    result[number + 1] = streamObject('', say(text));
  }
  return result;
}

const two = (page = '', catalog = '') => objects(['First', 'Second'], page, catalog);

const link = (goal: string) => `<</Type/Annot/Subtype/Link/Rect[20 20 80 50]/Border[0 0 0]${goal}>>`;

/** Appends an update with these objects and deletes the given object numbers. */
function updated(file: Buffer, changed: Objects, deleted: readonly number[], size: number): Buffer {
  let text = file.toString('latin1');
  const before = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  let rows = '';
  for (const [number, object] of Object.entries(changed)) {
    rows += `${number} 1\n${digits(text.length)} 00000 n \n`;
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  for (const number of deleted) rows += `${number} 1\n0000000000 00001 f \n`;
  const at = text.length;
  text += `xref\n${rows}trailer\n<</Size ${size}/Root 1 0 R/Prev ${before}>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Replaces the line ends; only for files in which no length depends on them. */
function withLineEnds(file: Buffer, lineEnd: string): Buffer {
  const lines = file.toString('latin1').split('\n');
  const objectsOnly = lines.slice(0, lines.indexOf('xref'));
  let text = '';
  const rows: string[] = [];
  let highest = 0;
  for (const line of objectsOnly) {
    const number = Number(/^(\d+) 0 obj/.exec(line)?.[1] ?? 0);
    if (number > 0) rows[number] = `${digits(text.length)} 00000 n`;
    highest = Math.max(highest, number);
    text += line + (line === 'stream' ? '\r\n' : lineEnd);
  }
  const end = lineEnd.length === 2 ? lineEnd : ` ${lineEnd}`;
  const table = Array.from({ length: highest + 1 }, (_, i) => (rows[i] ?? '0000000000 65535 f') + end).join(
    '',
  );
  const at = text.length;
  text += ['xref', `0 ${highest + 1}`, ''].join(lineEnd) + table;
  text += ['trailer', `<</Size ${highest + 1}/Root 1 0 R>>`, 'startxref', at, '%%EOF', ''].join(lineEnd);
  return Buffer.from(text, 'latin1');
}

/** Builds a hybrid file: readers that know only tables do not see its link to the second page. */
export function hybridFile(): Buffer {
  const hidden: Objects = { 30: '<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/Dest[20 0 R/Fit]>>' };
  const all = { ...two('/Annots[30 0 R]'), 31: packed(hidden) };
  const file = buildPdf(all).toString('latin1');
  const xref = file.lastIndexOf('xref\n0');
  const row = Buffer.from([2, 0, 31, 0, 1, ...bytes(file.indexOf('31 0 obj')), 0]);
  const streamAt = xref;
  const stream = `40 0 obj\n${streamObject('/Type/XRef/W[1 2 1]/Index[30 2]/Size 41/Root 1 0 R', row.toString('latin1'))}\nendobj\n`;
  const tail = file
    .slice(xref)
    .replace('/Root 1 0 R', `/Root 1 0 R/XRefStm ${streamAt}`)
    .replace(/startxref\n\d+/, `startxref\n${xref + stream.length}`);
  return Buffer.from(file.slice(0, xref) + stream + tail, 'latin1');
}

const bytes = (value: number) => [value >> 8, value & 0xff];

function packed(inside: Objects): string {
  const entries = Object.entries(inside);
  let body = '';
  let list = '';
  for (const [number, text] of entries) {
    list += `${number} ${body.length} `;
    body += `${text}\n`;
  }
  return streamObject(`/Type/ObjStm/N ${entries.length}/First ${list.length}`, list + body);
}

/** Builds a file with an object stream for all but the contents, and a cross-reference stream. */
function packedWhole(): Buffer {
  const { 11: first = '', 21: second = '', ...rest } = two();
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const rows = new Map<number, number[]>();
  for (const [number, object] of Object.entries({ 11: first, 21: second, 30: packed(rest) })) {
    rows.set(Number(number), [1, ...bytes(text.length), 0]);
    text += `${number} 0 obj ${object} endobj `;
  }
  for (const [i, number] of Object.keys(rest).entries()) rows.set(Number(number), [2, ...bytes(30), i]);
  const at = text.length;
  rows.set(31, [1, ...bytes(at), 0]);
  const data = Array.from({ length: 32 }, (_, number) => rows.get(number) ?? [0, 0, 0, 0]).flat();
  const compressed = deflateSync(Buffer.from(data)).toString('latin1');
  const dict = '/Type/XRef/W[1 2 1]/Size 32/Root 1 0 R/Filter/FlateDecode';
  text += `31 0 obj\n${streamObject(dict, compressed)}\nendobj\nstartxref\n${at}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

function nested(): Objects {
  const result = two();
  const levels = 5;
  result[2] = '<</Type/Pages/Count 2/Kids[50 0 R]/MediaBox[0 0 300 200]/Rotate 90>>';
  for (let level = 0; level < levels; level++) {
    const kids = level === levels - 1 ? '10 0 R 20 0 R' : `${51 + level} 0 R`;
    const more = level === 1 ? `/Resources<<${font}>>` : level === 3 ? '/CropBox[10 10 290 190]' : '';
    const parent = level === 0 ? 2 : 49 + level;
    result[50 + level] = `<</Type/Pages/Parent ${parent} 0 R/Count 2/Kids[${kids}]${more}>>`;
  }
  for (const page of [10, 20]) {
    result[page] = `<</Type/Page/Parent ${49 + levels} 0 R/Contents ${page + 1} 0 R>>`;
  }
  return result;
}

const form = (fields: string, more: Objects) =>
  buildPdf({
    ...two('/Annots[30 0 R 31 0 R]', `/AcroForm<</Fields[${fields}]/DA(/Helv 0 Tf 0 g)>>`),
    ...more,
  });
const widget = '/Type/Annot/Subtype/Widget/Rect[20 60 120 80]';
const look = streamObject('/Type/XObject/Subtype/Form/BBox[0 0 100 20]', '0 0 1 rg 0 0 100 20 re f');

/** Files by the feature that they have. */
export const otherProducers: Readonly<Record<string, Buffer>> = {
  'comments in odd places': buildPdf({
    ...two(),
    1: '<<%a\n/Type%b\n/Catalog/Pages 2%c\n0%d\nR%e\n>>%f',
    10: '<</Type/Page % >> endobj\n/Parent 2 0 R/Contents[11%(\r0 R]>>',
  }),
  'lines that end with CR': withLineEnds(buildPdf(two()), '\r'),
  'lines that end with CR LF': withLineEnds(buildPdf(two()), '\r\n'),
  'a table with gaps': buildPdf({ ...two(), 90: '(far away)' }),
  'object streams and a table in a stream': packedWhole(),
  'updates that replace and delete': updated(
    updated(
      buildPdf({ ...two('/Annots[30 0 R]'), 30: link('/Dest[20 0 R/Fit]'), 31: '(old)' }),
      {
        11: streamObject('', say('Replaced')),
      },
      [31],
      32,
    ),
    { 10: '<</Type/Page/Parent 2 0 R/Contents 11 0 R>>' },
    [30],
    32,
  ),
  'a length in another object': buildPdf({
    ...two(),
    11: `<</Length 30 0 R>>\nstream\n${say('First')}\nendstream`,
    30: String(say('First').length),
  }),
  'lengths that are wrong': buildPdf({
    ...two(),
    11: `<</Length 5>>\nstream\n${say('First')}\nendstream`,
    21: `<</Length 5000>>\nstream\n${say('Second')}\nendstream`,
  }),
  'no length at all': buildPdf({ ...two(), 11: `<<>>\nstream\n${say('First')}\nendstream` }),
  'a tree of pages six deep': buildPdf(nested()),
  'units larger than a point': buildPdf(two('/UserUnit 2'), { header: '%PDF-1.6\n' }),
  'pages turned by a quarter': buildPdf(two('/Rotate 90')),
  'pages upside down': buildPdf(two('/Rotate 180')),
  'pages turned to the left': buildPdf(two('/Rotate -90')),
  'a crop box away from the corner': buildPdf(two('/CropBox[15 20 250 180]')),
  'a media box on the negative side': buildPdf(two('/MediaBox[-100 -50 200 150]')),
  'a media box from corner to corner the other way, of other objects': buildPdf({
    ...two('/MediaBox[30 0 R 31 0 R 0 0]'),
    30: '300.5',
    31: '200',
  }),
  'names of destinations in a tree': buildPdf({
    ...two('/Annots[30 0 R 31 0 R]', '/Names<</Dests 40 0 R>>'),
    30: link('/Dest(two)'),
    31: link('/A<</S/GoTo/D(one)>>'),
    40: '<</Kids[41 0 R 42 0 R]>>',
    41: '<</Limits[(one)(one)]/Names[(one)[10 0 R/XYZ 0 200 null]]>>',
    42: '<</Limits[(two)(two)]/Names[(two)43 0 R]>>',
    43: '<</D[20 0 R/Fit]>>',
  }),
  'names of destinations in a dictionary': buildPdf({
    ...two('/Annots[30 0 R 31 0 R]', '/Dests<</one[10 0 R/Fit]/t#77o 40 0 R>>'),
    30: link('/Dest/two'),
    31: link('/A 41 0 R'),
    40: '<</D[20 0 R/Fit]>>',
    41: '<</S/GoTo/D/one>>',
  }),
  'links to elsewhere': buildPdf({
    ...two('/Annots[30 0 R 31 0 R]'),
    30: link('/A<</S/URI/URI(https://example.com/a\\(b\\))>>'),
    31: link('/A<</S/GoToR/F(other.pdf)/D[0/Fit]>>'),
  }),
  'tags with roles of their own': buildPdf({
    ...two('/StructParents 0', '/MarkInfo<</Marked true>>/Lang(de)/StructTreeRoot 30 0 R'),
    11: streamObject('', `/Head <</MCID 0>> BDC ${say('First')} EMC`),
    30: '<</Type/StructTreeRoot/K 31 0 R/ParentTree<</Nums[0[32 0 R]]>>/RoleMap<</Head/H1>>>>',
    31: '<</Type/StructElem/S/Document/P 30 0 R/K[32 0 R]>>',
    32: '<</Type/StructElem/S/Head/P 31 0 R/Pg 10 0 R/K 0>>',
  }),
  'fields inside fields': form('40 0 R', {
    30: `<<${widget}/Parent 41 0 R/T(leaf)/V(inner value)/FT/Tx/AP<</N 50 0 R>>>>`,
    31: `<<${widget}/Parent 40 0 R/T(other)/V(2)/FT/Tx>>`,
    40: '<</T(top)/Kids[41 0 R 31 0 R]>>',
    41: '<</T(middle)/Parent 40 0 R/Kids[30 0 R]>>',
    50: look,
  }),
  'one field with two widgets': form('40 0 R', {
    30: `<<${widget}/Parent 40 0 R/AP<</N 50 0 R>>>>`,
    31: `<<${widget}/Parent 40 0 R/AP<</N 50 0 R>>>>`,
    40: '<</T(top)/FT/Tx/V(both)/Kids[30 0 R 31 0 R]>>',
    50: look,
  }),
  'layers, one of them hidden': buildPdf({
    ...two(
      `/Resources<<${font}/Properties<</A 30 0 R/B 31 0 R>>>>`,
      '/OCProperties<</OCGs[30 0 R 31 0 R]/D<</Order[30 0 R 31 0 R]/OFF[31 0 R]>>>>',
    ),
    11: streamObject('', `/OC /A BDC ${say('First')} EMC /OC /B BDC 0 1 0 rg 90 20 60 30 re f EMC`),
    30: '<</Type/OCG/Name(Shown of them)>>',
    31: '<</Type/OCG/Name(Hidden of them)>>',
  }),
  'attached files': buildPdf({
    ...two('', '/Names<</EmbeddedFiles<</Names[(own.txt)30 0 R]>>>>'),
    30: '<</Type/Filespec/F(own.txt)/UF(own.txt)/EF<</F 31 0 R>>>>',
    31: streamObject('/Type/EmbeddedFile/Subtype/text#2Fplain', 'attached text'),
  }),
  'labels of pages': buildPdf(two('', '/PageLabels<</Nums[0<</S/r/St 4>>1<</P(A-)/S/D>>]>>')),
  'a picture inside the content': buildPdf({
    ...two(),
    11: streamObject(
      '',
      `${say('First')} q 40 0 0 40 100 20 cm BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID 00FF80EE> EI Q`,
    ),
  }),
  'names with numbers of characters': buildPdf({
    ...two(`/Resources<</F#6fnt<</A#20#2f<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>`),
    11: streamObject('', 'BT /A#20#2F 24 Tf 20 100 Td (First) Tj ET'),
    21: streamObject('', 'BT /A#20#2f 24 Tf 20 100 Td (Second) Tj ET'),
  }),
  'escapes in texts': buildPdf({
    ...two('', '/Outlines 30 0 R'),
    30: '<</First 31 0 R/Last 31 0 R/Count 1>>',
    31: '<</Parent 30 0 R/Title(\\124itle \\(with\\) \\\\ and \\\nline\\7)/Dest[20 0 R/Fit]>>',
  }),
  'texts in UTF-8': buildPdf(
    {
      ...two('', '/Outlines 30 0 R'),
      30: '<</First 31 0 R/Last 31 0 R/Count 1>>',
      31: '<</Parent 30 0 R/Title(\xef\xbb\xbfGr\xc3\xb6\xc3\x9fe)/Dest[20 0 R/Fit]>>',
    },
    { header: '%PDF-2.0\n' },
  ),
  'a page without content': buildPdf({ ...two(), 10: '<</Type/Page/Parent 2 0 R>>' }),
  'a page without resources': buildPdf({
    ...two(),
    2: '<</Type/Pages/Count 2/Kids[10 0 R 20 0 R]/MediaBox[0 0 300 200]>>',
    11: streamObject('', '1 0 0 rg 20 20 60 30 re f'),
    20: `<</Type/Page/Parent 2 0 R/Contents 21 0 R/Resources<<${font}>>>>`,
  }),
  'content in parts that belong together': buildPdf({
    ...two(),
    10: '<</Type/Page/Parent 2 0 R/Contents[11 0 R 12 0 R 13 0 R]>>',
    11: streamObject('', 'BT /F 24 Tf 20 100'),
    12: streamObject('', 'Td (Fir'.slice(0, 2)),
    13: streamObject('', ' (First) Tj ET'),
  }),
  'filters of old': buildPdf({
    ...two(),
    11: streamObject('/Filter/ASCIIHexDecode', `${Buffer.from(say('First')).toString('hex')}>`),
    21: streamObject(
      '/Filter[/AHx/Fl]',
      `${deflateSync(Buffer.from(say('Second')))
        .toString('hex')
        .toUpperCase()}>`,
    ),
  }),
  'something before the header': Buffer.concat([
    Buffer.from('From the mail server\r\n\r\n'),
    buildPdf(two()),
  ]),
  'something behind the end': Buffer.concat([buildPdf(two()), Buffer.alloc(700, '\0\r\n')]),
  'rows of 19 bytes': buildPdf(two(), { rowEnd: '\n' }),
  'one resource for all that refers to itself': buildPdf({
    ...two('/Resources 30 0 R'),
    30: `<<${font}/XObject<</Self 31 0 R>>>>`,
    31: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 30 0 R', '0 0 5 5 re f'),
  }),
  'a page that is listed twice': buildPdf({
    ...two(),
    2: `<</Type/Pages/Count 3/Kids[10 0 R 20 0 R 10 0 R]/MediaBox[0 0 300 200]/Resources<<${font}>>>>`,
  }),
  'pages that are the same object': buildPdf({
    ...two(),
    2: `<</Type/Pages/Count 2/Kids[10 0 R 20 0 R]/MediaBox[0 0 300 200]/Resources<<${font}>>>>`,
    20: '<</Type/Page/Parent 2 0 R/Contents 11 0 R>>',
  }),
};

export const noPages = buildPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Count 0/Kids[]>>' });
