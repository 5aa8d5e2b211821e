/** Type 3 fonts of Chromium become embedded fonts if all their glyphs are outlines, and draw the same. */
import { describe, expect, it } from 'vitest';
import { readCff } from '../../../../src/conformance/fonts/cff-font.ts';
import { checkConformance } from '../../../../src/conformance/index.ts';
import { findFontDicts } from '../../../../src/pdf/document/page-fonts.ts';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { readDifferences } from '../../../../src/pdf/fonts/differences.ts';
import { readPlainCff } from '../../../../src/pdf/fonts/program/plain-cff.ts';
import { compactPdf } from '../../../../src/pdf/index.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { PdfStream } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { drawCharstring } from '../../../support/pdf/fonts/draw-charstring.ts';
import { type ProcedureFont, procedurePdf, triangle } from '../../../support/pdf/fonts/procedure-pdf.ts';
import { hasQpdf, run } from '../../../support/pdf/installed.ts';
import { readPdf } from '../../../support/read-pdf.ts';

function fontsIn(pdf: Uint8Array) {
  const file = new PdfReader(pdf);
  return [...findFontDicts(file, getPages(file))].map((font) => {
    const descriptor = file.dict(font, 'FontDescriptor') ?? new Map();
    const stream = file.get(descriptor, 'FontFile3');
    const program = stream instanceof PdfStream ? Buffer.from(file.decode(stream)) : undefined;
    return { file, font, descriptor, stream, program, subtype: file.name(font, 'Subtype') };
  });
}

function onlyFont(pdf: Uint8Array) {
  const [font, ...others] = fontsIn(pdf);
  if (!font || others.length > 0) throw new Error('The PDF does not have one font.');
  return font;
}

const subtypes = (pdf: Uint8Array) => fontsIn(pdf).map(({ subtype }) => subtype);

/** The greatest difference of a channel of a pixel. */
async function difference(a: Uint8Array, b: Uint8Array, page = 1): Promise<number> {
  const [one, other] = [await (await readPdf(a)).picture(1), await (await readPdf(b)).picture(page)];
  let greatest = 0;
  for (const [i, value] of one.pixels.entries()) {
    greatest = Math.max(greatest, Math.abs(value - (other.pixels[i] ?? 0)));
  }
  return greatest;
}

/** Edges are smoothed differently. A glyph that is missing or elsewhere makes a difference of 255. */
const maxDifference = 100;

const letters: ProcedureFont = {
  glyphs: { 2: triangle(1500), 3: triangle(800, 900.5), 40: '576 0 0 0 0 0 d1\n' },
};

