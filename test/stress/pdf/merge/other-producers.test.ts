/** A merge of a file from another producer between two others loses nothing of any of them. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { cleanPdf, PdfError } from '../../../../src/pdf/index.ts';
import { checkMergeable } from '../../../../src/pdf/merge/check-mergeable.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { buildPdf, minimalObjects } from '../../../support/pdf/build-pdf.ts';
import { fixture } from '../../../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, pixels, qpdf, run } from '../../../support/pdf/installed.ts';
import { hybridFile, noPages, otherProducers } from '../../../support/pdf/merge/other-producers.ts';
import { type OutlineEntry, type Viewed, viewed } from '../../../support/pdf/merge/viewed.ts';

const [before, after] = [fixture('plain'), fixture('form')];
const around = Promise.all([viewed(before), viewed(after)]);

/** Adds the file unchanged if possible, otherwise repaired, as merging does. */
async function merged(pdf: Uint8Array, password?: string): Promise<Uint8Array> {
  const refused = codeOf(() => checkMergeable(pdf));
  try {
    const whole = mergeFiles([before, pdf, after]);
    expect(refused).toBeUndefined();
    return whole;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    expect(refused).toBe(error.code);
    return mergeFiles([before, (await cleanPdf(pdf, { password })).pdf, after]);
  }
}

/** Returns the code of the error, or undefined if there is none. */
function codeOf(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
}

const shifted = (entries: readonly OutlineEntry[], pages: number): OutlineEntry[] =>
  entries.map(({ title, page, items }) => ({
    title,
    page: page === undefined ? undefined : page + pages,
    items: shifted(items, pages),
  }));

/** Returns undefined if poppler complains about an input file. It must not complain about the merged one. */
function looksOf(pdf: Uint8Array): Buffer | undefined {
  try {
    return pixels(pdf);
  } catch {
    return undefined;
  }
}

/** Expects everything that a viewer finds in the three files in the merged one, with the same pixels. */
async function expectNothingLost(pdf: Uint8Array, whole: Uint8Array): Promise<void> {
  const [[first, last], own, all] = await Promise.all([around, viewed(pdf), viewed(whole)]);
  const parts: Viewed[] = [first, own, last];
  expect(all.text).toEqual(parts.flatMap(({ text }) => text));
  expect(all.geometry).toEqual(parts.flatMap(({ geometry }) => geometry));
  let page = 0;
  for (const [i, part] of parts.entries()) {
    const links = part.links.map((list) =>
      list.map((goal) => (typeof goal === 'number' ? goal + page : goal)),
    );
    expect(all.links.slice(page, page + part.text.length)).toEqual(links);
    expect(all.outline[i]?.page).toBe(page);
    expect(all.outline[i]?.items).toEqual(shifted(part.outline, page));
    page += part.text.length;
  }
  const middle = all.tags.slice(first.text.length, first.text.length + own.text.length);
  expect(
    middle.map((tags) => tags.filter((tag) => tag !== 'Document' && tag !== 'Part' && tag !== 'Root')),
  ).toEqual(
    own.tags.map((tags) => tags.filter((tag) => tag !== 'Document' && tag !== 'Part' && tag !== 'Root')),
  );
  expect(Object.values(all.fields).flat()).toEqual(
    parts.flatMap(({ fields }) => Object.values(fields).flat()),
  );
  expect(all.attachments).toEqual(own.attachments);
  expect(all.layers).toEqual(own.layers);
  if (own.labels) expect(all.labels?.slice(first.text.length)).toEqual([...own.labels, String(page)]);
  if (hasPoppler) {
    const looks = [before, pdf, after].map(looksOf);
    const seen = pixels(whole);
    if (looks.every((look) => look !== undefined)) expect(seen.equals(Buffer.concat(looks))).toBe(true);
  }
  if (hasQpdf) run('qpdf', ['--check', '{}'], whole);
}

describe('loses nothing of a file with', () => {
  it.each(Object.entries(otherProducers))('%s', async (_, pdf) => {
    await expectNothingLost(pdf, await merged(pdf));
  });
});

describe('loses nothing of a file written by', () => {
  it.each([true, false])('pdf-lib, object streams: %s', async (useObjectStreams) => {
    const document = await PDFDocument.load(fixture('form'));
    document
      .getForm()
      .createTextField('more')
      .addToPage(document.getPage(0), { x: 9, y: 9, width: 90, height: 20 });
    const pdf = await document.save({ useObjectStreams });
    await expectNothingLost(pdf, await merged(pdf));
  });

  it
    .runIf(hasQpdf)
    .each([
      '--linearize',
      '--qdf',
      '--object-streams=generate',
      '--object-streams=disable --stream-data=uncompress',
      '--newline-before-endstream --coalesce-contents',
      '--remove-unreferenced-resources=yes --force-version=1.3',
      '--linearize --object-streams=generate --recompress-flate',
    ])('qpdf %s', async (args) => {
    const pdf = qpdf(fixture('report'), args.split(' '));
    await expectNothingLost(pdf, await merged(pdf));
  });

  it.runIf(hasQpdf).each([
    ['that everybody may open', '', 'owner'],
    ['that needs a password', 'user', 'owner'],
  ])('qpdf, encrypted, %s', async (_, user, owner) => {
    const plain = fixture('report');
    const pdf = qpdf(plain, ['--encrypt', user, owner, '256', '--']);
    await expectNothingLost(plain, await merged(pdf, user || undefined));
  });
});

it('keeps objects that a hybrid file hides from old readers', async () => {
  const whole = await viewed(mergeFiles([before, hybridFile(), after]));
  expect(whole.links.slice(1, 3)).toEqual([[2], [2]]);
});

it('keeps two fields with one name in one document, but not across documents', async () => {
  const field = (value: string) => `<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Tx/T(name)/V(${value})>>`;
  const form = buildPdf({
    ...minimalObjects,
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[4 0 R 5 0 R]>>',
    4: field('one'),
    5: field('two'),
  });
  expect((await viewed(mergeFiles([before, form, form]))).fields).toEqual({
    name: ['one', 'two'],
    'name~2': ['one', 'two'],
  });
});

it('rejects a list that repeats one large page', () => {
  const pdf = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count 20000/Kids[${'3 0 R '.repeat(20_000)}]>>`,
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Large[${'(x)'.repeat(50_000)}]>>`,
  });
  expect(() => mergeFiles([pdf])).toThrow(expect.objectContaining({ code: 'too_large' }));
});

it('rejects a file without pages by its number, at any position', () => {
  for (const documents of [
    [noPages, before],
    [before, noPages],
  ]) {
    expect(() => mergeFiles(documents)).toThrow(/^Document [12]: The PDF has no pages\.$/);
  }
});

it('keeps the text of a hundred such files', async () => {
  const readable = Object.values(otherProducers).filter((pdf) => {
    try {
      return mergeFiles([pdf]).length > 0;
    } catch {
      return false;
    }
  });
  const all = [...readable, ...readable, ...readable].slice(0, 100);
  const whole = await viewed(mergeFiles(all));
  const single = await Promise.all(readable.map((pdf) => viewed(pdf)));
  const expected = all.flatMap((pdf) => single[readable.indexOf(pdf)]?.text ?? []);
  expect(whole.text).toEqual(expected);
});
