/** The glyphs that contents show: clauses 6.2.11.4.1, 6.2.11.5, 6.2.11.7, 6.2.11.8 and 7.21.4 to 7.21.8. */
import { privateUse } from '../../fonts/private-use.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';
import type { CodeUse, FontUse } from './font-uses.ts';

const presentRule: Rule = {
  pdfa: ['6.2.11.4.1', 2],
  pdfa4: ['6.2.10.4.1', 2],
  pdfua: ['7.21.4.1', 2],
  pdfua2: ['8.4.5.5.1', 2],
  remedy: 'Use a font that has the characters of the text, and embed all glyphs that are shown.',
};
const widthRule: Rule = {
  pdfa: ['6.2.11.5', 1],
  pdfa4: ['6.2.10.5', 1],
  pdfua: ['7.21.5', 1],
  pdfua2: ['8.4.5.6', 1],
};
const unicodeRule: Rule = {
  pdfa: ['6.2.11.7.2', 1],
  from: 'u',
  pdfua: ['7.21.7', 1],
  pdfua2: ['8.4.5.8', 1],
  remedy: 'Give the font a ToUnicode map with all codes that are shown.',
};
const validUnicodeRule: Rule = {
  pdfa: ['6.2.11.7.2', 2],
  pdfa4: ['6.2.10.7', 1],
  from: 'u',
  pdfua: ['7.21.7', 2],
  pdfua2: ['8.4.5.8', 2],
};
const privateRule: Rule = {
  pdfa: ['6.2.11.7.3', 1],
  from: 'a',
  remedy: 'Give the text an ActualText that says what the character means.',
};
const private2Rule: Rule = {
  pdfua2: ['8.4.3', 1],
  remedy:
    'Give the text an ActualText or an Alt that says what the character means, or mark it as an artifact.',
};
const notdefRule: Rule = {
  pdfa: ['6.2.11.8', 1],
  pdfa4: ['6.2.10.9', 1],
  pdfua: ['7.21.8', 1],
  pdfua2: ['8.4.5.9', 1],
  remedy: 'Use a font that has the characters of the text.',
};

export const glyphRules = [
  presentRule,
  widthRule,
  unicodeRule,
  validUnicodeRule,
  privateRule,
  private2Rule,
  notdefRule,
] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the control character is what the rule forbids.
const invalidText = /[\u0000\ufffe\ufeff]/;

const maxWidthDifference = 1;

export function checkGlyphs({ font, codes }: FontUse, findings: FindingCollector): void {
  for (const [code, use] of codes) {
    const facts = font.glyph(code);
    const place = { page: use.page, object: font.object };
    const what = `of the font ${font.label}`;
    const add = (rule: Rule, message: string) => findings.add(rule, { ...place, message });
    if (use.isRendered) {
      if (facts.isPresent === false)
        add(presentRule, `The glyph ${show(code)} ${what} is shown but not in the font.`);
      const { programWidth, width } = facts;
      if (programWidth !== undefined && Math.abs(programWidth - width) > maxWidthDifference) {
        add(
          widthRule,
          `A glyph ${what} is ${round(programWidth)} wide in the font and ${round(width)} in the PDF.`,
        );
      }
    }
    if (facts.name === '.notdef') add(notdefRule, `The glyph for missing characters ${what} is shown.`);
    checkText(facts.text, code, use, what, add);
  }
}

function checkText(
  text: string | undefined,
  code: number,
  use: CodeUse,
  what: string,
  add: (rule: Rule, message: string) => void,
): void {
  if (text === undefined) {
    add(unicodeRule, `The character ${show(code)} ${what} has no Unicode value.`);
    return;
  }
  if (invalidText.test(text))
    add(validUnicodeRule, `The character ${show(code)} ${what} has an invalid Unicode value.`);
  if (use.isUnspoken && privateUse.test(text)) {
    add(private2Rule, `The character ${show(code)} ${what} has a Unicode value for private use.`);
  }
  if (use.isUnexplained && privateUse.test(text)) {
    add(privateRule, `The character ${show(code)} ${what} has a Unicode value for private use.`);
  }
}

const show = (code: number) => code.toString(16).toUpperCase().padStart(2, '0');
const round = (width: number) => Math.round(width * 10) / 10;
