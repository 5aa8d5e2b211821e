/** Random documents with a long table are the same in parts as whole. Each takes some seconds: PDFAPI_TEST_SEED begins with others. */
import { describeSameInParts } from '../../../support/long-documents/describe-same-in-parts.ts';
import { randomTable } from '../../../support/long-documents/random-table.ts';

describeSameInParts(
  {
    'one section': (number) => randomTable(number),
    'several sections': (number) => randomTable(number, { groups: true }),
    'numbers of rows': (number) => randomTable(number, { groups: number % 2 === 0, counters: true }),
  },
  { documents: 2, tools: { minRows: 50, maxRows: 160 } },
);
