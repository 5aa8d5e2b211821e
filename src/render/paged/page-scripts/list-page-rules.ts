/** The `@page` rules of a document, as far as it may read its style sheets: one from another host cannot be read. */
export function listPageRules(document: Document): CSSPageRule[] {
  const rules: CSSPageRule[] = [];
  const collect = (list: CSSRuleList): void => {
    for (const rule of list) {
      if (rule instanceof CSSPageRule) rules.push(rule);
      else if (rule instanceof CSSImportRule) visit(rule.styleSheet);
      else if ('cssRules' in rule) collect((rule as CSSGroupingRule).cssRules);
    }
  };
  const visit = (sheet: CSSStyleSheet | null): void => {
    try {
      if (sheet) collect(sheet.cssRules);
    } catch {
      // From another host.
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) visit(sheet);
  return rules;
}
