import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { countCounters } from './count-counters.ts';
import type { PagedState } from './find-paged-styles.ts';
import type { findSideBreaks, hasForcedBreak, SideBreak } from './find-side-breaks.ts';
import type { ContentKeyword, FlowPart, FlowTarget } from './flow-part.ts';
import type { markElements } from './mark-elements.ts';
import type { runningHtml } from './running-html.ts';

export interface ResolveParts {
  readonly unclobberedDocument: typeof unclobberedDocument;
  readonly countCounters: typeof countCounters;
  readonly markElements: typeof markElements;
  readonly findSideBreaks: typeof findSideBreaks;
  readonly hasForcedBreak: typeof hasForcedBreak;
  readonly runningHtml: typeof runningHtml;
}

export interface ResolveOptions {
  /** `element` is an index of `findPagedStyles`. */
  readonly references: readonly {
    readonly element: number;
    readonly pseudo: string;
    readonly parts: readonly FlowPart[];
  }[];
  readonly strings: readonly {
    readonly element: number;
    readonly name: string;
    readonly parts: readonly FlowPart[];
  }[];
  readonly running: readonly { readonly element: number; readonly name: string }[];
  readonly bookmarks: readonly {
    readonly element: number;
    readonly label: readonly FlowPart[];
    readonly level: number;
    readonly isOpen: boolean;
  }[];
  /** Elements to be looked at for changes of the counter `page`, and for named pages. */
  readonly readsPageCounter: boolean;
  readonly readsPageNames: boolean;
  /** Other counters whose values on the pages are asked for. */
  readonly shownCounters: readonly string[];
  readonly selector: string;
  /** Selects at least all elements with a break to a left or a right page. Empty for none. */
  readonly sideSelector: string;
  readonly maxElements: number;
  readonly maxCharacters: number;
  readonly maxHtml: number;
  /** Inherited properties. */
  readonly inherited: readonly string[];
}

/** A part of generated content whose value is known but for the page that it names. */
export type ResolvedPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'css'; readonly css: string }
  | { readonly kind: 'leader'; readonly pattern: string }
  | { readonly kind: 'number'; readonly value: number; readonly style: string }
  | { readonly kind: 'page'; readonly mark: number; readonly style: string }
  | { readonly kind: 'pages'; readonly style: string };

/** Marks are indexes of `marks`; -1 for what has no place. */
export interface ResolvedPaged {
  readonly references: readonly {
    readonly element: number;
    readonly pseudo: string;
    readonly parts: readonly ResolvedPart[];
  }[];
  readonly strings: readonly {
    readonly name: string;
    readonly parts: readonly ResolvedPart[];
    readonly mark: number;
  }[];
  readonly running: readonly { readonly name: string; readonly html: string; readonly mark: number }[];
  readonly bookmarks: readonly {
    readonly label: readonly ResolvedPart[];
    readonly level: number;
    readonly isOpen: boolean;
    readonly mark: number;
  }[];
  /** The changes that elements make to the counter `page`, in document order. */
  readonly counters: readonly {
    readonly mark: number;
    readonly kind: 'reset' | 'set' | 'increment';
    readonly value: number;
  }[];
  /** Where the value of another counter changes, in document order. */
  readonly counted: readonly { readonly mark: number; readonly name: string; readonly value: number }[];
  /** Where the name of the pages changes, in document order. */
  readonly names: readonly {
    readonly mark: number;
    readonly name: string;
    /** Whether a page group begins: always, or if the page before has another name. */
    readonly group?: 'begins' | 'may-begin' | undefined;
  }[];
  /** Where a page begins on one side, in document order. */
  readonly sides: readonly (Omit<SideBreak, 'node'> & {
    /** The name of a page before it. */
    readonly page: string;
  })[];
  /** Whether the document begins with a left page, because it is read from right to left. */
  readonly isLeftFirst: boolean;
  readonly marks: readonly {
    /** The name of its destination in the PDF. */
    readonly name: string;
    /** CSS pixels of margins, borders and padding between the top of the page and an element that starts it. */
    readonly lead: number;
  }[];
  /** Addresses of elements that do not exist. */
  readonly missing: readonly string[];
  /** Addresses of elements whose page is asked for, but which are not displayed. */
  readonly hidden: readonly string[];
}