describe('a font of outlines', () => {
  it('becomes a font with the same glyphs, widths, codes and texts', async () => {
    const before = procedurePdf(letters);
    const after = compactPdf(before);
    const { file, font, program = Buffer.alloc(0) } = onlyFont(after);
    expect(file.name(font, 'Subtype')).toBe('Type1');
    expect(Object.fromEntries(readDifferences(file, font) ?? [])).toEqual({
      0: 'g0',
      2: 'g2',
      3: 'g3',
      40: 'g28',
    });
    const widths = file.array(font, 'Widths') ?? [];
    expect([widths[0], widths[1], widths[2], widths[3], widths[40]]).toEqual([
      656.25, 0, 488.281, 439.697, 281.25,
    ]);
    const cff = readCff(program);
    for (const name of ['g0', 'g2', 'g3', 'g28']) {
      const code = { g0: 0, g2: 2, g3: 3, g28: 40 }[name] ?? 0;
      expect(cff?.widthOf(cff.glyphOfName(name) ?? 0)).toBeCloseTo(Number(widths[code]), 3);
    }
    expect(drawCharstring(readPlainCff(program)?.charstrings.get('g3') ?? Buffer.alloc(0))).toEqual({
      width: 900.5,
      contours: [
        [
          [0, 0],
          [900, 0],
          [450.5, 800],
        ],
      ],
    });
    expect((await readPdf(after)).pages).toEqual((await readPdf(before)).pages);
    expect(await difference(before, after)).toBeLessThan(maxDifference);
    if (hasQpdf) run('qpdf', ['--check', '{}'], after);
  });

  it('is the same one in the next file, whatever units the fonts between have', () => {
    const precise = triangle(800).replace('450.5', '450.0625');
    const inUnits = (units: number) =>
      compactPdf(
        procedurePdf({
          glyphs: { ...letters.glyphs, 3: precise },
          entries: { FontMatrix: `[${1 / units} 0 0 ${-1 / units} 0 0]` },
        }),
      );
    const apexOf = (pdf: Uint8Array) => {
      const { program = Buffer.alloc(0) } = onlyFont(pdf);
      const glyph = readPlainCff(program)?.charstrings.get('g3') ?? Buffer.alloc(0);
      return drawCharstring(glyph).contours[0]?.[2];
    };
    const first = inUnits(2048);
    // The em has at least 8,192 steps.
    expect([first, inUnits(1000)].map(apexOf)).toEqual([
      [450, 800],
      [450.0625, 800],
    ]);
    expect(inUnits(2048)).toEqual(first);
  });

  it('has a descriptor in thousandths of the em', () => {
    const { file, descriptor } = onlyFont(compactPdf(procedurePdf(letters)));
    const entries = ['FontBBox', 'Ascent', 'Descent', 'CapHeight', 'XHeight', 'StemV', 'Flags'];
    expect(entries.map((key) => file.get(descriptor, key))).toEqual([
      [0, 0, 439, 732],
      732,
      0,
      728,
      546,
      109,
      4,
    ]);
    expect(file.name(descriptor, 'FontName')).toBe('AAAAAA+Face-Regular');
  });

  it('stays as it is when it comes from somebody else', () => {
    expect(subtypes(mergeFiles([procedurePdf(letters)]))).toEqual(['Type3']);
  });
});

describe('a font stays a font of drawings', () => {
  const colour = '2555.3027 0 d0\n2560 0 0 -2432 0 512 cm\n';
  const evenOdd = triangle(700).replace('f\n', 'f*\n');

  it.each<[string, Partial<ProcedureFont>]>([
    ['with a colour glyph', { glyphs: { ...letters.glyphs, 5: colour } }],
    ['with a glyph of another rule', { glyphs: { ...letters.glyphs, 5: evenOdd } }],
    ['with a glyph as wide as no font', { glyphs: { 2: '40000 0 0 0 0 0 d1\n' } }],
    ['with other widths than its glyphs', { entries: { Widths: '[1344 0 999 900.5]' } }],
    ['with resources', { entries: { Resources: '<</XObject<</X 5 0 R>>>>' } }],
    ['of another producer', { entries: { CIDToGIDMap: 'null' } }],
    ['with other glyph names', { entries: { Encoding: '<</Differences[0/g0/g0/A/g3]>>' } }],
    [
      'with an encoding that has a base',
      { entries: { Encoding: '<</BaseEncoding/WinAnsiEncoding/Differences[0/g0]>>' } },
    ],
    ['without an encoding', { entries: { Encoding: 'null' } }],
    ['without widths', { entries: { Widths: 'null' } }],
    ['with y upwards', { entries: { FontMatrix: '[0.001 0 0 0.001 0 0]' } }],
    ['that is slanted', { entries: { FontMatrix: '[0.001 0 0.0002 -0.001 0 0]' } }],
    ['with units that are no number', { entries: { FontMatrix: '[0 0 0 0 0 0]' } }],
    ['with a map that cannot be read', { entries: { ToUnicode: '/Identity-H' } }],
    ['without a name', { descriptor: '/Flags 4' }],
    ['without a descriptor', { entries: { FontDescriptor: 'null' } }],
    ['without procedures', { entries: { CharProcs: 'null' } }],
  ])('%s', async (_, deviation) => {
    const before = procedurePdf({ ...letters, ...deviation });
    const after = compactPdf(before);
    expect(subtypes(after)).toEqual(['Type3']);
    expect((await readPdf(after)).pages).toEqual((await readPdf(before)).pages);
  });

  it('if one long procedure is that of many glyphs, which would each have a copy', () => {
    const path = '900 0 l\n450.5 -1000 l\n'.repeat(10_000);
    const long = `1000 0 0 -1000 900 0 d1\n0 0 m\n${path}h\nf\n`;
    const numbers = Array.from({ length: 200 }, (_, i) => i + 1);
    const names = numbers.map((number) => `/g${number.toString(16).toUpperCase()}`);
    const pdf = procedurePdf({
      glyphs: { 1: long },
      entries: {
        CharProcs: `<</g0 8 0 R${names.map((name) => `${name} 9 0 R`).join('')}>>`,
        Encoding: `<</Differences[0/g0${names.join('')}]>>`,
        Widths: `[1344${' 1000'.repeat(numbers.length)}]`,
      },
    });
    const after = compactPdf(pdf);
    expect(subtypes(after)).toEqual(['Type3']);
    expect(after.length).toBeLessThan(pdf.length);
  });
});

