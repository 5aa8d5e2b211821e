/** A page that tries to take more than its share, and the results that are allowed. */
export interface HostilePage {
  /** Completes "a page that …". */
  readonly name: string;
  readonly html: string;
  /** The allowed statuses. 504 always is one, and the only one for a page that never ends. */
  readonly ends: readonly (200 | 422 | 504)[];
  /** Matches the message of a 422. */
  readonly says?: RegExp;
}

/** Returns a page with only this script. */
export const script = (code: string): string => `<p>x</p><script>${code}</script>`;

/** Makes the render wait until its deadline. */
export const forEver = 'window.pdfapiReady = new Promise(() => {});';
