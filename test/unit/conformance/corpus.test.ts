/** Agreement with the veraPDF corpus, whose files are named after the rule that they keep or break. */
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { findCorpora, judge, listCorpus } from '../../../bench/conformance/corpus.ts';

const corpora = findCorpora();
if (!corpora) {
  console.warn(
    'The veraPDF corpus is not checked. To check it, set PDFAPI_TEST_CORPORA to the folder that has it.',
  );
}

it.skipIf(!corpora)(
  'finds in each file of the veraPDF corpus what the file is named after',
  () => {
    const verdicts = listCorpus(corpora ?? '').map(judge);
    expect(verdicts.length).toBeGreaterThan(600);
    const wrong = verdicts.filter(({ agrees }) => !agrees);
    expect(
      wrong.map(({ file, found }) => `${file.level} ${basename(file.path)}: ${found.join(', ')}`),
    ).toEqual([]);
  },
  120_000,
);
