/** The own checker and veraPDF find the same rules broken, in every file of veraPDF's corpus. */
import { describe, expect, it } from 'vitest';
import { findCorpora, listCorpus } from '../../../bench/conformance/corpus.ts';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { compareChecker, describeComparison } from './compare-checker.ts';

const corpora = findCorpora();
if (!corpora) console.warn('The checker is not compared with veraPDF: PDFAPI_TEST_CORPORA names no corpora');

describe.skipIf(!findJudges() || !corpora)('the checker agrees with veraPDF', () => {
  const byLevel = Map.groupBy(corpora ? listCorpus(corpora) : [], ({ level }) => level);

  it.each([...byLevel])(
    'on the files for %s, rule by rule',
    async (level, files) => {
      const differences = await compareChecker(
        files.map(({ path }) => path),
        level,
      );
      expect(differences.map(describeComparison)).toEqual([]);
    },
    600_000,
  );
});
