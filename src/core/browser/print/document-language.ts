/** Determines the language to declare in the PDF. Chromium declares American English if the document declares none. */
import { detectLanguage } from '../../language/detect-language.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { evaluate } from '../cdp/evaluate.ts';
import { type IsolatedWorldId, ownDocument } from '../cdp/isolated-world.ts';

/** The number of characters that detection uses. */
const maxCharacters = 20_000;

/**
 * A function for the page. Returns the language that the document declares, an empty string if it explicitly declares
 * none, and undefined without a declaration.
 */
export const namedLanguage = `(document) => {
  const root = document.documentElement;
  const meta = [...document.getElementsByTagName('meta')].find(
    (each) => each.httpEquiv.toLowerCase() === 'content-language' && each.content.trim(),
  );
  const body = document.getElementsByTagName('body')[0];
  return (
    root?.getAttribute('lang') ?? meta?.content.trim().split(/[,\\s]/)[0] ?? root?.getAttribute('xml:lang') ??
    body?.getAttribute('lang') ?? body?.getAttribute('xml:lang') ?? undefined
  );
}`;

const facts = `(() => {
  const document = ${ownDocument};
  const named = (${namedLanguage})(document);
  if (named !== undefined) return { named };
  let text = '';
  // A page that was stopped in its head has no body, and a script may remove all of the document.
  const root = document.body ?? document.documentElement;
  if (!root) return { text };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), nodes = 0; node && nodes < ${maxCharacters}; node = walker.nextNode(), nodes++) {
    if (/^(?:style|script|template|noscript|code|pre)$/i.test(node.parentNode?.nodeName ?? '')) continue;
    text += node.data.slice(0, ${maxCharacters}).trim() + ' ';
    if (text.length >= ${maxCharacters}) break;
  }
  return { text: text.slice(0, ${maxCharacters}) };
})()`;

/** Returns the value for `PrintedDocument.language`. */
export async function findLanguage(page: CdpSession, world: IsolatedWorldId): Promise<string | null> {
  const { named, text = '' } = await evaluate<{ named?: string; text?: string }>(page, facts, world);
  if (named === undefined) return detectLanguage(text) ?? null;
  return /^[A-Za-z\d_-]{1,35}$/.test(named) ? named : null;
}
