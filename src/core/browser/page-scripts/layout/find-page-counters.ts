import type { nameElement } from './name-element.ts';

/**
 * Finds elements whose generated contents show the number of a page, which is 0 outside of margin boxes. Returns none if the
 * document has counters of these names itself.
 */
export function findPageCounters(
  document: Document,
  getName: typeof nameElement,
  { maxFound, maxNameCharacters }: { readonly maxFound: number; readonly maxNameCharacters: number },
): string[] {
  const counter = /\bcounters?\(\s*pages?\b/;
  const own = /\bpages?\b/;
  const found = new Set<string>();
  let hasOwn = false;
  const check = (selector: string): void => {
    for (const each of selector.split(',')) {
      const [, base = '', pseudo] = /^(.*?)::?(before|after|marker)\s*$/.exec(each.trim()) ?? [];
      if (pseudo === undefined || found.size >= maxFound) continue;
      const elements = [...document.querySelectorAll(base.trim() || '*')].slice(0, 200);
      const element = elements.find(
        (one) => one.checkVisibility() && counter.test(getComputedStyle(one, `::${pseudo}`).content),
      );
      if (element) found.add(`${getName(element, maxNameCharacters)}::${pseudo}`);
    }
  };
  const read = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        const { content, counterReset, counterIncrement, counterSet } = rule.style;
        hasOwn ||= [counterReset, counterIncrement, counterSet].some((value) => own.test(value));
        if (counter.test(content)) check(rule.selectorText);
      }
      if ('cssRules' in rule && !(rule instanceof CSSPageRule)) read((rule as CSSGroupingRule).cssRules);
    }
  };
  for (const sheet of document.styleSheets) {
    try {
      read(sheet.cssRules);
    } catch {
      // A sheet of another host, or a selector that only the style sheet may have.
    }
  }
  return hasOwn ? [] : [...found];
}