/** Resolves texts, counters and targets, and marks the elements whose pages are asked for. */
export function resolvePaged(parts: ResolveParts, options: ResolveOptions): ResolvedPaged {
  const document = parts.unclobberedDocument();
  const { elements = [] } = (globalThis as PagedState).pdfapiPaged ?? {};
  const missing = new Set<string>();
  const hidden = new Set<string>();
  const marker = parts.markElements(document);
  const ownAddress = document.baseURI.split('#', 1)[0];
  const findTarget = (element: Element, target: FlowTarget): Element | null | undefined => {
    const written = 'url' in target ? target.url : element.getAttribute(target.attr);
    if (written === null) return undefined;
    let name = /^#(.*)$/s.exec(written.trim())?.[1];
    if (name === undefined) {
      try {
        const [page, fragment] = new URL(written, document.baseURI).href.split('#', 2);
        if (page === ownAddress) name = fragment;
      } catch {
        // It is not an address.
      }
      if (name === undefined) return undefined;
    }
    let decoded = name;
    try {
      decoded = decodeURIComponent(name);
    } catch {
      // Used as it is.
    }
    const found =
      name === ''
        ? null
        : (document.getElementById(name) ?? document.getElementById(decoded) ?? namedAnchor(decoded));
    if (!found && missing.size < 50) missing.add(`#${decoded.slice(0, 100)}`);
    return found;
  };

  const all = [
    ...options.references,
    ...options.strings,
    ...options.bookmarks.map(({ element, label }) => ({ element, parts: label })),
  ];
  const counted = new Set<Element>();
  for (const { element: index, parts: list } of all) {
    const element = elements[index];
    if (!element) continue;
    for (const part of list) {
      if (part.kind !== 'counter' && part.kind !== 'content') continue;
      const isPage = part.kind === 'counter' && part.target && /^pages?$/.test(part.name);
      const isText = part.kind === 'content' && (part.part === 'text' || part.part === 'first-letter');
      const target = part.target ? findTarget(element, part.target) : element;
      if (target && !isPage && !isText) counted.add(target);
    }
  }
  const { maxElements, shownCounters } = options;
  const changed: { readonly element: Element; readonly name: string; readonly value: number }[] = [];
  const counters =
    counted.size + shownCounters.length > 0
      ? parts.countCounters(document, counted, maxElements, shownCounters, (element, name, value) =>
          changed.push({ element, name, value }),
        )
      : new Map();

  const clean = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, options.maxCharacters);
  const textOf = (element: Element): string => {
    if (!element.firstElementChild) return clean(element.textContent.slice(0, 10 * options.maxCharacters));
    let text = '';
    const waiting: Node[] = [element];
    for (let node = waiting.pop(); node && text.length < 10 * options.maxCharacters; node = waiting.pop()) {
      if (!(node instanceof Element)) {
        if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue ?? '';
      } else if (node.localName === 'br') text += ' ';
      else if (node === element || getComputedStyle(node).display !== 'none')
        waiting.push(...[...node.childNodes].reverse());
    }
    return clean(text);
  };
  const numbersOf = (element: Element, name: string): readonly number[] =>
    counters.get(element)?.get(name) ?? [0];
  const numberPart = (value: number, style: string): ResolvedPart => ({ kind: 'number', value, style });
  /** The parts of a pseudo-element, whose computed value has quoted strings and counters. */
  const pseudoParts = (element: Element, pseudo: string): ResolvedPart[] => {
    const { content } = getComputedStyle(element, pseudo);
    const tokens =
      /"((?:[^"\\]|\\.)*)"|(counters?)\(\s*([^\s,()]+)\s*(?:,\s*"((?:[^"\\]|\\.)*)"\s*)?(?:,\s*([^\s,()]+)\s*)?\)|(\/)/gs;
    const unescape = (text: string) =>
      text.replace(/\\([\da-f]{1,6})\s?|\\(.)/gis, (_, code: string | undefined, other: string) => {
        const point = Number.parseInt(code ?? '', 16);
        return code ? String.fromCodePoint(point <= 0x10ffff ? point : 0xfffd) : other;
      });
    const found: ResolvedPart[] = [];
    for (const [, text, counter, name = '', separator = '', style = 'decimal', slash] of content.matchAll(
      tokens,
    )) {
      if (slash) break;
      if (text !== undefined) found.push({ kind: 'text', text: unescape(text) });
      else if (counter)
        found.push(
          ...counterParts(element, {
            name,
            style,
            separator: counter === 'counters' ? unescape(separator) : undefined,
          }),
        );
    }
    return found;
  };
  const counterParts = (
    element: Element,
    {
      name,
      style,
      separator,
    }: { readonly name: string; readonly style: string; readonly separator: string | undefined },
  ): ResolvedPart[] => {
    const numbers = numbersOf(element, name);
    if (separator === undefined) return [numberPart(numbers.at(-1) ?? 0, style)];
    return numbers.flatMap((value, i) => [
      ...(i > 0 ? [{ kind: 'text' as const, text: separator }] : []),
      numberPart(value, style),
    ]);
  };
  const contentParts = (element: Element, keyword: ContentKeyword): ResolvedPart[] => {
    if (keyword === 'before' || keyword === 'after') return pseudoParts(element, `::${keyword}`);
    if (keyword === 'marker') {
      const generated = pseudoParts(element, '::marker');
      if (generated.length > 0) return generated;
      const { listStyleType, display } = getComputedStyle(element);
      if (display !== 'list-item' || listStyleType === 'none') return [];
      const [, text] = /^"(.*)"$/s.exec(listStyleType) ?? [];
      if (text !== undefined) return [{ kind: 'text', text }];
      return [
        ...counterParts(element, { name: 'list-item', style: listStyleType, separator: undefined }),
        { kind: 'text', text: '.' },
      ];
    }
    const text = textOf(element);
    if (keyword === 'text') return [{ kind: 'text', text }];
    return [{ kind: 'text', text: /^\p{P}*./su.exec(text)?.[0] ?? '' }];
  };
  const resolve = (element: Element, list: readonly FlowPart[]): ResolvedPart[] =>
    list.flatMap((part): ResolvedPart[] => {
      if (part.kind === 'attr')
        return [
          { kind: 'text', text: (element.getAttribute(part.name) ?? '').slice(0, options.maxCharacters) },
        ];
      if (part.kind !== 'counter' && part.kind !== 'content') return [part];
      const target = part.target ? findTarget(element, part.target) : element;
      if (!target) return [];
      if (part.kind === 'content') return contentParts(target, part.part);
      if (part.target && part.name === 'page') {
        if (!isHidden(target)) return [{ kind: 'page', mark: marker.mark(target), style: part.style }];
        if (hidden.size < 50)
          hidden.add(`#${(target.id || (target.getAttribute('name') ?? '')).slice(0, 100)}`);
        return [];
      }
      if (part.target && part.name === 'pages') return [{ kind: 'pages', style: part.style }];
      return counterParts(target, { name: part.name, style: part.style, separator: part.separator });
    });

  const each = <Item extends { readonly element: number }, Result>(
    items: readonly Item[],
    read: (element: Element, item: Item) => Result,
  ): Result[] =>
    items.flatMap((item) => {
      const element = elements[item.element];
      return element ? [read(element, item)] : [];
    });
  const references = each(options.references, (element, { element: index, pseudo, parts: list }) => ({
    element: index,
    pseudo,
    parts: resolve(element, list),
  }));
  const stringParts = each(options.strings, (element, { name, parts: list }) => ({
    name,
    element,
    parts: resolve(element, list),
    isHidden: mayBeShown(element) && getComputedStyle(element).display === 'none',
  }));
  const bookmarks = each(options.bookmarks, (element, { label, level, isOpen }) => ({
    label: resolve(element, label),
    level,
    isOpen,
    mark: marker.mark(element),
  }));
  let htmlLeft = options.maxHtml;
  // Read before any of them is marked: one may be inside another.
  const htmls = each(options.running, (element) => {
    const html = htmlLeft > 0 ? parts.runningHtml(document, element, options.inherited) : '';
    htmlLeft -= html.length;
    return htmlLeft >= 0 ? html : '';
  });
  for (const { element, isHidden } of stringParts)
    if (isHidden) element.setAttribute('data-pdfapi-hidden', '');
  const running = each(options.running, (element, { name }) => {
    element.setAttribute('data-pdfapi-running', '');
    return { name, element };
  }).map(({ name, element }, i) => ({ name, html: htmls[i] ?? '', mark: marker.mark(element) }));
  const strings = stringParts.map(({ name, parts: list, element }) => ({
    name,
    parts: list,
    mark: marker.mark(element),
  }));

  const pageCounters: ResolvedPaged['counters'][number][] = [];
  const names: ResolvedPaged['names'][number][] = [];
  if (options.readsPageCounter || options.readsPageNames) {
    let selected: Element[] = [];
    try {
      selected = options.selector ? [...document.querySelectorAll(options.selector)] : [];
    } catch {
      selected = [...document.querySelectorAll('*')];
    }
    const changes = [
      ['reset', 'counterReset'],
      ['increment', 'counterIncrement'],
      ['set', 'counterSet'],
    ] as const;
    for (const element of selected.slice(0, options.maxElements)) {
      const style = getComputedStyle(element);
      if (style.display === 'none') continue;
      for (const [kind, property] of options.readsPageCounter ? changes : []) {
        const value = / page (-?\d+)/.exec(` ${style[property]}`)?.[1];
        if (value !== undefined)
          pageCounters.push({ mark: marker.mark(element), kind, value: Number(value) });
      }
      const { page = 'auto' } = style;
      if (!options.readsPageNames || page === 'auto') continue;
      const group = parts.hasForcedBreak(element) ? 'begins' : 'may-begin';
      names.push({ mark: marker.mark(element), name: page, group });
      const next = marker.after(element);
      if (next) names.push({ mark: marker.mark(next), name: nameOf(next) });
    }
  }
  const isLeftFirst = getComputedStyle(document.documentElement).direction === 'rtl';
  const sideOptions = { selector: options.sideSelector, isLeftFirst, maxElements };
  const sides = parts.findSideBreaks(document, marker, sideOptions).map(({ node, ...each }) => {
    (globalThis as PagedState).pdfapiPaged?.sides.push(node);
    return { ...each, page: nameOf(node.parentElement ?? document.documentElement) };
  });
  return {
    references,
    strings,
    running,
    bookmarks,
    counters: pageCounters,
    counted: changed.map(({ element, name, value }) => ({ mark: marker.mark(element), name, value })),
    names,
    sides,
    isLeftFirst,
    marks: marker.finish(),
    missing: [...missing],
    hidden: [...hidden],
  };

  /** Returns the anchor of that name, which HTML looks for if no element has the id. */
  function namedAnchor(name: string): Element | null {
    return document.querySelector(
      `a[name="${name.replace(/["\\\n\r\f\0]/g, (each) => `\\${each.charCodeAt(0).toString(16)} `)}"]`,
    );
  }

  /** Whether an element or one around it is not displayed. */
  function isHidden(element: Element): boolean {
    if (element.getClientRects().length > 0) return false;
    for (let at: Element | null = element; at; at = at.parentElement)
      if (getComputedStyle(at).display === 'none') return true;
    return false;
  }

  /** Whether an element without a box may get one: within a table, it would become a cell. */
  function mayBeShown({ parentElement: parent }: Element): boolean {
    return (
      parent !== null && !/^(?:inline-)?table(?!-cell|-caption)|^ruby/.test(getComputedStyle(parent).display)
    );
  }

  /** The name of the page that an element is on. */
  function nameOf(element: Element): string {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { page = 'auto' } = getComputedStyle(at);
      if (page !== 'auto') return page;
    }
    return '';
  }
}
