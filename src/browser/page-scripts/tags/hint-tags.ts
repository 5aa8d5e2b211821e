import type { unclobberedDocument } from '../unclobbered-document.ts';

/**
 * Names lists of descriptions, formulas with a text, abbreviations and words of another language, for which Chromium has no tags:
 * see `tag-hint.ts` of the room `pdf`. Only for the accessibility tree: where a style sheet selects by what this adds, nothing is
 * named. Elements with a role of their own keep it.
 */
export function hintTags(getDocument: typeof unclobberedDocument, prefix: string): void {
  const document = getDocument();
  const words = ['span', 'i', 'b', 'u', 'cite', 'bdi', 'bdo', 'small'].map((name) => `${name}[lang]`);
  const found = document.querySelectorAll(['dl', 'math', 'abbr[title]', ...words].join());
  if (found.length === 0 || [...document.styleSheets].some(mayReadNames)) return;
  const labelled = [...document.querySelectorAll('[aria-labelledby]')];
  const labelling = new Set(
    labelled.flatMap((element) => element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []),
  );
  for (const element of found) {
    if (element.localName === 'dl') hintList(element);
    else if (element.localName === 'math') hint(drawnFor(element), 'math', textOfFormula(element));
    else if (element.localName === 'abbr') hint(element, 'abbr', element.getAttribute('title') ?? '');
    else if (/^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(element.getAttribute('lang') ?? ''))
      hint(element, 'lang', element.getAttribute('lang') ?? '');
  }

  function hint(element: Element, kind: string, text: string): void {
    const said = text.replaceAll(/\s+/g, ' ').trim();
    const isOther = element.hasAttribute('role') && !(kind === 'math' && element.role === 'math');
    if (said !== '' && !isOther && !isInName(element)) name(element, `${kind} ${said}`);
  }

  /**
   * The names of links and headings, which the outline has too, are made of all that is in them, and so are those that an element has
   * from others.
   */
  function isInName(element: Element): boolean {
    if (element.closest('a, h1, h2, h3, h4, h5, h6, [role=heading], [role=link]')) return true;
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (each.id && labelling.has(each.id)) return true;
    }
    return false;
  }

  function name(element: Element, text: string): void {
    element.setAttribute('role', 'figure');
    element.setAttribute('aria-label', prefix + text);
  }

  /** As authors say it, or as TeX. */
  function textOfFormula(math: Element): string {
    const tex = math.querySelector('annotation[encoding="application/x-tex" i], annotation[encoding=tex i]');
    const said = ['aria-label', 'alttext', 'data-latex'].map((name) => math.getAttribute(name));
    return said.find((text) => text) ?? tex?.textContent ?? '';
  }

  /** KaTeX and MathJax draw another element than the formula, which is for screen readers alone and not drawn. */
  function drawnFor(math: Element): Element {
    const unseen = math.closest('.katex-mathml, mjx-assistive-mml, .MJX_Assistive_MathML');
    const siblings = [...(unseen?.parentElement?.children ?? [])];
    const named = siblings.find(({ ariaLabel }) => ariaLabel?.startsWith(prefix));
    if (named) return named;
    const drawn = siblings.find((sibling) => sibling !== unseen && sibling.ariaHidden === 'true');
    if (!drawn || drawn.hasAttribute('role') || isInName(drawn) || textOfFormula(math) === '') return math;
    drawn.removeAttribute('aria-hidden');
    return drawn;
  }

  function hintList(list: Element): void {
    const members = membersOf(list);
    if (list.hasAttribute('role') || !members || isInName(list)) return;
    const groups = members.filter(({ localName }) => localName === 'div');
    const parts = [members.filter((member) => !groups.includes(member)), ...groups.map(membersOf)];
    const all = parts.flatMap((part) => part ?? [document.documentElement]);
    const isPlain = all.every(
      (part) =>
        /^d[td]$/.test(part.localName) && !part.hasAttribute('role') && !part.hasAttribute('aria-label'),
    );
    if (!isPlain || groups.some((group) => group.hasAttribute('role') || !isItem(group))) return;
    for (const element of [list, ...groups, ...all]) name(element, element.localName);
  }

  /** Terms before descriptions. */
  function isItem(group: Element): boolean {
    const names = (membersOf(group) ?? []).map(({ localName }) => localName).join(' ');
    return /^(?:dt )*d[td](?: dd)*$/.test(names);
  }

  /** Undefined for an element that has text of its own. */
  function membersOf(element: Element): Element[] | undefined {
    const members: Element[] = [];
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? '')) return undefined;
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      const { localName } = node as Element;
      if (!/^(?:script|template|style|link|meta|noscript)$/.test(localName)) members.push(node as Element);
    }
    return members.length > 0 ? members : undefined;
  }

  /** A sheet of another host cannot be read. */
  function mayReadNames(sheet: CSSStyleSheet): boolean {
    try {
      return [...sheet.cssRules].some(({ cssText }) =>
        /\[\s*(?:role\s*(?:\]|[*^$|~]?=\s*["']?figure)|aria-label\s*[\]*^$|~=])|attr\(\s*(?:role|aria-label)\b/i.test(
          cssText,
        ),
      );
    } catch {
      return false;
    }
  }
}
