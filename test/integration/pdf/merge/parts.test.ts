/** Features that Chromium does not write, and conflicts between names, keys and references of documents. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { makeReproducible, PdfError, startMerge } from '../../../../src/pdf/index.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { buildPdf, minimalObjects, streamObject } from '../../../support/pdf/build-pdf.ts';
import { fixture } from '../../../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, pixels, run } from '../../../support/pdf/installed.ts';
import { viewed } from '../../../support/pdf/merge/viewed.ts';

const page = (more = '') => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]${more}>>`;

/** Builds a document of these pages (objects 10, 11, …) with catalog entries and other objects. */
function document(
  pages: readonly string[],
  catalog = '',
  more: Readonly<Record<number, string>> = {},
  above = '',
): Buffer {
  const refs = pages.map((_, i) => `${10 + i} 0 R`).join(' ');
  return buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: `<</Type/Pages/Count ${pages.length}/Kids[${refs}]${above}>>`,
    ...Object.fromEntries(pages.map((text, i) => [10 + i, text])),
    ...more,
  });
}

/** Follows a path of keys and indices. */
function at(file: PdfReader, ...path: (string | number)[]): PdfValue {
  let value: PdfValue = file.catalog;
  for (const step of path) {
    const inside: PdfValue | undefined =
      typeof step === 'number' ? (value as PdfValue[])[step] : (value as PdfDict).get(step);
    value = file.resolve(inside);
  }
  return value;
}

describe('forms', () => {
  async function form(value: string): Promise<Uint8Array> {
    const pdf = await PDFDocument.create();
    const field = pdf.getForm().createTextField('person.name');
    field.setText(value);
    field.addToPage(pdf.addPage([200, 200]));
    const box = pdf.getForm().createCheckBox('agreed');
    box.addToPage(pdf.addPage([200, 200]));
    if (value === 'Ada') box.check();
    return pdf.save();
  }

  it('keep every field with its value under a unique name', async () => {
    const merged = mergeFiles([await form('Ada'), await form('Bob'), await form('Cleo')]);
    expect((await viewed(merged)).fields).toEqual({
      'person.name': ['Ada'],
      agreed: ['Yes'],
      'person~2.name': ['Bob'],
      'agreed~2': ['Off'],
      'person~3.name': ['Cleo'],
      'agreed~3': ['Off'],
    });
    const edited = await PDFDocument.load(merged);
    expect(edited.getForm().getTextField('person~2.name').getText()).toBe('Bob');
  });

  it('keep the appearance that fields inherit from the form, and its fonts', () => {
    const one = (font: string, size: number) =>
      document(
        [page('/Annots[5 0 R]')],
        `/AcroForm<</Fields[5 0 R]/DA(/F 0 Tf ${size} w)/DR<</Font<</F 6 0 R>>>>>>`,
        {
          5: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(x)/Rect[0 0 50 20]>>',
          6: `<</Type/Font/Subtype/Type1/BaseFont/${font}>>`,
        },
      );
    const file = new PdfReader(mergeFiles([one('Courier', 1), one('Helvetica', 1), one('Courier', 2)]));
    const form = file.dict(file.catalog, 'AcroForm') ?? new Map();
    const looks = [0, 1, 2].map((i) => {
      const field = at(file, 'AcroForm', 'Fields', i) as PdfDict;
      const look = (file.string(field, 'DA') ?? file.string(form, 'DA'))?.bytes ?? '';
      const font = at(file, 'AcroForm', 'DR', 'Font', look.slice(1).split(' ')[0] ?? '');
      return [look.slice(look.indexOf(' ')), file.name(font as PdfDict, 'BaseFont')];
    });
    expect(looks).toEqual([
      [' 0 Tf 1 w', 'Courier'],
      [' 0 Tf 1 w', 'Helvetica'],
      [' 0 Tf 2 w', 'Courier'],
    ]);
    expect([...(at(file, 'AcroForm', 'DR', 'Font') as PdfDict).keys()]).toEqual(['F', 'F_2']);
  });

  it('are rejected if they consist of XFA alone, because they have no pages', () => {
    const dynamic = document([page()], '/NeedsRendering true/AcroForm<</Fields[]/XFA(x)>>');
    const both = document([page()], '/AcroForm<</Fields[]/XFA(x)>>');
    for (const pdf of [dynamic, both]) {
      expect(() => mergeFiles([pdf])).toThrow(expect.objectContaining({ code: 'dynamic_form' }));
    }
  });
});

