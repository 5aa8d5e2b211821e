/** Walks a parsed document with a list and not with calls: a stranger nests 100,000 elements, and the stack holds fewer. */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** `root` and every node below it in document order, the contents of `<template>` included. */
export function* nodesOf(root: Tree.Node): Generator<{ readonly node: Tree.Node; readonly depth: number }> {
  const waiting = [{ node: root, depth: 0 }];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    yield each;
    const { node, depth } = each;
    // The caller may have changed the nodes below it.
    const below = 'childNodes' in node ? node.childNodes : [];
    for (let index = below.length - 1; index >= 0; index--) {
      const child = below[index];
      if (child) waiting.push({ node: child, depth: depth + 1 });
    }
    if ('content' in node) waiting.push({ node: node.content, depth: depth + 1 });
  }
}
