import { expect, it } from 'vitest';
import { breaches } from '../../support/pdf/breaches.ts';
import { buildPdf, streamObject } from '../../support/pdf/build-pdf.ts';
import {
  metadataObject,
  taggedObjects,
  taggedPdf,
  taggedXmp,
  xmpPacket,
} from '../../support/pdf/tagged-pdf.ts';

/** Adds entries to the dictionary of an object. */
function extend(number: number, entries: string): Record<number, string> {
  return { [number]: (taggedObjects[number] ?? '').replace(/>>$/, `${entries}>>`) };
}

const archive = (
  changes: Record<number, string>,
  clauses: RegExp,
  level: 'pdfa-2b' | 'pdfa-3b' = 'pdfa-3b',
) => breaches(taggedPdf(changes), level, clauses);
const access = (changes: Record<number, string>) => breaches(taggedPdf(changes), 'pdfua-1');

const appearance = streamObject('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', '');

/** The page has an annotation, object 20; its appearance is object 21. */
function annotated(entries: string, more: Record<number, string> = {}): Record<number, string> {
  return {
    ...extend(3, '/Annots[20 0 R]'),
    20: `<</Type/Annot/Rect[10 10 20 20]${entries}>>`,
    21: appearance,
    ...more,
  };
}

const shown = '/F 4/AP<</N 21 0 R>>';

const annotations: readonly (readonly [entries: string, expected: readonly string[]])[] = [
  [`/Subtype/Text${shown}`, []],
  ['/Subtype/Link/F 4', []],
  ['/Subtype/Popup', []],
  ['/Subtype/Square/F 4/Rect[1 1 1 1]', []],
  [`/Subtype/Movie${shown}`, ['6.3.1-1']],
  ['/Subtype/Link', ['6.3.2-1']],
  ['/Subtype/Link/F 0', ['6.3.2-2']],
  ['/Subtype/Link/F 6', ['6.3.2-2']],
  ['/Subtype/Link/F 260', ['6.3.2-2']],
  ['/Subtype/Square/F 4', ['6.3.3-1']],
  ['/Subtype/Square/F 4/AP<</N 21 0 R/D 21 0 R>>', ['6.3.3-2']],
  ['/Subtype/Widget/FT/Btn/F 4/AP<</N<</On 21 0 R>>>>', []],
  ['/Subtype/Widget/FT/Btn/F 4/AP<</N 21 0 R>>', ['6.3.3-3']],
  ['/Subtype/Widget/FT/Tx/F 4/AP<</N<</On 21 0 R>>>>', ['6.3.3-4']],
  [`/Subtype/Widget/FT/Tx${shown}/AA<<>>`, ['6.4.1-1']],
];

it.each(annotations)('the annotation %s breaks %j of PDF/A', (entries, expected) => {
  const rectangle = entries.includes('Rect') ? { 20: `<</Type/Annot${entries}>>` } : {};
  expect(archive(annotated(entries, rectangle), /^6\.[34]/)).toEqual(expected);
});

/** The element of the annotation is object 22, of the number 1 in the parent tree. */
function tagged(type: string, entries: string, element = ''): Record<number, string> {
  return annotated(`${shown}/StructParent 1${entries}`, {
    7: '<</Type/StructElem/S/Document/P 4 0 R/K[9 0 R 22 0 R]>>',
    8: '<</Nums[0[9 0 R]1 22 0 R]>>',
    22: `<</Type/StructElem/S/${type}/P 7 0 R/K<</Type/OBJR/Obj 20 0 R/Pg 3 0 R>>${element}>>`,
  });
}