it('keeps all attached files, including those with equal names', async () => {
  async function attaching(text: string): Promise<Uint8Array> {
    const pdf = await PDFDocument.create();
    pdf.addPage([200, 200]);
    await pdf.attach(Buffer.from(text), 'data.xml', { mimeType: 'text/xml' });
    return pdf.save();
  }
  const merged = mergeFiles([await attaching('<one/>'), await attaching('<two/>')]);
  expect(Object.values((await viewed(merged)).attachments).sort()).toEqual(['<one/>', '<two/>']);
  const file = new PdfReader(merged);
  const names = at(file, 'Names', 'EmbeddedFiles', 'Names') as { bytes: string }[];
  expect(names[0]?.bytes).not.toBe(names[2]?.bytes);
});

it('keeps the scripts of each document', () => {
  const scripted = (script: string) =>
    document([page()], '/Names<</JavaScript<</Names[(open)5 0 R]>>>>', {
      5: `<</S/JavaScript/JS(${script})>>`,
    });
  const file = new PdfReader(mergeFiles([scripted('one()'), scripted('two()')]));
  expect(at(file, 'Names', 'JavaScript', 'Names', 1, 'JS')).toMatchObject({ bytes: 'one()' });
  expect(at(file, 'Names', 'JavaScript', 'Names', 3, 'JS')).toMatchObject({ bytes: 'two()' });
});

it('keeps the page labels of each document and numbers other pages by position', async () => {
  const labelled = document([page(), page(), page()], '/PageLabels<</Nums[0<</S/r>>2<</S/D/P(A-)/St 5>>]>>');
  const late = document([page(), page()], '/PageLabels<</Nums[1<</P(Z)>>]>>');
  const plain = document([page(), page()]);
  const { labels } = await viewed(mergeFiles([labelled, plain, late, plain]));
  expect(labels).toEqual(['i', 'ii', 'A-5', '4', '5', '1', 'Z', '8', '9']);
  expect((await viewed(mergeFiles([plain, plain]))).labels).toBe(null);
});

it('keeps the visibility and order of layers', async () => {
  const layered = (name: string, rules: string) =>
    document(
      [page('/Resources<</Properties<</A 5 0 R/B 6 0 R>>>>')],
      `/OCProperties<</OCGs[5 0 R 6 0 R]/D<<${rules}/Order[5 0 R(Label)[6 0 R]]>>>>`,
      { 5: `<</Type/OCG/Name(${name} A)>>`, 6: `<</Type/OCG/Name(${name} B)>>` },
    );
  const merged = mergeFiles([
    layered('one', '/OFF[6 0 R]'),
    layered('two', '/BaseState/OFF/ON[6 0 R]'),
    layered('three', ''),
  ]);
  expect((await viewed(merged)).layers).toEqual({
    'one A': true,
    'one B': false,
    'two A': false,
    'two B': true,
    'three A': true,
    'three B': true,
  });
  const file = new PdfReader(merged);
  expect(at(file, 'OCProperties', 'D', 'Order', 4)).toMatchObject({ bytes: 'Label' });
  expect(at(file, 'OCProperties', 'D', 'Order', 5, 0, 'Name')).toMatchObject({ bytes: 'two B' });
});

