/**
 * Determines which characters a header or footer may show, so that its font can be subset without a visible change. It
 * gives up on uncertain cases, such as scripts whose letters change with their neighbours, or counters in other
 * alphabets.
 */

export interface HeaderFooterTexts {
  /** Decoded: texts and attributes of header and footer, and the document's title if they show it. */
  readonly texts: readonly string[];
  /** Unparsed: header, footer and `styles.css`. */
  readonly sources: readonly string[];
}

export interface UsedCharacters {
  /** The characters that decide which font face is used. */
  readonly shown: ReadonlySet<number>;
  /** The characters that may be drawn from the chosen face, including decompositions and substitutes of the others. */
  readonly drawn: ReadonlySet<number>;
}

/**
 * Characters that may appear without being written: ASCII (counter values and names, the date, the address), dashes and
 * quotes, list markers, and the substitutes for missing or truncated text.
 */
const always = [
  ...Array.from({ length: 95 }, (_, index) => 0x20 + index),
  ...[
    0xa0, 0xab, 0xad, 0xbb, 0x2022, 0x2026, 0x202f, 0x2039, 0x203a, 0xfffd, 0x25a0, 0x25aa, 0x25b8, 0x25be,
    0x25cb, 0x25cf, 0x25e6, 0x300c, 0x300d, 0x300e, 0x300f,
  ],
  ...[0x2002, 0x2003, 0x2009, 0x200b, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015],
  ...[0x2018, 0x2019, 0x201a, 0x201b, 0x201c, 0x201d, 0x201e, 0x201f],
];

/** Styles and elements that draw characters that are not in the text. */
const drawsOthers =
  /text-transform\s{0,9}:[^;}]{0,99}(?:full|math)|-text-security|text-emphasis|counter-style|symbols\(|<(?:math|input|select|textarea|iframe|object|embed)\b/i;

/**
 * Lists and counters in these alphabets do so too. A text that mentions one in another context merely keeps whole
 * fonts.
 */
const counts = /list-style|counters?\(/i;
const alphabets =
  /\b(?:greek|armenian|georgian|hebrew|arabic|persian|urdu|cjk|kana|hiragana|katakana|hangul|hanja|chinese|japanese|korean|devanagari|bengali|gujarati|gurmukhi|kannada|khmer|cambodian|lao|malayalam|mongolian|myanmar|oriya|tamil|telugu|thai|tibetan|ethiopic|disclosure)/i;

/**
 * Letters that join, reorder or are mirrored, from Hebrew to the Vedic marks and in later blocks; parts of Korean
 * syllables; variation selectors; and everything above the first plane except Chinese characters.
 */
const complex =
  /[\u0590-\u1cff\u200c-\u200d\u202a-\u202e\u2066-\u2069\ua800-\uabff\ud7b0-\ud7ff\ufb1d-\ufe0f\ufe70-\ufeff]|[\u{10000}-\u{1ffff}]|[\u{e0000}-\u{10ffff}]/u;

/** Beyond ASCII. A header is a line or two, so longer texts are not worth analysing. */
const maxOtherCharacters = 20_000;

/** Returns undefined if the characters cannot be determined. */
export function usedCharacters({ texts, sources }: HeaderFooterTexts): UsedCharacters | undefined {
  if (sources.some((source) => drawsOthers.test(source))) return undefined;
  if (sources.some((source) => counts.test(source)) && sources.some((source) => alphabets.test(source)))
    return undefined;
  const text = [...texts, ...sources.map(withoutEscapes)].join('\n');
  // NFC is added because a letter and its combining mark may be shaped as one character.
  const others = `${withoutAscii(text)}${withoutAscii(text.normalize('NFC'))}`;
  if (others.length > maxOtherCharacters || complex.test(others)) return undefined;
  const shown = new Set(always);
  if (isTurkic.test(text)) for (const character of turkicLetters) shown.add(character);
  for (const cased of [others, others.toUpperCase(), others.toLowerCase()]) addAll(cased, shown);
  const drawn = new Set(shown).add(dottedCircle);
  // Fonts may hold composed, decomposed or unaccented forms (Greek capitals lose their accents), so all are kept.
  for (const form of [others.normalize('NFD'), others.normalize('NFKD')]) {
    for (const cased of [form, form.toUpperCase(), form.toLowerCase()]) {
      for (const final of [cased, cased.normalize('NFC'), cased.normalize('NFD')]) addAll(final, drawn);
    }
  }
  return { shown, drawn };
}

const withoutAscii = (text: string): string => text.replace(/[\0-\x7f]+/g, '');

/** In these languages the letter i has other case mappings. */
const isTurkic = /\blang\s*=\s*["']?(?:tr|az|lt)\b/i;
const turkicLetters = [0x130, 0x131];

/** Drawn in place of the missing base letter of a combining mark. */
const dottedCircle = 0x25cc;

function addAll(text: string, characters: Set<number>): void {
  for (const character of text) characters.add(character.codePointAt(0) ?? 0);
}

/** Resolves CSS escapes: `\2022` is a bullet. */
function withoutEscapes(css: string): string {
  return css.replace(/\\([\da-f]{1,6})\s?/gi, (written, digits: string) => {
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}
