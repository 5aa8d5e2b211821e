/** Builds one-page documents with a Type 3 font as Chromium writes it for variable fonts, or with deviations. */
import { buildPdf, streamObject } from '../build-pdf.ts';

export interface ProcedureFont {
  /** Procedures by the number of their glyph. */
  readonly glyphs: Readonly<Record<number, string>>;
  /** The number of the glyph before that of code 1. */
  readonly before?: number;
  /** Texts by glyph number; default: letters. */
  readonly texts?: Readonly<Record<number, string>>;
  /** Entries of the font, instead of those of Chromium. */
  readonly entries?: Readonly<Record<string, string>>;
  /** Entries of its descriptor. */
  readonly descriptor?: string;
}

/** A triangle of a certain height. */
export const triangle = (height: number, width = 1000) =>
  `${width} 0 0 ${-height} 900 0 d1\n0 0 m\n900 0 l\n450.5 ${-height} l\n0 0 l\nh\nf\n`;

const missing = '1344 0 100 -1000 900 0 d1\n100 -1000 800 1000 re\nf\n';

const usualDescriptor =
  '/FontName/BAAAAA+Face-Regular/FontFamily(Face)/Flags 4/CapHeight -1490/XHeight -1118/ItalicAngle 0/StemV 109';

/** Shows its glyphs in sequence. Units per em: 2048. */
export function procedurePdf({
  glyphs,
  before = 0,
  texts = {},
  entries = {},
  descriptor = usualDescriptor,
}: ProcedureFont): Buffer {
  const used = Object.keys(glyphs).map(Number);
  const codes = used.map((glyph) => glyph - before);
  const last = Math.max(...codes);
  const nameOf = (glyph: number) => `/g${glyph.toString(16).toUpperCase()}`;
  const each = (found: (glyph: number) => string, other: string) =>
    Array.from({ length: last + 1 }, (_, code) =>
      code === 0 ? undefined : codes.includes(code) ? found(code + before) : other,
    );
  const widthOf = (procedure = '0') => procedure.split(' ')[0] ?? '0';
  const font = {
    Type: '/Font',
    Subtype: '/Type3',
    CIDToGIDMap: '/Identity',
    CharProcs: `<</g0 8 0 R${used.map((glyph, i) => `${nameOf(glyph)} ${9 + i} 0 R`).join('')}>>`,
    Encoding: `<</Type/Encoding/Differences[0/g0${each(nameOf, '/g0').join('')}]>>`,
    FirstChar: '0',
    LastChar: String(last),
    FontBBox: '[0 0 1000 -1000]',
    FontMatrix: '[.00048828125 0 0 -.00048828125 0 0]',
    FontDescriptor: '6 0 R',
    ToUnicode: '7 0 R',
    Widths: `[${widthOf(missing)} ${each((glyph) => widthOf(glyphs[glyph]), '0')
      .slice(1)
      .join(' ')}]`,
    ...entries,
  };
  const lines = used.map((glyph) => {
    const text = texts[glyph] ?? String.fromCharCode(0x41 + (glyph % 26));
    return `<${hex(glyph - before, 2)}> <${hex(text.charCodeAt(0), 4)}>`;
  });
  const content = `BT /F 24 Tf 9 9 Td <00${codes.map((code) => hex(code, 2)).join('')}> Tj ET`;
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>',
    4: `<<${Object.entries(font)
      .map(([key, value]) => `/${key} ${value}`)
      .join('')}>>`,
    5: streamObject('', content),
    6: `<</Type/FontDescriptor${descriptor}>>`,
    7: streamObject('', `${lines.length + 1} beginbfchar\n<00> <003F>\n${lines.join('\n')}\nendbfchar`),
    8: streamObject('', missing),
    ...Object.fromEntries(used.map((glyph, i) => [9 + i, streamObject('', glyphs[glyph] ?? '')])),
  });
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
