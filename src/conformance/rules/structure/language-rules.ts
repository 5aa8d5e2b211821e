/** Whether the value of a `/Lang` entry is a language: clauses 6.7.4 of PDF/A and 7.2 of PDF/UA. */
import type { FindingCollector } from '../../model/finding-collector.ts';
import { languageRemedy } from '../remedies.ts';
import type { Rule } from '../rule.ts';

const remedy = 'Write languages as in lang="en" or lang="de-CH".';

const emptyRule: Rule = { pdfua: ['7.2', 29], pdfua2: ['8.4.4', 2], remedy: languageRemedy };

/** PDF/A allows an empty language, which says that it is unknown. */
const tagRule: Rule = { pdfa: ['6.7.4', 1], from: 'a', pdfua: ['7.2', 29], pdfua2: ['8.4.4', 2], remedy };

export const languageRules: readonly Rule[] = [emptyRule, tagRule];

const languageTag = /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/;

/** `where` completes "The language of …". */
export function checkLanguage(
  language: string | undefined,
  where: string,
  findings: FindingCollector,
  place: { readonly page?: number | undefined; readonly object?: number | undefined } = {},
): void {
  if (language === undefined || languageTag.test(language)) return;
  if (language === '')
    findings.add(emptyRule, { message: `The language of ${where} is not known.`, ...place });
  else
    findings.add(tagRule, { message: `The language of ${where} is "${language.slice(0, 40)}".`, ...place });
}