describe('destinations', () => {
  const link = (destination: string) => `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${destination}>>`;

  it('in a dictionary and in a name tree have separate namespaces', async () => {
    const one = document(
      [page('/Annots[5 0 R 6 0 R 7 0 R]'), page(), page()],
      '/Dests<</a[11 0 R/Fit]>>/Names<</Dests<</Names[(a)<</D[12 0 R/Fit]>>]>>>>',
      { 5: link('/Dest/a'), 6: link('/Dest(a)'), 7: link('/A<</S/GoTo/D(a)>>') },
    );
    const { links } = await viewed(mergeFiles([one, one]));
    expect(links).toEqual([[1, 2, 2], [], [], [4, 5, 5], [], []]);
  });

  it('that dangle do not lead into another document', async () => {
    const dangling = document([page('/Annots[5 0 R]')], '', { 5: link('/Dest(there)') });
    const has = document(
      [page('/Annots[5 0 R]'), page()],
      '/Names<</Dests<</Names[(there)[11 0 R/Fit]]>>>>',
      { 5: link('/Dest(there)') },
    );
    const { links } = await viewed(mergeFiles([dangling, has, dangling]));
    expect(links).toEqual([[undefined], [2], [], [undefined]]);
  });

  it('with names of the same text in two encodings stay separate', async () => {
    const named = (name: string) =>
      document([page('/Annots[5 0 R]'), page()], `/Names<</Dests<</Names[${name}[11 0 R/Fit]]>>>>`, {
        5: link(`/Dest${name}`),
      });
    const names = ['(\\374)', '<FEFF00FC>', '(\\374)', '<FEFF00FC>'];
    const { links } = await viewed(mergeFiles(names.map(named)));
    expect(links).toEqual([[1], [], [3], [], [5], [], [7], []]);
  });

  it('are found among thousands of entries in a tree of many nodes', async () => {
    const names = Array.from(
      { length: 500 },
      (_, i) => `(n${String(i).padStart(4, '0')})[${10 + (i % 3)} 0 R/Fit]`,
    );
    const kids = Array.from({ length: 10 }, (_, i) => names.slice(i * 50, i * 50 + 50));
    const more = Object.fromEntries(kids.map((kid, i) => [20 + i, `<</Names[${kid.join('')}]>>`]));
    const many = document(
      [page('/Annots[5 0 R 6 0 R]'), page(), page()],
      `/Names<</Dests<</Kids[${kids.map((_, i) => `${20 + i} 0 R`).join(' ')}]>>>>`,
      { ...more, 5: link('/Dest(n0001)'), 6: link('/Dest(n0499)') },
    );
    const { links } = await viewed(mergeFiles([many, many, many, many]));
    expect(links.filter((page) => page.length > 0)).toEqual(
      [0, 3, 6, 9].map((first) => [first + 1, first + 1]),
    );
  });
});

describe('tags', () => {
  const tagged = (roles: string, more: Record<number, string> = {}, entries = '') =>
    document([page('/StructParents 7/Annots[9 0 R]')], '/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R', {
      5: `<</Type/StructTreeRoot/K 6 0 R/ParentTree<</Nums[7[6 0 R]8 6 0 R]>>/RoleMap<<${roles}>>${entries}>>`,
      6: '<</Type/StructElem/S/Heading/P 5 0 R/Pg 10 0 R/K 0/C[/wide]/ID(x)>>',
      9: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/StructParent 8/A<</S/URI/URI(x:y)>>>>',
      ...more,
    });
  const element = (file: PdfReader, i: number) => at(file, 'StructTreeRoot', 'K', 0, 'K', i) as PdfDict;

  it('with the same role name keep their own meaning', () => {
    const file = new PdfReader(
      mergeFiles([tagged('/Heading/H1'), tagged('/Heading/H2'), tagged('/Heading/H1')]),
    );
    const standard = [0, 1, 2].map((i) => {
      const role = file.name(element(file, i), 'S') ?? '';
      return at(file, 'StructTreeRoot', 'RoleMap', role);
    });
    expect(standard).toMatchObject([{ value: 'H1' }, { value: 'H2' }, { value: 'H1' }]);
  });

  it('with classes of the same name keep their own attributes', () => {
    const classes = (width: number) => `/ClassMap<</wide<</O/Layout/Width ${width}>>>>`;
    const file = new PdfReader(mergeFiles([1, 2, 1].map((width) => tagged('', {}, classes(width)))));
    const widths = [0, 1, 2].map((i) => {
      const [name] = file.array(element(file, i), 'C') ?? [];
      return at(file, 'StructTreeRoot', 'ClassMap', (name as { value: string }).value, 'Width');
    });
    expect(widths).toEqual([1, 2, 1]);
    expect([...(at(file, 'StructTreeRoot', 'ClassMap') as PdfDict).keys()]).toEqual(['wide', 'wide_2']);
  });

  it('have unique names, and pages and links find their elements', () => {
    const file = new PdfReader(mergeFiles([tagged(''), tagged('')]));
    const ids = [0, 1].map((i) => file.string(element(file, i), 'ID')?.bytes);
    expect(ids).toEqual(['x', 'x~2']);
    const parents = at(file, 'StructTreeRoot', 'ParentTree', 'Nums') as PdfValue[];
    for (const i of [0, 1]) {
      const target = at(file, 'Pages', 'Kids', 0, 'Kids', i) as PdfDict;
      const ofPage = parents.indexOf(file.number(target, 'StructParents') ?? -1);
      expect(file.resolve((file.resolve(parents[ofPage + 1]) as PdfValue[])[0])).toBe(element(file, i));
      expect(file.get(element(file, i), 'Pg')).toBe(target);
      const annotation = file.resolve(file.array(target, 'Annots')?.[0]) as PdfDict;
      const ofLink = parents.indexOf(file.number(annotation, 'StructParent') ?? -1, 2);
      expect(file.resolve(parents[ofLink + 1])).toBe(element(file, i));
    }
    expect(at(file, 'StructTreeRoot', 'ParentTreeNextKey')).toBe(4);
  });

  it('of one document do not affect an untagged document', () => {
    const untagged = document([page('/StructParents 0')]);
    const file = new PdfReader(mergeFiles([tagged(''), untagged]));
    expect((at(file, 'Pages', 'Kids', 0, 'Kids', 1) as PdfDict).has('StructParents')).toBe(false);
  });
});

