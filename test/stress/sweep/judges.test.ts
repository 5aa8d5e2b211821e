/** The judges of the sweep must see what is lost, and call a refusal without help one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { comparePages, isDisputed } from '../../../bench/sweep/judges/compare-pages.ts';
import { ghostscript } from '../../../bench/sweep/judges/page-readers.ts';
import { missingJudges } from '../../../bench/sweep/judges/run-judge.ts';
import { hasRemedy } from '../../../bench/sweep/report/remedies.ts';
import { judgeOutcome } from '../../../bench/sweep/report/verdict.ts';
import { textPdf } from '../../../bench/sweep/work/sweep-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const canRead = !['pdftotext', 'pdftoppm', 'mutool'].some((name) =>
  missingJudges.some((one) => one === name),
);
if (!canRead) console.warn('The judges of the sweep are not tested: poppler or MuPDF is not installed');

function page(name: string, content: string): { readonly path: string } {
  const path = join(folder, name);
  writeFileSync(path, textPdf(300, 200, content));
  return { path };
}

it.each([
  ['poppler', ['poppler', 'MuPDF'], true],
  ['poppler', ['poppler'], false],
  ['qpdf', ['poppler', 'MuPDF'], false],
] as const)(
  'what %s alone finds, of the readers %j, another may dismiss: %s',
  (reader, readers, expected) => {
    const differences = [{ reader, what: 'a difference' }];
    expect(isDisputed({ differences, readers })).toBe(expected);
    const both = [...differences, { reader: 'MuPDF' as const, what: 'a difference' }];
    expect(isDisputed({ differences: both, readers })).toBe(false);
  },
);

describe.skipIf(!canRead)('pages are compared', () => {
  const text = 'BT /F 12 Tf 20 150 Td (Total 4711) Tj ET';
  const pairs = [{ before: 1, after: 1 }];
  const before = page('before.pdf', `${text} 1 0 0 RG 20 100 m 280 100 l S`);
  const compare = async (after: { readonly path: string }) =>
    (await comparePages({ before, after, texts: pairs, pictures: pairs })).differences.map(
      ({ reader, what }) => `${reader}: ${what.replace(/: .*/, '')}`,
    );

  it('and a copy is equal', async () => {
    expect(await compare(page('copy.pdf', `1 0 0 RG 20 100 m 280 100 l S ${text}`))).toEqual([]);
  });

  it.skipIf(missingJudges.includes('gs'))('by Ghostscript as well', async () => {
    const differencesTo = async (content: string) => {
      const after = page('third.pdf', content);
      return (await comparePages({ before, after, texts: pairs, pictures: pairs }, [ghostscript]))
        .differences;
    };
    expect(await differencesTo(`1 0 0 RG 20 100 m 280 100 l S ${text}`)).toEqual([]);
    expect(await differencesTo(text)).toMatchObject([{ reader: 'Ghostscript' }]);
    expect(await differencesTo('1 0 0 RG 20 100 m 280 100 l S')).toHaveLength(2);
  });

  it('and a line that is gone is seen by both readers', async () => {
    expect(await compare(page('no-line.pdf', text))).toEqual([
      'poppler: picture of page 1',
      'MuPDF: picture of page 1',
    ]);
  });

  it('and a digit that changed is seen in the text', async () => {
    const changed = await compare(
      page('digit.pdf', `${text.replace('4711', '4712')} 1 0 0 RG 20 100 m 280 100 l S`),
    );
    expect(changed).toEqual(expect.arrayContaining(['poppler: text of page 1', 'MuPDF: text of page 1']));
  });
});

it.each([
  ['The PDF is protected by a password.', 'Give the password in a file: --input-password-file', true],
  ['A protected PDF cannot be signed: unlock it first.', '', true],
  ['It has no startxref.', 'To repair it: pdfapi pages a.pdf -o b.pdf', true],
  ['There is no object at byte 628.', '', false],
  ['The PDF has no pages.', '', false],
])('a refusal with "%s %s" has a remedy: %s', (message, hint, expected) => {
  expect(hasRemedy({ code: 'invalid_pdf', exit: 5, message, hint })).toBe(expected);
});

describe('a difference', () => {
  const differs = {
    command: 'pages',
    status: 'done',
    warnings: [],
    differences: [{ reader: 'poppler', what: 'text of page 1' }],
    judges: ['poppler', 'MuPDF'],
  } as const;
  const judge = (fault: string, changes: object) =>
    judgeOutcome({ file: 'a.pdf', fault, outcomes: [] }, { ...differs, ...changes }).kind;

  it('is a loss without a warning', () => expect(judge('', {})).toBe('lost'));

  it('is none that a warning names', () => expect(judge('', { warnings: ['Repaired.'] })).toBe('warned'));

  it('is argued where the input is damaged and another reader agrees', () =>
    expect(judge('no xref', {})).toBe('argued'));

  it('is a loss in spite of both if the command was asked for what is missing', () => {
    const differences = [{ reader: 'poppler', what: 'the stamp is not seen', isAsked: true }];
    expect(judge('no xref', { differences, warnings: ['Repaired.'] })).toBe('lost');
  });
});
