/** Joins paths such as `customer.name` and `items[].price` to a tree. */

export interface PathTree<Facts> {
  facts: Facts | undefined;
  readonly properties: Map<string, PathTree<Facts>>;
  /** What all items of a list have in common. */
  items: PathTree<Facts> | undefined;
}

/** @example pathTree([['items[].price', facts]]).properties.get('items')?.items?.properties.get('price')?.facts */
export function pathTree<Facts>(paths: Iterable<readonly [string, Facts]>): PathTree<Facts> {
  const root = emptyTree<Facts>();
  for (const [path, facts] of paths) {
    let node = root;
    for (const step of path.match(/\[\]|[^.[\]]+/g) ?? [])
      node = step === '[]' ? itemsOf(node) : at(node, step);
    node.facts = facts;
  }
  return root;
}

const emptyTree = <Facts>(): PathTree<Facts> => ({
  facts: undefined,
  properties: new Map(),
  items: undefined,
});

function itemsOf<Facts>(node: PathTree<Facts>): PathTree<Facts> {
  node.items ??= emptyTree();
  return node.items;
}

function at<Facts>({ properties }: PathTree<Facts>, name: string): PathTree<Facts> {
  const known = properties.get(name);
  if (known) return known;
  const added = emptyTree<Facts>();
  properties.set(name, added);
  return added;
}