describe('pages', () => {
  it('refer to their new parent and have each annotation once', async () => {
    const merged = mergeFiles(Array.from({ length: 6 }, () => fixture('report')));
    const file = new PdfReader(merged);
    let links = 0;
    for (const node of file.array(file.dict(file.catalog, 'Pages') ?? new Map(), 'Kids') ?? []) {
      const parent = file.resolve(node) as PdfDict;
      for (const kid of file.array(parent, 'Kids') ?? []) {
        const dict = file.resolve(kid) as PdfDict;
        expect(file.get(dict, 'Parent')).toBe(parent);
        links += file.array(dict, 'Annots')?.length ?? 0;
      }
    }
    const single = (await viewed(fixture('report'))).links.flat().length;
    expect(single).toBeGreaterThan(0);
    expect(links).toBe(6 * single);
    expect((await viewed(merged)).links.flat()).toHaveLength(6 * single);
  });

  it('share inherited resources and still draw with them', () => {
    const resources =
      '/Resources<</XObject<</X 5 0 R>>/ExtGState<</G<</ca .5>>>>>>/MediaBox[0 0 50 60]/Rotate 90';
    const drawing = document(
      ['<</Type/Page/Parent 2 0 R/Contents 6 0 R>>', '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Rotate 0>>'],
      '',
      { 5: streamObject('/Subtype/Form/BBox[0 0 9 9]', '0 0 9 9 re f'), 6: streamObject('', '/G gs /X Do') },
      resources,
    );
    const merged = mergeFiles([drawing, drawing]);
    const file = new PdfReader(merged);
    for (const i of [0, 1, 2, 3]) {
      const dict = at(file, 'Pages', 'Kids', 0, 'Kids', i) as PdfDict;
      expect(file.array(dict, 'MediaBox')).toEqual([0, 0, 50, 60]);
      expect(file.get(dict, 'Rotate')).toBe(i % 2 ? 0 : 90);
      const form = file.resolve(file.dict(file.dict(dict, 'Resources') ?? new Map(), 'XObject')?.get('X'));
      expect(Buffer.from((form as PdfStream).data).toString()).toBe('0 0 9 9 re f');
      const state = file.dict(
        file.dict(file.dict(dict, 'Resources') ?? new Map(), 'ExtGState') ?? new Map(),
        'G',
      );
      expect(state?.get('ca')).toBe(0.5);
    }
    if (hasQpdf) run('qpdf', ['--check', '{}'], merged);
    if (hasPoppler) {
      expect(Buffer.compare(pixels(merged), Buffer.concat([pixels(drawing), pixels(drawing)]))).toBe(0);
    }
  });

  it('store equal drawings once', () => {
    const noise = Array.from({ length: 4000 }, (_, i) => String.fromCharCode((i * i * 7919) & 255)).join('');
    const image = '/Subtype/Image/Width 10/Height 100/BitsPerComponent 32/ColorSpace/DeviceGray';
    const one = (extra: string) =>
      document([page('/Resources<</XObject<</I 5 0 R>>>>/Contents 6 0 R')], '', {
        5: streamObject(image, noise),
        6: streamObject('', `q /I Do Q ${extra}`),
      });
    const merged = mergeFiles([one('1'), one('2'), one('1')]);
    expect(merged.length).toBeLessThan(2 * noise.length);
    const file = new PdfReader(merged);
    const contents = [0, 1, 2].map((i) => at(file, 'Pages', 'Kids', 0, 'Kids', i, 'Contents'));
    expect(contents[0]).toBe(contents[2]);
    expect(contents[0]).not.toBe(contents[1]);
  });

  it('with resources that contain themselves are kept unchanged', () => {
    const circular = document([page('/Resources 5 0 R/Contents 7 0 R')], '', {
      5: '<</XObject<</X 6 0 R>>>>',
      6: streamObject('/Subtype/Form/BBox[0 0 9 9]/Resources 5 0 R', '/X Do'),
      7: streamObject('', '/X Do'),
    });
    const file = new PdfReader(mergeFiles([circular, circular]));
    const form = at(file, 'Pages', 'Kids', 0, 'Kids', 1, 'Resources', 'XObject', 'X') as PdfStream;
    const inner = file.dict(file.dict(form.dict, 'Resources') ?? new Map(), 'XObject');
    expect(file.resolve(inner?.get('X'))).toBe(form);
  });

  it('of hundreds of documents form a tree', async () => {
    const merge = startMerge();
    for (let i = 0; i < 230; i++)
      merge.add(document([page(`/Contents 5 0 R`)], '', { 5: streamObject('', `%${i}`) }));
    const merged = merge.finish();
    const file = new PdfReader(merged);
    const nodes = at(file, 'Pages', 'Kids') as PdfValue[];
    expect(nodes.map((node) => file.number(file.resolve(node) as PdfDict, 'Count'))).toEqual([100, 100, 30]);
    expect((await viewed(merged)).text).toHaveLength(230);
  });
});

