/** All rules on fonts that show text: clause 6.2.11 of PDF/A and 7.21 of PDF/UA. */
import type { ContentVisitor } from '../../content/content-visitor.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check } from '../rule.ts';
import { checkCompositeFont, compositeRules } from './composite-check.ts';
import { checkFontDictionary, fontDictionaryRules } from './font-dictionary.ts';
import { FontUses, isComposite } from './font-uses.ts';
import { checkGlyphs, glyphRules } from './glyph-check.ts';
import { checkCharSet, checkCidSet, subsetRules } from './subset-check.ts';
import { checkTrueType, trueTypeRules } from './truetype-check.ts';

function visit(document: CheckedDocument, findings: FindingCollector): ContentVisitor {
  const uses = new FontUses(document);
  return {
    text: (shown, at) => uses.show(shown, at),
    finish: () => {
      for (const use of uses.all) {
        const { font, page } = use;
        checkFontDictionary(document, use, findings);
        checkGlyphs(use, findings);
        if (isComposite(font)) {
          checkCompositeFont(document, font, page, findings);
          checkCidSet(document, font, page, findings);
        } else if (font.subtype === 'TrueType') {
          checkTrueType(font, page, findings);
        } else {
          checkCharSet(document, font, page, findings);
        }
      }
    },
  };
}

export const fontCheck: Check = {
  rules: [...fontDictionaryRules, ...glyphRules, ...compositeRules, ...subsetRules, ...trueTypeRules],
  visit,
};
