/** The encodings of TrueType fonts: clauses 6.2.11.6 and 7.21.6. */
import { glyphNameToText } from '#pdf/encodings/glyph-list';
import type { SimpleFont } from '../../fonts/simple-font.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';

const mapRule: Rule = { pdfa: ['6.2.11.6', 1], pdfua: ['7.21.6', 1] };
const encodingRule: Rule = {
  pdfa: ['6.2.11.6', 2],
  pdfa4: ['6.2.10.6', 2],
  pdfua: ['7.21.6', 2],
  pdfua2: ['8.4.5.7', 2],
};
const symbolicEncodingRule: Rule = {
  pdfa: ['6.2.11.6', 3],
  pdfa4: ['6.2.10.6', 3],
  pdfua: ['7.21.6', 3],
  pdfua2: ['8.4.5.7', 3],
};
const map4Rule: Rule = { pdfa4: ['6.2.10.6', 1], pdfua2: ['8.4.5.7', 1] };
const symbolicMap4Rule: Rule = { pdfa4: ['6.2.10.6', 4], pdfua2: ['8.4.5.7', 4] };
const symbolicMapRule: Rule = { pdfa: ['6.2.11.6', 4], pdfua: ['7.21.6', 4] };

export const trueTypeRules = [
  mapRule,
  map4Rule,
  encodingRule,
  symbolicEncodingRule,
  symbolicMapRule,
  symbolicMap4Rule,
] as const;

export function checkTrueType(font: SimpleFont, page: number | undefined, findings: FindingCollector): void {
  const { encoding, trueType, isSymbolic, label } = font;
  const add = (rule: Rule, message: string) => findings.add(rule, { message, page, object: font.object });
  if (isSymbolic) {
    if (encoding.base !== undefined) add(symbolicEncodingRule, `The symbolic font ${label} has an encoding.`);
    if (trueType && trueType.mapCount !== 1 && !trueType.characterMap(3, 0)) {
      add(
        symbolicMapRule,
        `The symbolic font ${label} has ${trueType.mapCount} character maps and none for symbols.`,
      );
    }
    if (trueType && !trueType.characterMap(3, 0) && !trueType.characterMap(1, 0)) {
      add(symbolicMap4Rule, `The symbolic font ${label} has no character map of symbols or of Mac Roman.`);
    }
    return;
  }
  if (trueType && !trueType.characterMap(3, 1) && !trueType.characterMap(1, 0)) {
    add(map4Rule, `The font ${label} has no character map of Unicode or of Mac Roman.`);
  }
  const isLatin = encoding.base === 'MacRomanEncoding' || encoding.base === 'WinAnsiEncoding';
  if (!isLatin) {
    add(encodingRule, `The font ${label} is encoded neither by WinAnsiEncoding nor by MacRomanEncoding.`);
  } else if (encoding.differences && !hasUnicodeDifferences(font)) {
    add(encodingRule, `The encoding of the font ${label} has differences that Unicode maps do not find.`);
  }
  if (trueType && trueType.mapCount <= (trueType.characterMap(3, 0) ? 1 : 0)) {
    add(mapRule, `The font ${label} has no character map for its text.`);
  }
}

/** The program must have a map of Unicode, and all names must be in the Adobe Glyph List. */
function hasUnicodeDifferences({ trueType, encoding }: SimpleFont): boolean {
  if (!trueType?.characterMap(3, 1)) return false;
  return [...(encoding.differences?.values() ?? [])].every((name) => glyphNameToText(name) !== undefined);
}
