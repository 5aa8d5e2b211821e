/** The values of a counter where an element ends its own changes to it, from the outermost one. */
export type CounterValues = ReadonlyMap<Element, ReadonlyMap<string, readonly number[]>>;

/**
 * Counts CSS counters (css-lists 3, 4) up to the elements in question, because no interface of the browser has them.
 * `list-item` counts as in HTML. The number of elements is limited; those behind it have no values. `onChange` gets every
 * new value of the counters in `watched`, with the first element that has it.
 */
export function countCounters(
  document: Document,
  wanted: ReadonlySet<Element>,
  maxElements: number,
  watched: readonly string[] = [],
  onChange: (element: Element, name: string, value: number) => void = () => {},
): CounterValues {
  interface Counter {
    value: number;
    readonly parent: Element | null;
  }
  const counters = new Map<string, Counter[]>();
  const values = new Map<Element, Map<string, readonly number[]>>();
  /** The elements with counters of their children, whose scope ends with them. */
  const open: Element[] = [];
  const parse = (text: string): [string, number][] => {
    const words = text === 'none' ? [] : text.split(/\s+/);
    const pairs: [string, number][] = [];
    for (let i = 0; i + 1 < words.length; i += 2) pairs.push([words[i] ?? '', Number(words[i + 1])]);
    return pairs;
  };
  const innermost = (name: string): Counter | undefined => counters.get(name)?.at(-1);
  const reset = (name: string, value: number, parent: Element | null): void => {
    const list = counters.get(name) ?? [];
    counters.set(name, list);
    if (list.at(-1)?.parent === parent) list.pop();
    list.push({ value, parent });
  };
  const change = (style: CSSStyleDeclaration, parent: Element | null): void => {
    for (const [name, value] of parse(style.counterReset)) reset(name, value, parent);
    for (const [name, value] of parse(style.counterIncrement)) {
      if (!innermost(name)) reset(name, 0, parent);
      const counter = innermost(name);
      if (counter) counter.value += value;
    }
    for (const [name, value] of parse(style.counterSet)) {
      if (!innermost(name)) reset(name, 0, parent);
      const counter = innermost(name);
      if (counter) counter.value = value;
    }
  };
  const close = (element: Element): void => {
    for (const list of counters.values()) while (list.at(-1)?.parent === element) list.pop();
  };
  const countItem = (element: HTMLElement, style: CSSStyleDeclaration): void => {
    const { parentElement: parent } = element;
    if (/^(?:ol|ul|menu)$/.test(element.localName))
      reset('list-item', Number(element.getAttribute('start') ?? 1) - 1, parent);
    if (style.display !== 'list-item' || /\blist-item\b/.test(style.counterIncrement)) return;
    const written = element.localName === 'li' ? element.getAttribute('value') : null;
    if (!innermost('list-item')) reset('list-item', 0, parent);
    const counter = innermost('list-item');
    if (counter) counter.value = written === null ? counter.value + 1 : Number(written);
  };
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT);
  const watchedValues = new Map<string, number>();
  let left = wanted.size + watched.length;
  let seen = 0;
  for (let node: Node | null = walker.currentNode; node && left > 0 && seen < maxElements; seen++) {
    const element = node as HTMLElement;
    for (let last = open.at(-1); last && last !== element.parentElement; last = open.at(-1)) {
      close(last);
      open.pop();
    }
    const style = getComputedStyle(element);
    const isShown = style.display !== 'none';
    if (isShown) {
      countItem(element, style);
      change(style, element.parentElement);
      const before = getComputedStyle(element, '::before');
      if (before.content !== 'none' && before.content !== 'normal') change(before, element);
    }
    for (const name of isShown ? watched : []) {
      const value = innermost(name)?.value ?? 0;
      if (value !== (watchedValues.get(name) ?? 0)) onChange(element, name, value);
      watchedValues.set(name, value);
    }
    if (wanted.has(element)) {
      values.set(
        element,
        new Map([...counters].map(([name, list]) => [name, list.map(({ value }) => value)])),
      );
      left--;
    }
    if (isShown) open.push(element);
    node = isShown ? walker.nextNode() : (walker.nextSibling() ?? nextAfter());
  }
  return values;

  /** The next element that is not inside the current one, whose parents have no further children. */
  function nextAfter(): Node | null {
    while (walker.parentNode()) {
      const next = walker.nextSibling();
      if (next) return next;
    }
    return null;
  }
}
