/** A page of the corpus: a typical printed document that uses one library or one feature of CSS. */
export interface CorpusPage {
  readonly name: string;
  readonly html: string;
  /** Files or folders of the libraries that it names, as `lib/<path>`: paths in `node_modules`, or `built/…`. */
  readonly libraries?: readonly string[] | undefined;
  /** Further files beside the page: texts by relative path. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Options for `pdfapi html` that the page needs, such as `--no-twig`. */
  readonly options?: readonly string[] | undefined;
  /** Why it is expected to print otherwise than in plain Chromium. */
  readonly reason?: string | undefined;
}

export const script = (path: string): string => `<script src="lib/${path}"></script>`;
export const style = (path: string): string => `<link rel="stylesheet" href="lib/${path}">`;

/** Returns a complete document. `head` precedes its `<title>`. */
export const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}<title>${title}</title></head><body>${body}</body></html>`;

const words =
  'paper ink margin column table figure ledger invoice receipt letter report harbour lantern meadow orchard copper willow'.split(
    ' ',
  );

/** Returns sentences that depend only on the seed. */
export function prose(seed: number, sentences: number): string {
  let state = seed * 7919 + 1;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor(state / 65536);
  };
  return Array.from({ length: sentences }, () => {
    const text = Array.from({ length: 8 + (next() % 9) }, () => words[next() % words.length]).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }).join(' ');
}
