/** Texts that replace what is shown, of characters that mean nothing to others: clauses 6.2.10.8 of PDF/A-4, 8.4.3 of PDF/UA-2. */
import { isDict, type PdfDict, PdfName, PdfString } from '#pdf/object';
import { decodeTextString } from '#pdf/text-string';
import { privateUse } from '../../fonts/private-use.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';

const remedy = 'Write the text in characters of Unicode.';

const rules: Readonly<Record<'ActualText' | 'Alt', Rule>> = {
  ActualText: { pdfa4: ['6.2.10.8', 1], pdfua2: ['8.4.3', 2], remedy },
  Alt: { pdfua2: ['8.4.3', 3], remedy },
};

function checkTexts(
  { file }: CheckedDocument,
  dict: PdfDict,
  findings: FindingCollector,
  place: { readonly page?: number | undefined; readonly object?: number | undefined },
): void {
  for (const [key, rule] of Object.entries(rules)) {
    const text = file.get(dict, key);
    if (!(text instanceof PdfString) || !privateUse.test(decodeTextString(text))) continue;
    findings.add(rule, { ...place, message: `The ${key} of content has characters for private use.` });
  }
}

export const privateTextCheck: Check = {
  rules: Object.values(rules),
  inspect: (document, findings) => {
    for (const { value, number } of document.objects) {
      if (isDict(value) && value.has('S') && value.has('P')) {
        checkTexts(document, value, findings, { object: number });
      }
    }
  },
  visit: (document, findings) => ({
    operators: {
      BDC: ([, list], { resource, stream }) => {
        const properties = list instanceof PdfName ? resource('Properties', list.value) : list;
        if (isDict(properties)) checkTexts(document, properties, findings, { page: stream.page?.number });
      },
    },
  }),
};
