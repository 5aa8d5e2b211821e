/** `mergePdfs` with intact, damaged and encrypted files. */
import { expect, it } from 'vitest';
import { mergePdfs } from '../../../src/index.ts';
import { buildPdf } from '../../support/pdf/build-pdf.ts';
import { encryptedPdf } from '../../support/pdf/reading/encryption/encrypted-pdf.ts';
import { readPdf } from '../../support/read-pdf.ts';

/** One page with this text. */
function onePage(text: string): Buffer {
  const content = `BT /F1 20 Tf 20 100 Td (${text}) Tj ET`;
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    4: `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  });
}

const locked = encryptedPdf({
  title: 'Locked',
  content: 'BT /F1 20 Tf 20 100 Td (Locked) Tj ET',
  password: 'secret',
});

it('merges documents in order, with titles and properties', async () => {
  const one = onePage('One');
  const { pdf, pages, warnings } = await mergePdfs([one, { pdf: onePage('Two'), title: 'Second' }], {
    metadata: { title: 'Both' },
  });
  const read = await readPdf(pdf);
  expect([pages, read.pages, read.info.Title, warnings]).toEqual([2, ['One', 'Two'], 'Both', []]);
  expect(read.outline).toContain('Second');
});

it('opens an encrypted document with its password, and names it without', async () => {
  const { pages } = await mergePdfs([{ pdf: locked, password: 'secret' }]);
  expect(pages).toBe(1);
  await expect(mergePdfs([onePage('One'), locked])).rejects.toMatchObject({
    code: 'invalid_pdf',
    message: expect.stringMatching(/^Document 2: .*password/),
    hint: 'Give its password as `password`.',
  });
});

it('repairs a document whose table of objects is lost', async () => {
  const whole = onePage('Damaged');
  const damaged = whole.subarray(0, whole.lastIndexOf('startxref'));
  const { pdf } = await mergePdfs([damaged]);
  expect((await readPdf(pdf)).pages).toEqual(['Damaged']);
});

it.each([
  [[], 'documents'],
  [['a.pdf'], 'documents.0'],
])('rejects %j, naming the document', async (documents, field) => {
  const failure = await mergePdfs(documents as never).catch((error) => error);
  expect([failure.code, Object.keys(failure.errors)]).toEqual(['invalid_option', [field]]);
});

it('stops between two documents when its signal aborts', async () => {
  const reason = new Error('stopped');
  await expect(mergePdfs([locked], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

it('takes pages of documents, and of the merged file', async () => {
  const three = (await mergePdfs(['One', 'Two', 'Three'].map(onePage))).pdf;
  const inputs = [{ pdf: three, pages: '3,1' }, onePage('Four'), { pdf: three, pages: '2' }];
  const { pdf, pages } = await mergePdfs(inputs);
  expect([pages, (await readPdf(pdf)).pages]).toEqual([4, ['Three', 'One', 'Four', 'Two']]);
  expect((await readPdf((await mergePdfs(inputs, { pages: 'last,-2' })).pdf)).pages).toEqual([
    'Two',
    'Three',
    'One',
  ]);
  const missing = 'Document 2: The document has 1 page; 2 selects none.';
  await expect(mergePdfs([three, { pdf: onePage('One'), pages: '2' }])).rejects.toMatchObject({
    code: 'invalid_option',
    message: missing,
    errors: { 'documents.1.pages': [missing] },
  });
  await expect(mergePdfs([{ pdf: three, pages: 'all' }])).rejects.toMatchObject({
    code: 'invalid_option',
    message: 'The documents.0.pages must be pages such as 1-3,7,9- or last.',
  });
  await expect(mergePdfs([three], { pages: 'all' })).rejects.toMatchObject({ code: 'invalid_option' });
});
