/** Finds texts that are translated into one language and not into another, and translations that nothing chooses. */
import type { ReadTemplate } from '../load/read-template.ts';
import type { Warning } from '../model/check-result.ts';

const maxShown = 3;

export function checkTranslations({ template }: ReadTemplate): Warning[] {
  const { translations } = template;
  if (translations === undefined) return [];
  const warnings: Warning[] = [];
  if ((template.kind === 'editor' ? template.lang : template.page.lang) === undefined) {
    const message =
      'translations/ is used only with --lang or an argument of "trans", because template.json has no "lang".';
    warnings.push({ message });
  }
  // The translations of a region have only the texts that differ from those of its language.
  const languages = Object.entries(translations).filter(
    ([tag]) => !Object.hasOwn(translations, tag.replace(/-[^-]*$/, '')) || !tag.includes('-'),
  );
  const all = new Set(languages.flatMap(([, texts]) => Object.keys(texts)));
  for (const [tag, texts] of languages) {
    const missing = [...all].filter((text) => !Object.hasOwn(texts, text));
    if (missing.length === 0) continue;
    const shown = missing.slice(0, maxShown).map((text) => JSON.stringify(text));
    const more = missing.length > maxShown ? ` and ${missing.length - maxShown} more` : '';
    warnings.push({
      message: `The translations of "${tag}" lack ${shown.join(', ')}${more}, which another language has.`,
    });
  }
  return warnings;
}
