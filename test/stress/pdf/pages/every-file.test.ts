/** Random pages of files of many producers: everything that belongs to them stays, and nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePages, cleanPdf, compactPdf, PdfError } from '../../../../src/pdf/index.ts';
import { fixture, fixtures } from '../../../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, run } from '../../../support/pdf/installed.ts';
import { otherProducers } from '../../../support/pdf/merge/other-producers.ts';
import { type OutlineEntry, viewed } from '../../../support/pdf/merge/viewed.ts';

const files: readonly [name: string, pdf: Buffer][] = [
  ...fixtures.map((name): [string, Buffer] => [name, fixture(name)]),
  ...Object.entries(otherProducers),
];

/** As merging takes it: repaired if it is damaged. */
async function readable(pdf: Uint8Array): Promise<Uint8Array> {
  try {
    choosePages(pdf, [0]);
    return pdf;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return (await cleanPdf(pdf)).pdf;
  }
}

/** Some pages, each once, in any order. */
const selection = (count: number) =>
  fc.shuffledSubarray(
    Array.from({ length: count }, (_, i) => i),
    { minLength: 1 },
  );

/** The entries whose pages stay, and those above them. */
function kept(entries: readonly OutlineEntry[], places: ReadonlyMap<number, number>): OutlineEntry[] {
  return entries.flatMap(({ title, page, items }) => {
    const below = kept(items, places);
    const place = page === undefined ? undefined : places.get(page);
    return page === undefined || place !== undefined || below.length > 0
      ? [{ title, page: place, items: below }]
      : [];
  });
}

/** Levels of headings depend on the headings before them. */
const withoutLevels = (tags: readonly (readonly string[])[]) =>
  tags.map((page) => page.map((role) => role.replace(/^H\d$/, 'H')));

describe.each(files)('%s', (_, original) => {
  it('keeps what belongs to the pages', async () => {
    const source = await readable(original);
    const before = await viewed(source);
    await fc.assert(
      fc.asyncProperty(selection(before.text.length), fc.boolean(), async (indexes, compact) => {
        const pdf = compact ? compactPdf(source, undefined, indexes) : choosePages(source, indexes);
        const after = await viewed(pdf);
        const places = new Map(indexes.map((index, place) => [index, place]));
        const chosen = <Item>(items: readonly Item[]) => indexes.map((index) => items[index]);
        expect(after.text).toEqual(chosen(before.text));
        expect(after.geometry).toEqual(chosen(before.geometry));
        expect(after.links).toEqual(
          chosen(before.links).map((links = []) =>
            links.map((target) => (typeof target === 'number' ? places.get(target) : target)),
          ),
        );
        expect(withoutLevels(after.tags)).toEqual(chosen(withoutLevels(before.tags)));
        expect(after.outline).toEqual(kept(before.outline, places));
        expect(after.labels).toEqual(
          before.labels ? chosen(before.labels) : indexes.map((index) => String(index + 1)),
        );
        expect(after.attachments).toEqual(before.attachments);
        expect(after.layers).toEqual(before.layers);
        expect(after.info).toMatchObject({
          ...before.info,
          PDFFormatVersion: expect.anything(),
          IsLinearized: false,
        });
        expect(before.fields).toMatchObject(after.fields);
        if (hasQpdf) run('qpdf', ['--check', '{}'], pdf);
        if (hasPoppler) run('pdftotext', ['{}', '-'], pdf);
      }),
      { numRuns: 5, seed: 20_261_124 },
    );
  });
});
