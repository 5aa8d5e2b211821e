/** The places within a document that its links lead to, which may be in another part. */

export interface LinkTargets {
  /** As the PDF has them. */
  readonly names: ReadonlySet<string>;
  /** For the HTML of a part: the names that its links lead to, and those that others lead to, and where they are not in it. */
  of(html: string): { readonly linked: readonly string[]; readonly elsewhere: readonly string[] };
}

const links = /\bhref\s*=\s*(?:"#([^"]+)"|'#([^']+)'|#([^\s"'>]+))/gi;
const ids = /\s(?:id|name)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/gi;

export function findTargets(html: string): LinkTargets {
  const linked = new Set(matches(html, links).map(decode));
  if (linked.size === 0) return { names: new Set(), of: () => ({ linked: [], elsewhere: [] }) };
  const known = new Set<string>();
  for (const id of matches(html, ids)) if (linked.has(id)) known.add(id);
  return {
    names: new Set([...known].map(encodeURIComponent)),
    of(part) {
      const here = new Set(matches(part, ids).filter((id) => known.has(id)));
      const elsewhere = new Set(
        matches(part, links)
          .map(decode)
          .filter((id) => known.has(id) && !here.has(id)),
      );
      return { linked: [...here], elsewhere: [...elsewhere] };
    },
  };
}

const matches = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, a, b, c]) => a ?? b ?? c ?? '');

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
