/** Declarations of the catalog and the pages: clauses 6.7.2, 6.10 and 6.11 of PDF/A, 6.2, 7.1 and 7.16 of PDF/UA. */

import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { tagRemedy } from '../remedies.ts';
import type { Check, Rule } from '../rule.ts';

const markedRule: Rule = {
  pdfa: ['6.7.2.2', 1],
  from: 'a',
  pdfua: ['6.2', 1],
  pdfua2: ['6.2', 1],
  remedy: tagRemedy,
};
const suspectsRule: Rule = {
  pdfua: ['7.1', 4],
  remedy: 'Correct the tags, then set Suspects of MarkInfo to false.',
};
const titleRule: Rule = {
  pdfua: ['7.1', 10],
  pdfua2: ['8.11.2', 1],
  remedy: 'Give the document a title: <title> in the HTML, or --meta title=…',
};
const presentationsRule: Rule = {
  pdfa: ['6.10', 1],
  pdfa4: ['6.11', 1],
  remedy: 'Remove the alternate presentations.',
};
const stepsRule: Rule = {
  pdfa: ['6.10', 2],
  pdfa4: ['6.11', 2],
  remedy: 'Remove the presentation steps of the page.',
};
const requirementsRule: Rule = {
  pdfa: ['6.11', 1],
  pdfa4: ['6.12', 1],
  remedy: 'Remove Requirements from the catalog.',
};
const readingRule: Rule = {
  pdfua: ['7.16', 1],
  remedy: 'Encrypt the document so that programs may read its text for people who cannot see it.',
};

/** Bit 10 of the permissions (ISO 32000-1, table 22). */
const mayReadText = 512;

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file, catalog } = document;
  const marks = file.dict(catalog, 'MarkInfo');
  if (!marks || file.get(marks, 'Marked') !== true) {
    findings.add(markedRule, {
      message: 'The document does not declare that its content is marked (MarkInfo).',
    });
  }
  if (marks && file.get(marks, 'Suspects') === true) {
    findings.add(suspectsRule, { message: 'The document declares that its tags may be wrong (Suspects).' });
  }
  const preferences = file.dict(catalog, 'ViewerPreferences');
  if (!preferences || file.get(preferences, 'DisplayDocTitle') !== true) {
    findings.add(titleRule, {
      message: 'The document does not ask readers to show its title (DisplayDocTitle).',
    });
  }
  const names = file.dict(catalog, 'Names');
  if (names && file.get(names, 'AlternatePresentations') !== null) {
    findings.add(presentationsRule, { message: 'The document has alternate presentations.' });
  }
  for (const { dict, number, ref } of document.pages) {
    if (file.get(dict, 'PresSteps') === null) continue;
    findings.add(stepsRule, { message: 'A page has presentation steps.', page: number, object: ref?.number });
  }
  if (file.get(catalog, 'Requirements') !== null) {
    findings.add(requirementsRule, { message: 'The document makes demands on readers (Requirements).' });
  }
  const encryption = file.dict(file.trailer, 'Encrypt');
  if (encryption && ((file.number(encryption, 'P') ?? 0) & mayReadText) === 0) {
    findings.add(readingRule, {
      message: 'The encryption forbids to read the text to people who cannot see it.',
    });
  }
}

export const catalogCheck: Check = {
  rules: [
    ...[markedRule, suspectsRule, titleRule, presentationsRule, stepsRule, requirementsRule, readingRule],
  ],
  inspect,
};
