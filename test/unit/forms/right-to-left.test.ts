/** Values that are written from right to left: their order, how letters join, and what readers find in them. */
import { describe, expect, it } from 'vitest';
import { getAllPages } from '../../../src/pdf/document/page-tree.ts';
import { readFontTexts } from '../../../src/pdf/fonts/read-font-texts.ts';
import { withShaping } from '../../../src/pdf/fonts/shaping.ts';
import { isDict, type PdfDict, PdfStream } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { fieldsSeen } from '../../support/forms/fields-seen.ts';
import { filled, problemsOf } from '../../support/forms/filled.ts';
import { buildPdf, streamObject } from '../../support/pdf/build-pdf.ts';
import { hasPoppler, hasQpdf, run } from '../../support/pdf/installed.ts';
import { readPdf } from '../../support/read-pdf.ts';

const hexadecimal = (code: number) => code.toString(16).padStart(4, '0');

/** A font of a form with all forms of some Arabic letters: alef, seen, lam, meem, and the ligature of lam and alef. */
const ownCharacters = [...'ﺍﺎﺱﺲﺳﺴﻝﻞﻟﻠﻡﻢﻣﻤﻻﻼ'];

/** A form with one field, `a`, of 300 by 60 points. */
const form = (entries = '/FT/Tx', resources = '') =>
  buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/F 10 Tf 0 g)${resources}>>>>`,
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 100]/Annots[4 0 R]>>',
    4: `<</Type/Annot/Subtype/Widget/T(a)/Rect[10 10 310 70]/F 4/P 3 0 R${entries}>>`,
    5: streamObject(
      '',
      `1 begincodespacerange <0000> <FFFF> endcodespacerange ${ownCharacters.length} beginbfchar ${ownCharacters
        .map((character, i) => `<${hexadecimal(i + 1)}> <${hexadecimal(character.charCodeAt(0))}>`)
        .join(' ')} endbfchar`,
    ),
  });

const fill = async (text: string, entries?: string, resources?: string) =>
  (await withShaping(() => filled(form(entries, resources), { a: text }))).pdf;

interface DrawnLine {
  readonly text: string;
  readonly codes: readonly number[];
  readonly x: number;
}

/** What the appearance draws: the characters of its glyphs, line by line, from left to right. */
function drawn(pdf: Uint8Array): { lines: DrawnLine[]; fonts: string[] } {
  const file = new PdfReader(pdf);
  const [page] = getAllPages(file);
  const widget = file.resolve(file.array(page?.dict ?? new Map(), 'Annots')?.[0]) as PdfDict;
  const appearance = file.get(file.dict(widget, 'AP') ?? new Map(), 'N');
  if (!(appearance instanceof PdfStream)) throw new Error('The field has no appearance.');
  const fonts = file.dict(file.dict(appearance.dict, 'Resources') ?? new Map(), 'Font') ?? new Map();
  const [font] = [...fonts.values()].map((each) => file.resolve(each));
  const texts = isDict(font) ? readFontTexts(file, font) : undefined;
  if (!(texts instanceof Map)) throw new Error('The font has no text.');
  const utf16 = (code: number) =>
    Buffer.from(texts.get(code) ?? '', 'hex')
      .swap16()
      .toString('utf16le');
  const content = Buffer.from(file.decode(appearance)).toString('latin1');
  const lines = [...content.matchAll(/1 0 0 1 (\S+) \S+ Tm <(\w+)> Tj/g)].map(([, x, digits = '']) => {
    const codes = [...digits.matchAll(/.{4}/g)].map(([code]) => Number.parseInt(code, 16));
    return { text: codes.map(utf16).join(''), codes, x: Number(x) };
  });
  return { lines, fonts: [...fonts.keys()].map(String) };
}

const textsOf = (pdf: Uint8Array) => drawn(pdf).lines.map(({ text }) => text);
const reversed = (text: string) => [...text].reverse().join('');

describe('the order of a line', () => {
  it.each([
    ['a Hebrew word begins at the right', 'שלום', 'םולש'],
    ['numbers and Latin words keep theirs', 'רחוב 12 ABC', 'ABC 12 בוחר'],
    ['brackets have the text that was given', 'א (12) ב', 'ב )12( א'],
    ['a Latin text keeps its own around a Hebrew word', 'Mr. כהן (CEO)', 'Mr. ןהכ (CEO)'],
    ['marks that only direct text are not drawn', '\u200fABC\u200f אב', 'בא ABC'],
  ])('%s', async (_, text, visual) => {
    expect(textsOf(await fill(text))).toEqual([visual]);
  });

  it('mirrors brackets between letters that are read from the right, and not others', async () => {
    const glyphs = async (text: string) => drawn(await fill(text)).lines[0]?.codes ?? [];
    const [opening] = await glyphs('א\u200e(\u200e');
    const [, first] = await glyphs('א(א');
    const [, second] = await glyphs('א)א');
    expect(second).toBe(opening);
    expect(first).not.toBe(opening);
  });

  it('is that of each line after the text was broken, as the paragraph says', async () => {
    const pdf = await fill('אבג דהו זחט יכל 12 (מנס)\nABC עפצ.', '/FT/Tx/Ff 4096/Rect[10 10 60 90]');
    expect(textsOf(pdf)).toEqual(['והד גבא', '12 לכי טחז', ')סנמ(', 'ABC צפע.']);
  });

  it('is that of the cells of a comb', async () => {
    const { lines } = drawn(await fill('שלום1', '/FT/Tx/Ff 16777216/MaxLen 10'));
    expect(lines.map(({ text }) => text)).toEqual([...'1םולש']);
    expect(lines.map(({ x }) => Math.floor(x / 30))).toEqual([0, 1, 2, 3, 4]);
  });

  it('is that of the options of a list', async () => {
    const list = '/FT/Ch/Opt[<FEFF05D005D1><FEFF05D205D3>]';
    expect(textsOf(await fill('גד', list))).toEqual(['בא', 'דג']);
  });

  it('leaves the alignment to the field', async () => {
    const at = async (entries: string) => drawn(await fill('שלום', `/FT/Tx${entries}`)).lines[0]?.x;
    expect(await at('')).toBe(2);
    expect(await at('/Q 2')).toBeGreaterThan(250);
  });
});

describe('letters of Arabic script', () => {
  it('join, and readers find them as they were written', async () => {
    const { lines, fonts } = drawn(await fill('ببب'));
    expect(fonts).toEqual(['VazirmatnRegular']);
    expect(lines[0]?.text).toBe('ببب');
    expect(new Set(lines[0]?.codes).size).toBe(3);
  });

  it.each([
    ['lam and alef as one', 'السلام'],
    ['marks', 'مُحَمَّدٌ'],
    ['Persian', 'پژوهش'],
    ['Urdu', 'ٹھیک'],
    ['Kurdish', 'ڕێڵ'],
    ['Hebrew with vowels', 'שָׁלוֹם'],
  ])('are drawn with one text for each glyph: %s', async (_, text) => {
    const pdf = await fill(text);
    expect(textsOf(pdf)).toEqual([reversed(text.normalize('NFC'))]);
    expect((await fieldsSeen(pdf)).a).toBe(text);
  });

  it('are as wide as the lines that they are measured for', async () => {
    const text = 'السلام عليكم ورحمة الله وبركاته '.repeat(4).trim();
    const { lines } = drawn(await fill(text, '/FT/Tx/Ff 4096'));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map((line) => reversed(line.text)).join(' ')).toBe(text);
  });

  const own =
    '/DR<</Font<</F<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/ToUnicode 5 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/DW 500/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>>>>>';

  it('are those of the font of the form, if it has them as they join', async () => {
    const fontOf = async (text: string) => drawn(await fill(text, undefined, own));
    const { fonts, lines } = await fontOf('سلام');
    expect(fonts).toEqual(['F']);
    expect(lines[0]?.codes.map((code) => ownCharacters[code - 1])).toEqual([...'ﻡﻼﺳ']);
    for (const text of ['سلمٰ', 'سَلام', 'سلام ب', 'سلام (']) {
      expect((await fontOf(text)).fonts).toEqual(['VazirmatnRegular']);
    }
  });

  it('in bold are those of a bold font', async () => {
    expect(drawn(await fill('سلام', '/FT/Tx/DA(/HeBo 10 Tf)')).fonts).toEqual(['VazirmatnBold']);
  });
});

describe('a file with text from the right', () => {
  const text = 'السلام عليكم';

  it('is read by pdf.js', async () => {
    const { pdf } = await withShaping(() => filled(form(), { a: text }, { flatten: true }));
    expect((await readPdf(pdf)).pages[0]).toBe(text);
  });

  it('is read by poppler, and is valid, says qpdf', async () => {
    if (!hasPoppler || !hasQpdf)
      return console.warn('poppler or qpdf is not installed: nothing was compared.');
    const pdf = await fill(text);
    expect(run('pdftotext', ['{}', '-'], pdf)).toContain(text);
    expect(run('qpdf', ['--check', '{}'], pdf)).toContain('No syntax');
  });

  it('is none if no font has a character', async () => {
    expect(await withShaping(() => problemsOf(form(), { a: 'שלום 漢' }))).toEqual({
      a: ['no font has the character "漢" (U+6F22)'],
    });
    expect(await withShaping(() => problemsOf(form(), { a: 'سلام Я' }))).toEqual({
      a: ['no font has all characters of the text: "Я" (U+042F) beside the others'],
    });
  });
});