describe('errors', () => {
  it('name the document', () => {
    const whole = fixture('plain');
    expect(() => mergeFiles([whole, Buffer.from('no pdf')])).toThrow(/^Document 2: This is not a PDF/);
    expect(() => mergeFiles([fixture('plain-encrypted')])).toThrow(
      expect.objectContaining({ code: 'encrypted' }),
    );
    expect(() => startMerge().add(whole.subarray(0, 900), { name: 'cover.pdf' })).toThrow(/^cover\.pdf: /);
    expect(() => mergeFiles([])).toThrow(PdfError);
    expect(() => mergeFiles([buildPdf({ ...minimalObjects, 2: '<</Type/Pages/Count 0/Kids[]>>' })])).toThrow(
      /^Document 1: The PDF has no pages/,
    );
  });

  it('end the merge', () => {
    const merge = startMerge();
    expect(() => merge.add(Buffer.from('no pdf'))).toThrow(PdfError);
    expect(() => merge.finish()).toThrow('The merge has already failed');
  });
});

it('keeps fields, links and outline of a merged file that is made reproducible', async () => {
  const pdf = await PDFDocument.create();
  const field = pdf.getForm().createTextField('name');
  field.setText('Ada');
  field.addToPage(pdf.addPage([200, 200]));
  const merged = mergeFiles([await pdf.save(), fixture('report')]);
  const fixed = makeReproducible(merged, { date: new Date(0) });
  const [before, after] = await Promise.all([viewed(merged), viewed(fixed)]);
  expect(after.fields).toEqual(before.fields);
  expect(after.links).toEqual(before.links);
  expect(after.outline).toEqual(before.outline);
});
