import { describe, expect, it } from 'vitest';
import { withFacesFor } from '../../../../../src/core/browser/header-footer/embed-fonts.ts';
import { usedCharacters } from '../../../../../src/core/browser/header-footer/used-characters.ts';

/** Which of `letters` a header may show, and which may be drawn for those. Undefined if that is unknown. */
function among(letters: string, header: string, { styles = '', title = '' } = {}) {
  const possible = usedCharacters({ texts: [header, title], sources: [header, styles] });
  const of = (characters: ReadonlySet<number> | undefined) =>
    [...letters].filter((letter) => characters?.has(letter.codePointAt(0) ?? 0)).join('');
  return possible && [of(possible.shown), of(possible.drawn)];
}

describe('the characters that a header may show', () => {
  it('are ASCII, its own characters and those that CSS adds', () => {
    expect(among('aZ09~ü“…•ж', 'Größe für alle')).toEqual(['aZ09~ü“…•', 'aZ09~ü“…•']);
    expect(among('★☞', 'x', { styles: 'li::before { content: "\\2605 ☞" }' })).toEqual(['★☞', '★☞']);
    expect(among('ñ', 'x', { title: 'España' })).toEqual(['ñ', 'ñ']);
  });

  it('include the other case and decomposed forms', () => {
    expect(among('Üü\u0308', 'für')).toEqual(['Üü', 'Üü\u0308']);
    expect(among('Ää\u0308', 'a\u0308')).toEqual(['Ää\u0308', 'Ää\u0308']);
    expect(among('ΆΑ\u0301', 'ά')).toEqual(['Ά', 'ΆΑ\u0301']);
    expect(among('İı', '<b lang="tr">i</b>')).toEqual(['İı', 'İı']);
    expect(among('İı', 'i')).toEqual(['', '']);
  });

  it.each([
    'שלום',
    'مرحبا',
    'नमस्ते',
    'ไทย',
    '👍🏽',
    '\u1112\u1161\u11ab',
    'a\u{fe0f}',
    '<ol style="list-style: upper-greek"><li>x</ol>',
    '<i style="text-transform: full-width">x</i>',
    '<style>i::before { content: counter(page, cjk-decimal) }</style>',
    '<input value="x">',
    'ä'.repeat(30_000),
  ])('are unknown if a text may be drawn with other characters: %.40s', (header) => {
    expect(among('a', header)).toBeUndefined();
  });

  it('are known for Chinese and Japanese', () => {
    expect(among('請求書あ', '請求書')).toEqual(['請求書', '請求書']);
  });
});

describe('@font-face rules', () => {
  const face = (range: string) => `@font-face { font-family: A; src: url(a.woff2); unicode-range: ${range} }`;
  const ascii = new Set([0x41, 0x61]);

  it.each(['U+100-24F', 'u+0100-02ba, U+1E00-1E9F', 'U+4??', 'U+1F600'])(
    'are left out if their range has no used character: %s',
    (range) => {
      expect(withFacesFor(`a { b: c } ${face(range)} d { e: f }`, ascii)).toBe('a { b: c }  d { e: f }');
    },
  );

  it.each(['U+0-FF', 'U+100-24F, U+61', 'U+??', 'U+41', 'U+00??', 'nonsense', ''])(
    'are kept if their range has a used character or is invalid: %s',
    (range) => {
      expect(withFacesFor(face(range), ascii)).toBe(face(range));
    },
  );

  it('are kept if they have no range', () => {
    const css = '@font-face { font-family: A; src: url(a.woff2) }';
    expect(withFacesFor(css, ascii)).toBe(css);
  });
});
