/** Determines the language to declare in the PDF. Chromium declares American English if the document declares none. */
import { detectLanguage } from '#template/language/detect-language';
import type { CallPage } from '../cdp/call-in-page.ts';
import { declaredLanguage } from '../page-scripts/declared-language.ts';
import { sampleLanguage } from '../page-scripts/sample-language.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

/** The number of characters that detection uses. */
const maxCharacters = 20_000;

/** Returns the value for `PrintedDocument.language`. */
export async function findLanguage(call: CallPage): Promise<string | null> {
  const args = [unclobberedDocument, declaredLanguage, maxCharacters] as const;
  const { declared, text = '' } = await call(sampleLanguage, args);
  if (declared === undefined) return detectLanguage(text) ?? null;
  return /^[A-Za-z\d_-]{1,35}$/.test(declared) ? declared : null;
}