const taggedAnnotations: readonly (readonly [type: string, entries: string, expected: readonly string[]])[] =
  [
    ['Link', '/Subtype/Link/Contents(To the shop)', []],
    ['Link', '/Subtype/Link', ['7.18.1-2', '7.18.5-2']],
    ['P', '/Subtype/Link/Contents(To the shop)', ['7.18.5-1']],
    ['Annot', '/Subtype/Text/Contents(A note)', []],
    ['P', '/Subtype/Text/Contents(A note)', ['7.18.1-1']],
    ['Annot', '/Subtype/TrapNet/Contents(A note)', ['7.18.2-1']],
    ['Annot', '/Subtype/PrinterMark/Contents(A note)', ['7.18.8-1']],
    ['Form', '/Subtype/Widget/T(a)/TU(Name)', []],
    ['Form', '/Subtype/Widget/T(a)', ['7.18.1-3']],
    ['P', '/Subtype/Widget/T(a)/TU(Name)', ['7.18.4-1']],
    ['P', '/Subtype/Link/F 2', []],
    ['P', '/Subtype/Link/Rect[900 900 950 950]', []],
  ];

it.each(taggedAnnotations)(
  'in a %s element the annotation %s breaks %j of PDF/UA',
  (type, entries, expected) => {
    const changes = tagged(type, entries);
    // The last of equal keys counts.
    expect(access(changes)).toEqual(expected);
  },
);

it('an alternative text of the element describes its annotation', () => {
  expect(access(tagged('Annot', '/Subtype/Text', '/Alt(A note)'))).toEqual([]);
});

it('the tab order of a page with annotations follows the structure', () => {
  const changes = tagged('Link', '/Subtype/Link/Contents(To the shop)');
  const page = (changes[3] ?? '').replace('/Tabs/S', '/Tabs/R');
  expect(access({ ...changes, 3: page })).toEqual(['7.18.3-1']);
});

it('descriptions need a language', () => {
  const catalog = { 1: (taggedObjects[1] ?? '').replace('/Lang(en)', '') };
  const xmp = {
    5: metadataObject(xmpPacket(taggedXmp.accessible + taggedXmp.title.replace('x-default', 'en'))),
  };
  const changes = { ...tagged('Link', '/Subtype/Link/Contents(To the shop)'), ...catalog, ...xmp };
  expect(access(changes)).toEqual(['7.2-24']);
  const german = tagged('Link', '/Subtype/Link/Contents(Zum Laden)', '/Lang(de)');
  expect(access({ ...german, ...catalog, ...xmp })).toEqual([]);
  const form = `${catalog[1].replace(/>>$/, '')}/AcroForm<</Fields[30 0 R]>>/Outlines<</First 31 0 R>>>>`;
  const field = { 1: form, ...xmp, 30: '<</FT/Tx/T(a)/TU(Name)>>', 31: '<</Title(One)>>' };
  expect(access(field)).toEqual(['7.2-2', '7.2-25']);
});

const catalogs: readonly (readonly [
  entries: string,
  archive: readonly string[],
  access: readonly string[],
])[] = [
  ['/AA<<>>', ['6.5.2-1'], []],
  ['/OpenAction[3 0 R/Fit]', [], []],
  ['/OpenAction<</S/JavaScript/JS(x)>>', ['6.5.1-1'], []],
  ['/OpenAction<</S/Named/N/NextPage/Next<</S/Named/N/Print>>>>', ['6.5.1-2'], []],
  ['/OpenAction<</S/URI/URI(http://a)/Next[<</S/Launch>>]>>', ['6.5.1-1'], []],
  ['/NeedsRendering true', ['6.4.2-2'], []],
  ['/AcroForm<</Fields[]/NeedAppearances true>>', ['6.4.1-3'], []],
  ['/AcroForm<</Fields[]/XFA 40 0 R>>', ['6.4.2-1'], ['7.15-1']],
  ['/AcroForm<</Fields[<</T(a)/AA<</K<</S/JavaScript>>>>>>]>>', ['6.4.1-2', '6.5.1-1'], []],
  ['/Names<</AlternatePresentations<<>>>>', ['6.10-1'], []],
  ['/Requirements[<</S/EnableJavaScripts>>]', ['6.11-1'], []],
  ['/OCProperties<</OCGs[]/D<</Name(All)>>>>', [], []],
  ['/OCProperties<</OCGs[]/D<<>>>>', ['6.9-1'], ['7.10-1']],
  ['/OCProperties<</OCGs[]/D<</Name(All)>>/Configs[<</Name(All)>>]>>', ['6.9-2'], []],
  ['/OCProperties<</OCGs[41 0 R]/D<</Name(All)/Order[[42 0 R]]>>>>', ['6.9-3'], []],
  ['/OCProperties<</OCGs[41 0 R]/D<</Name(All)/Order[[41 0 R]]>>>>', [], []],
  ['/OCProperties<</OCGs[]/D<</Name(All)/AS[]>>>>', ['6.9-4'], ['7.10-2']],
];

