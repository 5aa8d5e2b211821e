import type { PageClock } from './clock-context.ts';

/**
 * Resolves to whether `window.pdfapiReady` is `false`. If it is a promise, waits for it first; timers run during the
 * wait, however long they take. Rejects with the beginning of the reason if it rejects.
 */
export async function isUnready(): Promise<boolean> {
  const { pdfapiReady } = window as unknown as { readonly pdfapiReady?: unknown };
  // An element may have this name.
  if (!('pdfapiReady' in window) || pdfapiReady instanceof Element) return false;
  const clock = (globalThis as unknown as { readonly [key: symbol]: PageClock | undefined })[
    Symbol.for('pdfapi')
  ];
  clock?.hold?.();
  if (pdfapiReady === false) return true;
  try {
    await pdfapiReady;
  } catch (reason) {
    // The protocol reports nothing of an error but its stack.
    const error = new Error();
    error.stack = (reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason)).slice(
      0,
      2_000,
    );
    throw error;
  }
  clock?.release?.();
  return false;
}
