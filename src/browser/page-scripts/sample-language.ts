import type { declaredLanguage } from './declared-language.ts';
import type { unclobberedDocument } from './unclobbered-document.ts';

export interface LanguageSample {
  /** The declared language. See `declaredLanguage`. */
  readonly declared?: string;
  /** The beginning of the document's text, if it declares no language. */
  readonly text?: string;
}

export function sampleLanguage(
  getDocument: typeof unclobberedDocument,
  getDeclaredLanguage: typeof declaredLanguage,
  maxCharacters: number,
): LanguageSample {
  const document = getDocument();
  const declared = getDeclaredLanguage(document);
  // No language has a longer tag (RFC 5646, 4.4.1), so that what is cut is still none.
  if (declared !== undefined) return { declared: declared.slice(0, 40) };
  let text = '';
  // A page that was stopped in its head has no body, and a script may remove the whole document.
  const root = (document.body ?? document.documentElement) as HTMLElement | null;
  if (!root) return { text };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (
    let node = walker.nextNode() as Text | null, nodes = 0;
    node && nodes < maxCharacters;
    node = walker.nextNode() as Text | null, nodes++
  ) {
    if (/^(?:style|script|template|noscript|code|pre)$/i.test(node.parentNode?.nodeName ?? '')) continue;
    text += `${node.data.slice(0, maxCharacters).trim()} `;
    if (text.length >= maxCharacters) break;
  }
  return { text: text.slice(0, maxCharacters) };
}
