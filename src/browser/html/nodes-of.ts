/** Walks a parsed document iteratively: untrusted HTML may nest 100,000 elements, which would overflow the stack. */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** Yields `root` and every node below it in document order, including the contents of `<template>`. */
export function* nodesOf(root: Tree.Node): Generator<{ readonly node: Tree.Node; readonly depth: number }> {
  const waiting = [{ node: root, depth: 0 }];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    yield each;
    const { node, depth } = each;
    // The caller may have changed the children in the meantime.
    const below = 'childNodes' in node ? node.childNodes : [];
    for (let index = below.length - 1; index >= 0; index--) {
      const child = below[index];
      if (child) waiting.push({ node: child, depth: depth + 1 });
    }
    if ('content' in node) waiting.push({ node: node.content, depth: depth + 1 });
  }
}
