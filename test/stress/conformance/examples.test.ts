/** The example templates, the pages of bench/corpus and merges of them, at each level, judged by veraPDF. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CorpusPage } from '../../../bench/corpus/corpus-page.ts';
import { librariesFolder } from '../../../bench/corpus/libraries-folder.ts';
import { behaviour } from '../../../bench/corpus/pages/behaviour.ts';
import { books } from '../../../bench/corpus/pages/books.ts';
import { charts } from '../../../bench/corpus/pages/charts.ts';
import { frameworks } from '../../../bench/corpus/pages/frameworks.ts';
import { styles } from '../../../bench/corpus/pages/styles.ts';
import { text } from '../../../bench/corpus/pages/text.ts';
import { missingLibraries, writePage } from '../../../bench/corpus/work-folder.ts';
import { mergePdfs } from '../../../src/index.ts';
import { findJudges } from '../../support/judges/judges-folder.ts';
import {
  isHelpful,
  judgePrinted,
  openForJudges,
  type Printed,
  printAtLevel,
  requestedStandards,
} from './print-at-levels.ts';

const examples = resolve(import.meta.dirname, '../../../templates-examples');
const names = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'data.json')));
const corpus: CorpusPage[] = [...charts, ...frameworks, ...text, ...styles, ...books, ...behaviour];
const hasCorpus = existsSync(librariesFolder);
if (!hasCorpus) console.warn('The pages of bench/corpus are not judged. First: npm run install-corpus');

describe.skipIf(!findJudges())('judged by veraPDF', () => {
  const judged = openForJudges('pdfapi-examples-', 2);
  const { folder } = judged;

  const example = (name: string) => ({
    template: join(examples, name),
    data: JSON.parse(readFileSync(join(examples, name, 'data.json'), 'utf8')),
  });

  it('every example conforms', async () => {
    const printed: Printed[] = [];
    for (const name of names) {
      for (const requested of requestedStandards) {
        // An e-invoice is PDF/A-3.
        if (requested.name !== '3a + UA' && existsSync(join(examples, name, 'invoice.xml'))) continue;
        const print = async (options: typeof requested.options) =>
          await judged.renderer.render({ ...example(name), ...options });
        printed.push(await printAtLevel(name, requested, folder, print));
      }
    }
    expect(printed.flatMap(({ name, rejected = [] }) => rejected.map((each) => `${name}: ${each}`))).toEqual(
      [],
    );
    expect(await judgePrinted(printed)).toEqual([]);
  }, 600_000);

  it('an example without tags is rejected with what is wrong', async () => {
    for (const name of ['letter', 'editor-invoice']) {
      for (const options of [{ pdfa: '3a' as const }, { pdfua: true }]) {
        const untagged = { ...example(name), tags: false, ...options };
        await expect(judged.renderer.render(untagged)).rejects.toMatchObject({
          code: 'invalid_option',
          message: expect.stringContaining('tags'),
        });
      }
    }
  });

  it('a merge of documents that conform conforms', async () => {
    const printed: Printed[] = [];
    for (const requested of requestedStandards) {
      const parts = [];
      for (const name of ['letter', 'invoice', 'editor-invoice', 'certificate']) {
        parts.push(await judged.renderer.render({ ...example(name), ...requested.options }));
      }
      const plain = await judged.renderer.render(example('letter'));
      const print = (pdfs: readonly { readonly pdf: Uint8Array }[]) => (options: typeof requested.options) =>
        mergePdfs(
          pdfs.map(({ pdf }) => pdf),
          { ...options, metadata: { title: 'All' } },
        );
      printed.push(await printAtLevel('merged', requested, folder, print(parts)));
      // Nothing is wrong with a part that does not say that it conforms.
      printed.push(await printAtLevel('merged-plain', requested, folder, print([...parts, plain])));
    }
    expect(printed.flatMap(({ name, rejected = [] }) => rejected.map((each) => `${name}: ${each}`))).toEqual(
      [],
    );
    expect(await judgePrinted(printed)).toEqual([]);
  }, 600_000);

  it.skipIf(!hasCorpus)(
    'every page of the corpus conforms, or is rejected with what is wrong',
    async () => {
      const printed: Printed[] = [];
      const only = process.env.PDFAPI_TEST_PAGE;
      for (const page of corpus) {
        if (missingLibraries(page, librariesFolder).length > 0 || (only && page.name !== only)) continue;
        const assets = join(folder, page.name);
        const file = writePage(page, assets, librariesFolder);
        for (const requested of requestedStandards) {
          printed.push(
            await printAtLevel(page.name, requested, folder, (options) =>
              judged.renderer.html(readFileSync(file), {
                ...options,
                assets,
                twig: !page.options?.includes('--no-twig'),
              }),
            ),
          );
        }
      }
      expect(printed.length).toBeGreaterThan(0);
      const rejected = printed.filter((each) => each.rejected);
      console.warn(
        `${printed.length - rejected.length} of ${printed.length} conform:\n${rejected
          .map((each) => `${each.name}, ${each.requested.name}: ${each.rejected?.join(' | ')}`)
          .join('\n')}`,
      );
      expect(rejected.flatMap((each) => each.rejected ?? []).filter((each) => !isHelpful(each))).toEqual([]);
      expect(await judgePrinted(printed)).toEqual([]);
    },
    1_800_000,
  );
});
