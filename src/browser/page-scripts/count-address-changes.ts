export interface AddressLimits {
  readonly maxAddressChanges: number;
  readonly maxAddressCharacters: number;
  /** Window names up to this many characters are not counted. */
  readonly maxFreeNameCharacters: number;
}

/**
 * Stops a document that changes its address or its window's name too often. The page and its same-origin frames share
 * one budget. A document can spend it but cannot refill it. One change more than the limit passes, so that `watchPage`
 * fails the document.
 */
export function countAddressChanges(limits: AddressLimits): void {
  type Spend = (size: number) => boolean;
  interface Navigation {
    addEventListener(type: 'navigate', listener: (event: NavigateEvent) => void): void;
  }
  interface NavigateEvent extends Event {
    readonly destination: { readonly sameDocument: boolean; readonly url: string };
  }

  const key = Symbol.for('pdfapi address changes');
  const { apply } = Reflect;
  const { String, DOMException } = window;
  const { stringify } = JSON;
  let changes = limits.maxAddressChanges + 1;
  let characters = limits.maxAddressCharacters;
  let spend: Spend = (size) => {
    if (changes < 1 || characters < size) return false;
    changes--;
    characters -= size;
    return true;
  };
  try {
    if (window.parent !== window) {
      spend = (window.parent as unknown as { readonly [key]?: Spend })[key] ?? spend;
    }
  } catch {
    // The parent is of another origin.
  }
  Object.defineProperty(window, key, { value: spend });
  const sizeOf = (state: unknown): number => {
    try {
      return stringify(state)?.length ?? 0;
    } catch {
      return 0;
    }
  };
  let isCalled = false;
  for (const name of ['pushState', 'replaceState'] as const) {
    History.prototype[name] = new Proxy(History.prototype[name], {
      __proto__: null,
      apply(real: History['pushState'], self: unknown, args: unknown[]) {
        const [state, title, given] = args;
        const url = given === undefined || given === null ? given : String(given);
        if (!spend((url?.length ?? 0) + sizeOf(state))) {
          throw new DOMException('This document changes its address endlessly.', 'QuotaExceededError');
        }
        isCalled = true;
        try {
          return apply(real, self, args.length < 2 ? args : [state, title, url]);
        } finally {
          isCalled = false;
        }
      },
    } as ProxyHandler<History['pushState']>);
  }
  // Window names are sent to the browser as well. Short ones cost it next to nothing.
  const named = Object.getOwnPropertyDescriptor(window, 'name');
  if (named?.set && named.configurable) {
    const { set } = named;
    Object.defineProperty(window, 'name', {
      ...named,
      set(given: unknown) {
        const text = String(given);
        if (text.length > limits.maxFreeNameCharacters && !spend(text.length)) {
          throw new DOMException('This document changes its name endlessly.', 'QuotaExceededError');
        }
        apply(set, this, [text]);
      },
    });
  }
  // The methods of `location` cannot be replaced.
  const { navigation } = window as unknown as { readonly navigation?: Navigation };
  navigation?.addEventListener('navigate', (event) => {
    const { sameDocument, url } = event.destination;
    if (!isCalled && sameDocument && !spend(url.length)) event.preventDefault();
  });
}
