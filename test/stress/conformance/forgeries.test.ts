/**
 * Forged updates of signed documents as other readers show them. Where the check says that a signature holds and names no
 * change, each of them must show what it shows of the signed revision.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { popplerImage } from '../../support/images/poppler-image.ts';
import { pythonOfJudges } from '../../support/judges/python.ts';
import { type Reading, readPages } from '../../support/judges/read-pages.ts';
import { hasPoppler } from '../../support/pdf/installed.ts';
import { seenByPdfjs } from '../../support/pdf/with-pdfjs.ts';
import { allForgeries } from '../../support/signing/forgeries/all-forgeries.ts';
import type { Forgery } from '../../support/signing/forgeries/attack.ts';
import { judge } from '../../support/signing/forgeries/judge.ts';

const forgeries = await allForgeries();
const held = forgeries.filter(({ forged }) => judge(forged).verdict === 'nothing');
const cases = (list: readonly Forgery[]) => list.map((each) => [each.name, each.kind, each] as const);

if (!hasPoppler) console.warn('poppler is not installed: it shows no forgery.');

describe.skipIf(pythonOfJudges === undefined)('in pypdf, qpdf and MuPDF', () => {
  const readings = new Map<Uint8Array, Readonly<Record<string, Reading>>>();
  beforeAll(async () => {
    const pdfs = [...new Set(forgeries.flatMap(({ signed, forged }) => [signed, forged]))];
    const found = await readPages(String(pythonOfJudges), pdfs);
    for (const [index, pdf] of pdfs.entries()) readings.set(pdf, found[index] ?? {});
  }, 300_000);

  it.each(cases(held))('%s (%s) shows the signed page', (_name, _kind, { signed, forged }) => {
    for (const [reader, reading] of Object.entries(readings.get(forged) ?? {})) {
      expect({ [reader]: reading }).toEqual({ [reader]: readings.get(signed)?.[reader] });
    }
  });

  it('most attacks show another page, so that there is something to notice', () => {
    const isOther = ({ signed, forged }: Forgery) =>
      JSON.stringify(readings.get(signed)) !== JSON.stringify(readings.get(forged));
    expect(forgeries.filter(isOther).length).toBeGreaterThan(forgeries.length / 3);
  });
});

describe('in poppler and pdf.js', () => {
  it.skipIf(!hasPoppler).each(cases(held))(
    '%s (%s) has the pixels of the signed page',
    (_name, _kind, each) => {
      expect(shownByPoppler(each.forged)).toBe(shownByPoppler(each.signed));
    },
  );

  it.each(cases(held))(
    '%s (%s) has the text of the signed page',
    async (_name, _kind, { signed, forged }) => {
      const [before, after] = [await seenByPdfjs(signed), await seenByPdfjs(forged)];
      expect(after.text).toEqual(before.text);
    },
  );
});

/** The pixels, or undefined for a file that poppler does not open. */
function shownByPoppler(pdf: Uint8Array): string | undefined {
  try {
    return Buffer.from(popplerImage(pdf, 1, 36).data).toString('base64');
  } catch {
    return undefined;
  }
}
