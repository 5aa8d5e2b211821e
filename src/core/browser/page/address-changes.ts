/**
 * Ends floods of pushState, replaceState, fragments and long window names where they begin, in the page. Each of them is work for the
 * browser's first process, which all documents share, and 100 MB of addresses take it seconds. `watchPage` counts what
 * the browser reports of them; this stops the rest before it is sent.
 */
import type { CdpSession } from '../cdp/connection.ts';
import { pageLimits } from './page-limits.ts';

const { maxAddressChanges, maxAddressCharacters } = pageLimits;
/** Characters of a window's name that are not counted. */
const maxFreeNameCharacters = 1_000;

/**
 * One budget for the page and its frames of the same origin; a document can spend from it, and cannot fill it up. One
 * change more than the limit passes, so that `watchPage` fails the document.
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
          throw new DOMException('This document changes its address without an end.', 'QuotaExceededError');
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
          throw new DOMException('This document changes its name without an end.', 'QuotaExceededError');
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

/** Call it before the document loads. */
export async function limitAddressChanges(page: CdpSession): Promise<void> {
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
}
