/** Whether a document has anything in it that could run. One that has not is printed with scripting off. */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { PrintJob } from '../browser.ts';
import { nodesOf } from '../html/nodes-of.ts';

/**
 * Text without any of these has no script, whatever a parser makes of it, and so most documents need no parser.
 * Only a script that the browser would run anyway matters: scripting is off where this says there is none.
 */
const suspicious = /<\s*(?:script|i?frame|object|embed|portal)|[\s"'/]on[a-z]+\s*=|javascript:|http-equiv/i;

const running = new Set(['iframe', 'frame', 'object', 'embed', 'portal']);
const scriptTypes =
  /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/** Whether scripting is on for a job. What a web page holds is not known before it is there. */
export const needsScripts = async (
  job: Pick<PrintJob, 'scripts' | 'webPage' | 'html'>,
  find: (html: string) => Promise<boolean> = hasScripts,
): Promise<boolean> => job.scripts && (job.webPage !== undefined || (await find(job.html)));

/** Whether it takes a parser to say that a document has no scripts. */
export const mayHaveScripts = (html: string): boolean => suspicious.test(html);

/** 10 MB take a parser seconds: see `HtmlParser`. */
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
