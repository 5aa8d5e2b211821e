/**
 * Makes fonts with `font-display: optional` or `fallback` fonts that are waited for: paper is drawn once, so that no text
 * is worth showing earlier in another font, and whether a font comes in time is chance. A face that was given up once
 * stays so whatever its `display` becomes, hence each rule is replaced by a new one.
 */
export function replaceFontDisplays(document: Document): void {
  const givesUp = ({ display }: FontFace): boolean => display === 'optional' || display === 'fallback';
  // Whatever sheet a font is from. To read the rules of all sheets takes longer than to lay out a short document.
  if (![...document.fonts].some(givesUp)) return;

  type Group = Pick<CSSStyleSheet, 'cssRules' | 'insertRule' | 'deleteRule'>;

  const replaceIn = (group: Group): void => {
    for (const [index, rule] of [...group.cssRules].entries()) {
      if (rule instanceof CSSImportRule) replaceInSheet(rule.styleSheet);
      else if (rule instanceof CSSFontFaceRule) {
        const display = rule.style.getPropertyValue('font-display');
        if (display !== 'optional' && display !== 'fallback') continue;
        const { cssText } = rule;
        group.deleteRule(index);
        // The last of two descriptors with one name is used.
        group.insertRule(cssText.replace(/\}\s*$/, '; font-display: block }'), index);
      } else if ('cssRules' in rule && !(rule instanceof CSSStyleRule)) replaceIn(rule as CSSGroupingRule);
    }
  };
  const replaceInSheet = (sheet: CSSStyleSheet | null): void => {
    if (!sheet) return;
    try {
      replaceIn(sheet);
    } catch {
      // A sheet from another host cannot be read.
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) replaceInSheet(sheet);
  // The fonts of scripts, and of sheets that cannot be read.
  for (const face of document.fonts) if (givesUp(face)) face.display = 'block';
}
