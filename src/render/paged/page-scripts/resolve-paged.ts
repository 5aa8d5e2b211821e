import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { countCounters } from './count-counters.ts';
import type { PagedState } from './find-paged-styles.ts';
import type { findSideBreaks, hasForcedBreak } from './find-side-breaks.ts';
import type { ContentKeyword, FlowPart, FlowTarget } from './flow-part.ts';
import type { markElements } from './mark-elements.ts';
import type { ResolvedPaged, ResolvedPart } from './resolved-paged.ts';
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
  /** See `PagedCss`. */
  readonly countsPages: boolean;
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
    ...options.references.map((each) => ({ ...each, isGenerated: each.pseudo !== '' })),
    ...options.strings.map((each) => ({ ...each, isGenerated: false })),
    ...options.bookmarks.map(({ element, label }) => ({ element, parts: label, isGenerated: false })),
  ];
  const counted = new Set<Element>();
  for (const { element: index, parts: list, isGenerated } of all) {
    const element = elements[index];
    if (!element) continue;
    for (const part of list) {
      if (part.kind !== 'counter' && part.kind !== 'content') continue;
      if (isGenerated && part.kind === 'counter' && !part.target) continue;
      const isPage =
        part.kind === 'counter' && (part.target || options.countsPages) && /^pages?$/.test(part.name);
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
    }: { readonly name: string; readonly style: string; readonly separator?: string | undefined },
    toMark: ((element: Element) => number) | undefined = options.countsPages ? marker.mark : undefined,
  ): ResolvedPart[] => {
    if (toMark && name === 'page') return [{ kind: 'page', mark: toMark(element), style }];
    if (toMark && name === 'pages') return [{ kind: 'pages', style }];
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
        ...counterParts(element, { name: 'list-item', style: listStyleType }),
        { kind: 'text', text: /^(?:disc|circle|square|disclosure-)/.test(listStyleType) ? '' : '.' },
      ];
    }
    const text = textOf(element);
    if (keyword === 'text') return [{ kind: 'text', text }];
    // With the punctuation around it (css-pseudo 4, 2.2).
    const [letter = ''] = /^[\p{P}\s]*.\p{M}*[\p{Pe}\p{Pi}\p{Pf}\p{Po}]*/su.exec(text) ?? [];
    return [{ kind: 'text', text: letter }];
  };
  const resolve = (element: Element, list: readonly FlowPart[], pseudo = ''): ResolvedPart[] =>
    list.flatMap((part): ResolvedPart[] => {
      if (part.kind === 'attr') {
        const value = element.getAttribute(part.name) ?? part.fallback ?? '';
        return [{ kind: 'text', text: value.slice(0, options.maxCharacters) }];
      }
      if (part.kind !== 'counter' && part.kind !== 'content') return [part];
      const target = part.target ? findTarget(element, part.target) : element;
      if (!target) return [];
      if (part.kind === 'content') return contentParts(target, part.part);
      if (!part.target) {
        const toMark = pseudo === '::after' ? marker.end : marker.mark;
        // Counted by the browser, which knows what the pseudo-element itself changes, and all styles of counters.
        if (pseudo !== '' && !(options.countsPages && /^pages?$/.test(part.name))) {
          const { name, separator, style } = part;
          const list =
            separator === undefined
              ? []
              : [`"${separator.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, '\\a ')}"`];
          const args = [CSS.escape(name), ...list, CSS.escape(style)].join();
          return [{ kind: 'css', css: `counter${separator === undefined ? '' : 's'}(${args})` }];
        }
        return counterParts(target, part, options.countsPages ? toMark : undefined);
      }
      if (part.name !== 'page' || !isHidden(target)) return counterParts(target, part, marker.mark);
      if (hidden.size < 50)
        hidden.add(`#${(target.id || (target.getAttribute('name') ?? '')).slice(0, 100)}`);
      return [];
    });

  const each = <Item extends { readonly element: number }, Result>(
    items: readonly Item[],
    read: (element: Element, item: Item) => Result,
  ): Result[] =>
    items.flatMap((item) => {
      const element = elements[item.element];
      return element ? [read(element, item)] : [];
    });
  const runningElements = new Set(options.running.map(({ element }) => elements[element]));
  const repeated: ResolvedPaged['repeated'][number][] = [];
  const references = each(options.references, (element, { element: index, pseudo, parts: list }) => {
    const counted = list.flatMap((part) => (part.kind === 'counter' && !part.target ? part.name : []));
    const countsPages = options.countsPages && counted.some((name) => /^pages?$/.test(name));
    const around = countsPages ? findAround(element) : undefined;
    // Counted in the margin boxes that show it.
    if (around === 'running') return [];
    if (around && counted.includes('page')) repeated.push(around);
    return [{ element: index, pseudo, parts: resolve(element, list, pseudo) }];
  }).flat();
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
  const strings = stringParts.map(({ name, parts: list, element, isHidden }) => ({
    name,
    parts: list,
    mark: marker.mark(element),
    isHidden,
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
  const isRightToLeft = getComputedStyle(document.documentElement).direction === 'rtl';
  const sideOptions = { selector: options.sideSelector, isLeftFirst: isRightToLeft, maxElements };
  let isLeftFirst = isRightToLeft;
  const sides = parts.findSideBreaks(document, marker, sideOptions).map(({ node, ...each }) => {
    (globalThis as PagedState).pdfapiPaged?.sides.push(node);
    if (node === document.body) isLeftFirst = each.side === 'left';
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
    areSidesSwapped: isLeftFirst !== isRightToLeft,
    repeated,
    marks: marker.finish(),
    missing: [...missing],
    hidden: [...hidden],
  };

  /** What an element is in that is on other pages than its own. */
  function findAround(element: Element): 'running' | ResolvedPaged['repeated'][number] | undefined {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (runningElements.has(at)) return 'running';
      const { position, display } = getComputedStyle(at);
      if (position === 'fixed') return { mark: marker.mark(at), end: -1 };
      const isGroup = /^table-(?:header|footer)-group$/.test(display);
      if (isGroup && at.parentElement) return { mark: marker.mark(at), end: marker.end(at.parentElement) };
    }
    return undefined;
  }

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
