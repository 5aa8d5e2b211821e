/** Determines whether a document contains anything that could run. If not, it is printed with scripting disabled. */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { PrintJob } from '../browser.ts';

/**
 * Text that matches none of these has no script, however it is parsed, so most documents need no parser. A script that
 * this missed could not run, because scripting is disabled for documents without scripts.
 */
const suspicious = /<\s*(?:script|i?frame|object|embed|portal)|[\s"'/]on[a-z]+\s*=|javascript:|http-equiv/i;

const running = new Set(['iframe', 'frame', 'object', 'embed', 'portal']);
const scriptTypes =
  /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/**
 * Returns whether scripting is enabled for a job. The content of a web page is unknown before it loads, so it counts as
 * having scripts.
 */
export const needsScripts = async (
  job: Pick<PrintJob, 'scripts' | 'webPage' | 'html'>,
  find: (html: string) => Promise<boolean> = hasScripts,
): Promise<boolean> => job.scripts && (job.webPage !== undefined || (await find(job.html)));

/** Returns whether a parser is required to determine that a document has no scripts. */
export const mayHaveScripts = (html: string): boolean => suspicious.test(html);

/** A parser takes seconds for 10 MB; see `startHtmlParser`. */
export async function hasScripts(html: string): Promise<boolean> {
  if (!mayHaveScripts(html)) return false;
  const { parse } = await import('parse5');
  return runs(parse(html));
}

function runs(root: Tree.Node): boolean {
  for (const { node } of nodesOf(root)) if ('attrs' in node && elementRuns(node)) return true;
  return false;
}

function elementRuns({ tagName, attrs }: Tree.Element): boolean {
  if (running.has(tagName)) return true;
  const value = (name: string) => attrs.find((attribute) => attribute.name === name)?.value.trim() ?? '';
  if (tagName === 'script') return scriptTypes.test(value('type'));
  if (tagName === 'meta' && value('http-equiv').toLowerCase() === 'refresh') return true;
  return attrs.some(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value));
}

/**
 * Yields `root` and every node below it in document order, including the contents of `<template>`. Iteratively, because
 * untrusted HTML may nest 100,000 elements, which would overflow the stack.
 */
function* nodesOf(root: Tree.Node): Generator<{ readonly node: Tree.Node; readonly depth: number }> {
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
