/** A page that a stranger sends in order to take what is not his, and how it may end. */
export interface HostilePage {
  /** Completes "a page that …". */
  readonly name: string;
  readonly html: string;
  /** Every status that is right; 504 always is, and the only one for a page that has no other end. */
  readonly ends: readonly (200 | 422 | 504)[];
  /** What its sender is told in a 422. */
  readonly says?: RegExp;
}

/** A page with this script and nothing else. */
export const script = (code: string): string => `<p>x</p><script>${code}</script>`;

/** Keeps the render waiting for as long as it may take. */
export const forEver = 'window.pdfapiReady = new Promise(() => {});';
