/**
 * Stops floods of pushState, replaceState, fragments and long window names inside the page. Each call costs work in the
 * browser's main process, which all documents share; 100 MB of addresses keep it busy for seconds. `watchPage` counts
 * the changes that the browser reports; this script stops the rest before they are sent.
 */
import type { CdpSession } from '../cdp/connection.ts';
import { pageLimits } from './page-limits.ts';

const { maxAddressChanges, maxAddressCharacters } = pageLimits;
/** Window names up to this many characters are not counted. */
const maxFreeNameCharacters = 1_000;

/**
 * The page and its same-origin frames share one budget. A document can spend it but cannot refill it. One change more
 * than the limit passes, so that `watchPage` fails the document.
 */
const script = `(() => {
  const key = Symbol.for('pdfapi address changes');
  const { apply } = Reflect;
  const { String, DOMException } = window;
  const { stringify } = JSON;
  let changes = ${maxAddressChanges} + 1;
  let characters = ${maxAddressCharacters};
  let spend = (size) => {
    if (changes < 1 || characters < size) return false;
    changes--;
    characters -= size;
    return true;
  };
  try { if (window.parent !== window) spend = window.parent[key] ?? spend; } catch { /* of another origin */ }
  Object.defineProperty(window, key, { value: spend });
  const sizeOf = (state) => {
    try { return stringify(state)?.length ?? 0; } catch { return 0; }
  };
  let isCalled = false;
  for (const name of ['pushState', 'replaceState']) {
    History.prototype[name] = new Proxy(History.prototype[name], {
      __proto__: null,
      apply(real, self, args) {
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
    });
  }
  // The browser is sent each name of a window as well. Short ones cost it next to nothing.
  const named = Object.getOwnPropertyDescriptor(window, 'name');
  if (named?.set && named.configurable) {
    const { set } = named;
    Object.defineProperty(window, 'name', {
      ...named,
      set(given) {
        const text = String(given);
        if (text.length > ${maxFreeNameCharacters} && !spend(text.length)) {
          throw new DOMException('This document changes its name endlessly.', 'QuotaExceededError');
        }
        apply(set, this, [text]);
      },
    });
  }
  // What a location does itself cannot be replaced.
  window.navigation?.addEventListener('navigate', (event) => {
    const { sameDocument, url } = event.destination;
    if (!isCalled && sameDocument && !spend(url.length)) event.preventDefault();
  });
})()`;

/** Installs the limits. Must be called before the document loads. */
export async function limitAddressChanges(page: CdpSession): Promise<void> {
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
}
