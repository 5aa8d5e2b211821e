/** Warns about links within a document that lead to no place in it. */

/** Links within the document that lead to no place. */
export interface DeadLink {
  /** The name of the missing anchor: the address without its `#`. */
  readonly name: string;
  /** The texts of the first links to it. */
  readonly texts: readonly string[];
  readonly count: number;
  /** Why, if an element has the name. */
  readonly target: 'hidden' | 'without box' | undefined;
}

const maxProblems = 20;

/** Returns a sentence for each anchor, but for those in `reported` (`#name`). */
export function deadLinkProblems(
  links: readonly DeadLink[],
  reported: ReadonlySet<string> = new Set(),
): string[] {
  const unreported = links.filter(({ name }) => !reported.has(`#${name}`));
  const others = unreported.slice(maxProblems).reduce((sum, { count }) => sum + count, 0);
  const rest = others === 1 ? '1 more link leads nowhere' : `${others} more links lead nowhere`;
  return [...unreported.slice(0, maxProblems).map(describe), ...(others > 0 ? [rest] : [])];
}

const reasons = {
  hidden: 'is not displayed',
  'without box': 'has no box (display: contents)',
};

function describe({ name, texts, count, target }: DeadLink): string {
  const named = texts.map((text) => `"${text}"`).join(', ');
  const more = count > texts.length ? ` and ${count - texts.length} more` : '';
  const verb = count === 1 ? 'link' : 'links';
  const reason = target
    ? `the element with the id "${name}" ${reasons[target]}`
    : `no element has the id "${name}"`;
  return `the ${verb} ${named}${more} ${count === 1 ? 'leads' : 'lead'} nowhere: ${reason}`;
}
