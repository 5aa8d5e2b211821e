import type { TagParts } from './group-siblings.ts';

/**
 * Names lists of descriptions, formulas with a text, abbreviations and words of another language, for which Chromium has no tags:
 * see `tag-hint.ts` of the room `pdf`. Only for the accessibility tree: where a style sheet selects by what this adds, nothing is
 * named. Elements with a role of their own keep it.
 */
export function hintTags(
  { unclobberedDocument: getDocument, sheetsMatch: match }: TagParts,
  prefix: string,
): void {
  const selectors =
    /\[\s*(?:role\s*(?:\]|[*^$|~]?=\s*["']?figure)|aria-label\s*[\]*^$|~=])|attr\(\s*(?:role|aria-label)\b/i;
  const document = getDocument();
  const words = ['span', 'i', 'b', 'u', 'cite', 'bdi', 'bdo', 'small'].map((name) => `${name}[lang]`);
  const found = document.querySelectorAll(['dl', 'math', 'abbr[title]', ...words].join());
  if (found.length === 0 || match(document, selectors)) return;
  const labelled = [...document.querySelectorAll('[aria-labelledby]')];
  const labelling = new Set(
    labelled.flatMap((element) => element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []),
  );
  for (const element of found) {
    if (element.localName === 'dl') hintList(element);
    else if (element.localName === 'math') hint(drawnFor(element), 'math', textOfFormula(element));
    else if (element.localName === 'abbr') hint(element, 'abbr', element.getAttribute('title') ?? '');
    else hintLanguage(element);
  }

  function hint(element: Element, kind: string, text: string): void {
    const said = text.replaceAll(/\s+/g, ' ').trim();
    const isOther = element.hasAttribute('role') && !(kind === 'math' && element.role === 'math');
    if (said !== '' && !isOther && !isInName(element)) name(element, `${kind} ${said}`);
  }

  function hintLanguage(element: Element): void {
    const language = element.getAttribute('lang') ?? '';
    if (/^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(language)) hint(element, 'lang', language);
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
    if (members.length === 0 || list.hasAttribute('role') || isInName(list)) return;
    const isGroup = ({ localName }: Element) => localName === 'div';
    const groups = members.filter(isGroup);
    const items = groups.map(membersOf);
    const parts = [...members.filter((member) => !isGroup(member)), ...items.flat()];
    if (!items.every(isItem) || !parts.every(isPart) || groups.some((group) => group.hasAttribute('role')))
      return;
    for (const element of [list, ...groups, ...parts]) name(element, element.localName);
  }

  /** Terms before descriptions. */
  function isItem(members: readonly Element[]): boolean {
    return /^(?:dt )*d[td](?: dd)*$/.test(members.map(({ localName }) => localName).join(' '));
  }

  function isPart(element: Element): boolean {
    const isNamed = element.hasAttribute('role') || element.hasAttribute('aria-label');
    return /^d[td]$/.test(element.localName) && !isNamed;
  }

  /** None of an element that has text of its own. */
  function membersOf(element: Element): Element[] {
    const members: Element[] = [];
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? '')) return [];
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      const { localName } = node as Element;
      if (!/^(?:script|template|style|link|meta|noscript)$/.test(localName)) members.push(node as Element);
    }
    return members;
  }
}
