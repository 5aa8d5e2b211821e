/** The same for random lists and texts: see `random-tables.test.ts`. */
import { describeSameInParts } from '../../../support/long-documents/describe-same-in-parts.ts';
import { randomText } from '../../../support/long-documents/random-text.ts';

describeSameInParts(
  {
    lists: (number) => randomText(number, { list: true }),
    texts: (number) => randomText(number),
    'numbered blocks': (number) => randomText(number, { list: number % 2 === 0, counters: true }),
  },
  { documents: 3, tools: { minItems: 50, maxRows: 150 } },
);

describeSameInParts(
  { chapters: (number) => randomText(number, { chapters: true }) },
  { documents: 1, tools: { minItems: 50, maxRows: 5 } },
);
