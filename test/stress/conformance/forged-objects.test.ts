/**
 * Every object of a forged update, as this program and other readers find it: a check that looks at other objects than those
 * that viewers show says nothing about the page.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { PdfError } from '../../../src/pdf/index.ts';
import { pythonOfJudges } from '../../support/judges/python.ts';
import { type ObjectTexts, othersObjects, ownObjects } from '../../support/judges/read-objects.ts';
import { allForgeries } from '../../support/signing/forgeries/all-forgeries.ts';
import type { Forgery } from '../../support/signing/forgeries/attack.ts';
import { judge } from '../../support/signing/forgeries/judge.ts';

const forgeries = await allForgeries();
const read = forgeries.flatMap((forgery) => {
  const own = ownObjectsOf(forgery);
  return own ? [{ forgery, pdf: forgery.forged, own }] : [];
});

/** Damage that others repair or overlook, and that is an error here: each of these files fails the check. */
const mended: ReadonlySet<string> = new Set([
  'Prev missing',
  'Prev 0',
  'Prev to itself',
  'same content in another generation',
  'signed content listed in another generation',
]);

describe.skipIf(pythonOfJudges === undefined)('objects as pypdf, qpdf and MuPDF read them', () => {
  let others: readonly Readonly<Record<string, ObjectTexts | undefined>>[] = [];
  beforeAll(async () => {
    others = await othersObjects(String(pythonOfJudges), read);
  }, 300_000);

  it.each(
    read.map(({ forgery, own }, index) => [forgery.name, forgery.kind, { forgery, own, index }] as const),
  )('%s (%s)', (_name, _kind, { forgery, own, index }) => {
    const { verdict } = judge(forgery.forged);
    if (mended.has(forgery.name)) expect(verdict).toBe('error');
    const readers = Object.entries(others[index] ?? {});
    for (const [key, text] of own) {
      const found = readers.flatMap(([name, texts]) => (texts ? [{ name, text: texts.get(key) }] : []));
      const areAlike = new Set(found.map((each) => each.text)).size === 1;
      // What a signature vouches for is what everybody reads. Elsewhere readers may make different things of a file.
      if (verdict === 'nothing' || (areAlike && !mended.has(forgery.name)))
        expect(found, key).toEqual(found.map(({ name }) => ({ name, text })));
    }
  });

  it('are read by at least two of the three in nearly every file', () => {
    const isJudged = (each: Readonly<Record<string, unknown>>) =>
      Object.values(each).filter(Boolean).length > 1;
    expect(others.filter(isJudged).length).toBeGreaterThan(0.9 * read.length);
  });
});

/** Returns undefined if this program refuses to read the file. */
function ownObjectsOf({ forged }: Forgery): ObjectTexts | undefined {
  try {
    return ownObjects(forged);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