it.each(catalogs)('the catalog entry %s breaks %j and %j', (entries, expectedArchive, expectedAccess) => {
  const changes = {
    ...extend(1, entries),
    40: streamObject(
      '',
      '<xdp:xdp xmlns:xdp="urn:x"><config><acrobat><acrobat7><dynamicRender>required</dynamicRender></acrobat7></acrobat></config></xdp:xdp>',
    ),
    41: '<</Type/OCG/Name(Layer)>>',
    42: '<</Type/OCG/Name(Other)>>',
  };
  expect(archive(changes, /^6\.(4|5|9|10|11)/)).toEqual(expectedArchive);
  expect(access(changes)).toEqual(expectedAccess);
});

it('what a page must not have is reported', () => {
  expect(archive(extend(3, '/AA<</O<</S/Launch>>>>/PresSteps<<>>'), /^6\.(5|10)/)).toEqual([
    '6.10-2',
    '6.5.1-1',
    '6.5.2-2',
  ]);
});

it('what the document declares of its tags and title is read', () => {
  const catalog = (from: string, to: string) => ({ 1: (taggedObjects[1] ?? '').replace(from, to) });
  expect(access(catalog('/Marked true', '/Marked true/Suspects true'))).toEqual(['7.1-4']);
  expect(access(catalog('/DisplayDocTitle true', ''))).toEqual(['7.1-10']);
});

it('media clips have a type and a description', () => {
  const media = (clip: string) =>
    access(tagged('Annot', `/Subtype/Screen/Contents(A film)/A<</S/Rendition/R<</C<<${clip}>>>>>>`));
  expect(media('/CT(video/mp4)/Alt[(en)(A film)]')).toEqual([]);
  expect(media('/Alt[(en)(A film)]')).toEqual(['7.18.6.2-1']);
  expect(media('/CT(video/mp4)/Alt[(en)()]')).toEqual(['7.18.6.2-2']);
});

/** An attachment: object 50, with its bytes in 51. */
function attached(
  entries: string,
  subtype = '/Subtype/text#2Fxml',
  catalog = '/AF[50 0 R]',
): Record<number, string> {
  return {
    ...extend(1, `/Names<</EmbeddedFiles<</Names[(a)50 0 R]>>>>${catalog}`),
    50: `<</Type/Filespec/EF<</F 51 0 R>>${entries}>>`,
    51: streamObject(`/Type/EmbeddedFile${subtype}`, '<a/>'),
  };
}

it('attachments say what they are and how they relate to the document', () => {
  const named = '/F(a.xml)/UF(a.xml)';
  const complete = `${named}/AFRelationship/Data`;
  const check = (changes: Record<number, string>) => archive(changes, /^6\.8/);
  expect(check(attached(complete))).toEqual([]);
  expect(check(attached(complete, ''))).toEqual(['6.8-1']);
  expect(check(attached(complete, '/Subtype/xml'))).toEqual(['6.8-1']);
  expect(check(attached('/F(a.xml)/AFRelationship/Data'))).toEqual(['6.8-2']);
  expect(check(attached(named))).toEqual(['6.8-3']);
  expect(check(attached(complete, '/Subtype/text#2Fxml', ''))).toEqual(['6.8-4']);
  expect(access(attached('/F()/UF()/AFRelationship/Data'))).toEqual(['7.11-1']);
  expect(access(attached('/F(a.xml)'))).toEqual(['7.11-1']);
});

