/** `pages` of PDFs that are too large for memory: their pictures go from file to file. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { arrangePages, cleanPdf, createFileProtection, protectPdf } from '../../../src/pdf/index.ts';
import { mergeFiles } from '../../../src/pdf/merge/merge-files.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { hasPoppler, hasQpdf, pixels, run as runReader } from '../../support/pdf/installed.ts';
import { findDifference } from '../../support/pdf/same-document.ts';
import { scans } from '../../support/pdf/scans.ts';
import { run } from '../../support/run.ts';

/** 40 MB. */
const book = mergeFiles([scans(1), scans(2)]);

function folderWithBook(pdf: Uint8Array = book): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'book.pdf'), pdf);
  return cwd;
}

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, i) => start + i);
const bookOf = (...pages: number[]) => arrangePages(book, () => ({ pages })).pdf;

it('chooses, repeats and turns pages as in memory', async () => {
  const cwd = folderWithBook();
  const args = ['pages', 'book.pdf', '--pages', '20,3,3', '--rotate', '+90:1', '-o', 'chosen.pdf', '--json'];
  const { exitCode, stdout } = await run(args, { cwd });
  expect(exitCode).toBe(0);
  const chosen = readFileSync(join(cwd, 'chosen.pdf'));
  expect(JSON.parse(stdout)).toMatchObject({ pages: 3, bytes: chosen.length });
  const turns = [{ degrees: 90, isRelative: true, pages: [0] }];
  const expected = arrangePages(book, () => ({ pages: [19, 2, 2], turns })).pdf;
  expect(findDifference(chosen, expected)).toBe(undefined);
  if (hasQpdf) expect(runReader('qpdf', ['--check', '{}'], chosen)).toContain('No syntax or stream');
  if (hasPoppler) expect(pixels(chosen).equals(pixels(expected))).toBe(true);
});

it('writes the same bytes from wherever the file is', async () => {
  const [one, other] = [folderWithBook(), folderWithBook()];
  for (const cwd of [one, other])
    await run(['pages', 'book.pdf', '--pages', '2-4', '-o', 'out.pdf'], { cwd });
  const read = (cwd: string) =>
    readFileSync(join(cwd, 'out.pdf'), 'latin1').replaceAll(
      /\/ModDate\s?\([^)]*\)|<xmp:[^/]*\/xmp:\w+>/g,
      '',
    );
  expect(read(one)).toBe(read(other));
});

it('splits a PDF, also by the size of the parts', async () => {
  const cwd = folderWithBook();
  expect(
    (await run(['pages', 'book.pdf', '--split-every', '15', '-o', 'every-{{ part }}.pdf'], { cwd })).exitCode,
  ).toBe(0);
  const parts = [1, 2].map((part) => readFileSync(join(cwd, `every-${part}.pdf`)));
  expect(findDifference(parts[0] as Buffer, bookOf(...range(0, 15)))).toBe(undefined);
  expect(findDifference(parts[1] as Buffer, bookOf(...range(15, 20)))).toBe(undefined);

  const bySize = await run(
    ['pages', 'book.pdf', '--split-size', '8MB', '-o', 'size-{{ part }}.pdf', '--json'],
    {
      cwd,
    },
  );
  const { files } = JSON.parse(bySize.stdout);
  let page = 0;
  for (const { path, pages, bytes } of files) {
    const pdf = readFileSync(join(cwd, path));
    expect([pdf.length, pdf.length <= 8e6]).toEqual([bytes, true]);
    expect(findDifference(pdf, bookOf(...range(page, page + pages)))).toBe(undefined);
    page += pages;
  }
  // A page has 2 MB and a little more.
  expect([page, files[0].pages]).toEqual([20, 3]);
});

it('reads a locked PDF and locks the result', async () => {
  const protection = createFileProtection({ userPassword: 'old' });
  const cwd = folderWithBook(protectPdf(book, protection));
  writeFileSync(join(cwd, 'old.txt'), 'old');
  writeFileSync(join(cwd, 'new.txt'), 'new');
  const args = ['pages', 'book.pdf', '--pages', '5-6', '--input-password-file', 'old.txt'];
  const { exitCode } = await run([...args, '--password-file', 'new.txt', '-o', 'out.pdf'], { cwd });
  expect(exitCode).toBe(0);
  const { pdf } = await cleanPdf(readFileSync(join(cwd, 'out.pdf')), { password: 'new' });
  if (hasPoppler) expect(pixels(pdf).equals(pixels(bookOf(4, 5)))).toBe(true);

  const without = await run(['pages', 'book.pdf', '--pages', '1', '-o', 'none.pdf'], { cwd });
  expect([without.exitCode, without.stderr]).toEqual([
    5,
    expect.stringContaining('error: book.pdf: The PDF is protected by a password.'),
  ]);
  expect(readdirSync(cwd).toSorted()).toEqual(['book.pdf', 'new.txt', 'old.txt', 'out.pdf']);
});

it('makes one document of several and chooses its pages', async () => {
  const cwd = temporaryFolder();
  for (const number of [1, 2]) writeFileSync(join(cwd, `${number}.pdf`), scans(number));
  await run(['pages', '1.pdf:2-4', '2.pdf', '--pages', '4,1', '-o', 'both.pdf'], { cwd });
  const both = readFileSync(join(cwd, 'both.pdf'));
  const expected = bookOf(10, 1);
  if (hasPoppler) expect(pixels(both).equals(pixels(expected))).toBe(true);
  expect(both.length).toBeLessThan(expected.length + 2000);
});
