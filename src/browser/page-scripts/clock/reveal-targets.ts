import type { ClockContext } from './clock-context.ts';

/** An observer of the page, and the elements that it watches. */
interface Watched {
  readonly observer: IntersectionObserver;
  readonly callback: unknown;
  readonly options: IntersectionObserverInit;
  /** Targets that have not been in the window. */
  readonly unseen: Set<Element>;
}

/**
 * Shows what appears on scrolling: paper has no window that is scrolled, so observers of intersections would report only the
 * first screen. Neither the window nor the place to which it is scrolled changes, because other scripts measure them.
 *
 * @returns A function that reports to the page's observers, once for each target, those that are outside of the window and
 * would be seen by scrolling up or down. It returns whether there are any; they are reported in the next frame.
 */
export function revealTargets({ like, apply, construct }: ClockContext): () => boolean {
  const { IntersectionObserver, Map, Set } = window;
  const { observe, unobserve, disconnect } = IntersectionObserver.prototype;
  /** Its own methods, in case the page replaces those of the prototype. */
  const createTargets = (): Set<Element> => {
    const set = new Set<Element>();
    for (const name of ['add', 'delete', 'clear', 'forEach'] as const) {
      Object.assign(set, { [name]: set[name] });
    }
    return set;
  };
  const all = new Map<unknown, Watched>();
  for (const name of ['get', 'set', 'forEach'] as const) Object.assign(all, { [name]: all[name] });
  const watch = (target: unknown, observer: unknown): void => {
    const watched = all.get(observer);
    if (watched && target instanceof Element) watched.unseen.add(target);
  };
  const OurObserver: typeof IntersectionObserver = new Proxy(IntersectionObserver, {
    __proto__: null,
    construct(real: typeof IntersectionObserver, args: unknown[], target: new () => unknown) {
      const callback = args[0];
      const options = (args[1] ?? {}) as IntersectionObserverInit;
      const unseen = createTargets();
      const report = (entries: readonly IntersectionObserverEntry[], self: unknown): void => {
        for (let i = 0; i < entries.length; i++) {
          const entry = entries[i];
          if (entry?.isIntersecting) unseen.delete(entry.target);
        }
        apply(callback as () => void, self, [entries, self]);
      };
      const isCallable = typeof callback === 'function';
      const given = isCallable ? [report, args[1]] : args;
      const observer = construct(real, given, target === OurObserver ? real : target);
      const isOfWindow = !options.root || options.root === document;
      if (isOfWindow) all.set(observer, { observer, callback, options, unseen });
      return observer;
    },
  } as ProxyHandler<typeof IntersectionObserver>);
  const { prototype } = IntersectionObserver;
  prototype.constructor = OurObserver;
  window.IntersectionObserver = OurObserver;
  prototype.observe = like(observe, (args, self) => {
    apply(observe, self as IntersectionObserver, args as [Element]);
    watch(args[0], self);
  });
  prototype.unobserve = like(unobserve, (args, self) => {
    apply(unobserve, self as IntersectionObserver, args as [Element]);
    all.get(self)?.unseen.delete(args[0] as Element);
  });
  prototype.disconnect = like(disconnect, (_args, self) => {
    apply(disconnect, self as IntersectionObserver, []);
    all.get(self)?.unseen.clear();
  });

  const reveal = ({ observer, callback, options, unseen }: Watched): boolean => {
    let some = false;
    const onSeen = (entries: readonly IntersectionObserverEntry[]): void => {
      apply(disconnect, helper, []);
      const seen: IntersectionObserverEntry[] = [];
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i];
        if (entry?.isIntersecting) seen[seen.length] = entry;
      }
      if (seen.length > 0) apply(callback as () => void, observer, [seen, observer]);
    };
    // As high as any document, and no wider than the window: readers do not scroll sideways.
    const margins = { root: null, rootMargin: '10000000px 0px' };
    const helper = construct(IntersectionObserver, [onSeen, { ...options, ...margins }]);
    unseen.forEach((target) => {
      some = true;
      apply(observe, helper, [target]);
    });
    unseen.clear();
    return some;
  };
  return () => {
    let some = false;
    all.forEach((watched) => {
      if (reveal(watched)) some = true;
    });
    return some;
  };
}