/** A file without content that conforms to the part of PDF/A, if it claims that. */
function archived(part: number): Buffer {
  const identification = `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>`;
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    4: metadataObject(xmpPacket(identification)),
  };
  return buildPdf(objects, { header: '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', trailer: '/Root 1 0 R/ID[(a)(a)]' });
}

it('PDF/A-2 allows only attachments that are PDF/A-1 or PDF/A-2', () => {
  const check = (file: Buffer) =>
    archive(
      {
        ...attached('/F(a.pdf)/UF(a.pdf)'),
        51: streamObject('/Type/EmbeddedFile', file.toString('latin1')),
      },
      /^6\.8/,
      'pdfa-2b',
    );
  expect(check(archived(1))).toEqual([]);
  expect(check(archived(2))).toEqual([]);
  expect(check(archived(3))).toEqual(['6.8-5']);
  expect(check(taggedPdf())).toEqual(['6.8-5']);
  expect(check(Buffer.from('<a/>'))).toEqual(['6.8-5']);
});

/** A signed field whose byte range is right but for `shift`. */
function signed(contents: string, shift = 0): Buffer {
  const build = (range: string): Buffer =>
    taggedPdf({
      ...extend(1, '/AcroForm<</Fields[30 0 R]>>'),
      30: '<</FT/Sig/T(s)/V 31 0 R>>',
      31: `<</Type/Sig/ByteRange[${range.padEnd(40)}]/Contents<${contents}>>>`,
    });
  const draft = build('');
  const start = draft.indexOf('/Contents<') + '/Contents'.length;
  const end = start + contents.length + 2;
  return build(`0 ${start} ${end} ${draft.length - end - shift}`);
}

it('a signature covers the file and has one signer with a certificate', () => {
  const der = (tag: number, ...contents: Buffer[]): Buffer => {
    const body = Buffer.concat(contents);
    return Buffer.concat([Buffer.from([tag, body.length]), body]);
  };
  const cms = (certificates: Buffer[], signers: Buffer[]): string =>
    der(
      0x30,
      der(0x06, Buffer.from([42])),
      der(
        0xa0,
        der(
          0x30,
          der(0x02, Buffer.from([1])),
          der(0x31),
          der(0x30),
          ...(certificates.length > 0 ? [der(0xa0, ...certificates)] : []),
          der(0x31, ...signers),
        ),
      ),
    ).toString('hex');
  const check = (pdf: Buffer) => breaches(pdf, 'pdfa-3b', /^6\.4\.3/);
  const certificate = der(0x30, der(0x30));
  const signer = der(0x30, der(0x02, Buffer.from([1])));
  expect(check(signed(cms([certificate], [signer])))).toEqual([]);
  expect(check(signed(cms([certificate], [signer]), 5))).toEqual(['6.4.3-1']);
  expect(check(signed(cms([], [signer])))).toEqual(['6.4.3-2']);
  expect(check(signed(cms([certificate], [signer, signer])))).toEqual(['6.4.3-3']);
  const update = Buffer.from('40 0 obj\n<<>>\nendobj\n%%EOF\n');
  expect(check(Buffer.concat([signed(cms([certificate], [signer])), update]))).toEqual([]);
  expect(check(Buffer.concat([signed(cms([certificate], [signer]), -update.length), update]))).toEqual([
    '6.4.3-1',
  ]);
  expect(check(signed(cms([der(0x30)], [signer])))).toEqual(['6.4.3-2']);
  expect(check(signed('00'))).toEqual(['6.4.3-2', '6.4.3-3']);
});
