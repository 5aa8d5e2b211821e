/** Lists the data that a template reads, from its tree: `customer.name`, `items[].price`. */
import type { CompileClock } from '../compile-clock.ts';
import type { TemplateNode } from '../parser/ast.ts';
import { Collector } from './collector.ts';
import type { Tree } from './found-data.ts';
import { type PathUses, UsesByPath } from './uses-by-path.ts';

/** The most characters of partials that are followed, because they may include each other any number of times. */
const maxFollowed = 2_000_000;

export interface ListedVariables {
  /** Paths, in the order in which the template reads them. */
  readonly variables: readonly string[];
  /** Top-level names that the template reads without allowing for their absence. */
  readonly requiredNames: readonly string[];
  /** Whether it may read more: it uses `_context`, or a partial whose name is known only when it is filled. */
  readonly readsContext: boolean;
  /** The uses that the template makes of the values, by their paths. */
  readonly uses: ReadonlyMap<string, PathUses>;
}

/**
 * Lists the variables of these templates, those of the first template first. Throws a `TemplateSyntaxError` if the time
 * of the clock is over.
 */
export function listVariables(trees: readonly Tree[], clock: CompileClock): ListedVariables {
  const found = new Set<string>();
  const required = new Set<string>();
  const uses = new UsesByPath();
  const partials = new Map<string, Tree>();
  for (const each of trees) {
    const { template } = each.source;
    // The embedded templates of a partial come after it.
    if (template !== null && !partials.has(template)) partials.set(template, each);
  }
  const followed = new Set<TemplateNode>();
  let characters = 0;
  let readsContext = false;
  const onContext = () => {
    readsContext = true;
  };
  const follow = (name: string) => {
    const partial = partials.get(name);
    if (!partial) return undefined;
    if (characters + partial.source.text.length > maxFollowed) {
      onContext();
      return undefined;
    }
    characters += partial.source.text.length;
    followed.add(partial.tree);
    return partial;
  };
  const search = { paths: found, required, uses, follow, onContext, clock };
  for (const { tree, source } of trees) {
    if (!followed.has(tree)) new Collector(search, source).template(tree);
  }
  // `customer` is redundant if `customer.name` is listed.
  const covered = new Set<string>();
  for (const path of found) {
    for (let i = 1; i < path.length; i++) {
      if (path[i] === '.' || path[i] === '[') covered.add(path.slice(0, i));
    }
  }
  return {
    variables: Object.freeze([...found].filter((path) => !covered.has(path))),
    requiredNames: Object.freeze([...required]),
    readsContext,
    uses: uses.paths,
  };
}
