/** `checkPdf` of `pdfapi/check`. */
import { expect, it } from 'vitest';
import { checkPdf, PdfapiError } from '../../../src/library/check.ts';
import { createFileProtection } from '../../../src/pdf/protection/file-protection.ts';
import { protectPdf } from '../../../src/pdf/protection/protect-pdf.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { taggedPdf } from '../../support/pdf/tagged-pdf.ts';

it('checks the levels that the file claims, unless others are asked for', async () => {
  expect(await checkPdf(taggedPdf())).toMatchObject({
    checked: ['pdfa-3a', 'pdfua-1'],
    claimed: ['pdfa-3a', 'pdfua-1'],
  });
  const { checked, held, findings } = await checkPdf(taggedPdf(), { levels: ['pdfua-1', 'pdfua-1'] });
  expect({ checked, held, findings }).toEqual({ checked: ['pdfua-1'], held: ['pdfua-1'], findings: [] });
  const plain = await checkPdf(fixture('plain'));
  expect(plain).toMatchObject({ checked: ['pdfa-2b', 'pdfua-1'], claimed: [], held: [] });
  expect(plain.findings[0]).toMatchObject({
    level: 'pdfa-2b',
    standard: 'ISO 19005-2',
    clause: '6.1.3',
    test: 1,
  });
});

it('names what is wrong with a file that cannot be read', async () => {
  const locked = protectPdf(fixture('plain'), createFileProtection({ userPassword: 'secret' }));
  const error = await checkPdf(locked).catch((each) => each);
  expect(error).toBeInstanceOf(PdfapiError);
  expect(error).toMatchObject({ code: 'invalid_pdf', hint: expect.stringContaining('unlockPdf') });
  await expect(checkPdf(Buffer.from('<h1>'))).rejects.toMatchObject({
    code: 'invalid_pdf',
    message: expect.stringContaining('not a PDF'),
  });
  await expect(checkPdf(fixture('plain').subarray(0, 400))).rejects.toMatchObject({ code: 'invalid_pdf' });
});

it('refuses options that are no levels, and what is no bytes', async () => {
  for (const levels of [['pdfa-1b'], 'pdfa-2b', [null]]) {
    await expect(checkPdf(fixture('plain'), { levels: levels as never })).rejects.toMatchObject({
      code: 'invalid_option',
      errors: { levels: [expect.stringContaining('pdfa-2a, pdfa-2b')] },
    });
  }
  await expect(checkPdf('report.pdf' as never)).rejects.toMatchObject({ code: 'invalid_option' });
});