describe('the parts of a face', () => {
  const second: ProcedureFont = {
    glyphs: { 257: triangle(1000), 258: triangle(900), 259: triangle(1) },
    before: 255,
  };

  it('are fonts that share one program, also those of several documents', async () => {
    const documents = [
      letters,
      second,
      { glyphs: { 2: triangle(1500), 4: triangle(300), 5: triangle(1), 6: triangle(2) } },
      letters,
    ].map((each) => compactPdf(procedurePdf(each)));
    const merged = mergeFiles(documents);
    const fonts = fontsIn(merged);
    // The third has other glyphs of the part that the first has.
    expect(fonts).toHaveLength(2);
    expect(new Set(fonts.map(({ program }) => program?.toString('hex'))).size).toBe(1);
    expect(new Set(fonts.map(({ font }) => JSON.stringify(font.get('FontDescriptor')))).size).toBe(1);
    expect([...(readPlainCff(fonts[0]?.program ?? Buffer.alloc(0))?.charstrings.keys() ?? [])]).toEqual([
      'g0',
      'g2',
      'g3',
      'g4',
      'g5',
      'g6',
      'g28',
      'g101',
      'g102',
      'g103',
    ]);
    for (const [i, document] of documents.entries()) {
      expect(await difference(document, merged, i + 1)).toBe(0);
    }
    const pages = await Promise.all(documents.map(async (each) => (await readPdf(each)).pages));
    expect((await readPdf(merged)).pages).toEqual(pages.flat());
    if (hasQpdf) run('qpdf', ['--check', '{}'], merged);
  });

  it.each<[string, ProcedureFont]>([
    ['another outline', { glyphs: { ...letters.glyphs, 2: triangle(1499) } }],
    ['another width', { glyphs: { ...letters.glyphs, 2: triangle(1500, 1001) } }],
  ])('are not one if a glyph has %s', async (_, other) => {
    const documents = [letters, other].map((each) => compactPdf(procedurePdf(each)));
    const merged = mergeFiles(documents);
    expect(new Set(fontsIn(merged).map(({ program }) => program?.toString('hex'))).size).toBe(2);
    for (const [i, document] of documents.entries()) {
      expect(await difference(document, merged, i + 1)).toBe(0);
    }
  });

  it('are two fonts of one program if a code means something else', async () => {
    const documents = [letters, { ...letters, texts: { 2: 'x' } }].map((each) =>
      compactPdf(procedurePdf(each)),
    );
    const merged = mergeFiles(documents);
    expect(fontsIn(merged)).toHaveLength(2);
    expect(new Set(fontsIn(merged).map(({ program }) => program?.toString('hex'))).size).toBe(1);
    const pages = await Promise.all(documents.map(async (each) => (await readPdf(each)).pages));
    expect((await readPdf(merged)).pages).toEqual(pages.flat());
  });
});

it('the fonts break no rule of PDF/A', () => {
  const rules = checkConformance(compactPdf(procedurePdf(letters)), { levels: ['pdfa-2u'] });
  expect(rules.findings.filter(({ clause }) => clause.startsWith('6.2.11'))).toEqual([]);
});
