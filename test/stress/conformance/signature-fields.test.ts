/** Signature fields of HTML, empty and signed, as veraPDF judges them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRenderer, signPdf } from '../../../src/index.ts';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { judgeByVeraPdf } from '../../support/judges/verapdf.ts';
import { otherBrowser } from '../../support/real-browser.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';

const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
afterAll(() => renderer.close());

const { identity } = makeIdentity();
const key = Buffer.from(
  [identity.key.export({ format: 'pem', type: 'pkcs8' }), identity.certificate].map(String).join(''),
);
const html = `<!doctype html><html lang="en"><title>Contract</title><h1>Contract</h1><p><a href="https://example.com">Terms of the example</a>
  <div data-pdfapi-signature="buyer" style="width: 6cm; height: 2cm; border: 1px solid"></div>
  <p>Signed <span data-pdfapi-signature="seller" style="display: inline-block; width: 6cm; height: 2cm">here</span>`;

it.skipIf(!findJudges())('fields are PDF/A-2a and PDF/UA-1 before and after each signature', async () => {
  const { pdf } = await renderer.html(html, { pdfa: '2a', pdfua: true });
  const one = await signPdf(pdf, { key, field: 'buyer', reason: 'Agreed' });
  const two = await signPdf(one.pdf, { key, field: 'seller' });
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  const files = [pdf, one.pdf, two.pdf].map((bytes, index) => {
    const file = join(folder, `${index}.pdf`);
    writeFileSync(file, bytes);
    return file;
  });
  for (const level of ['2a', 'ua1'] as const) {
    const verdicts = [...(await judgeByVeraPdf(files, level)).values()];
    expect(verdicts.map(({ valid, failures }) => ({ valid, failures }))).toEqual(
      files.map(() => ({ valid: true, failures: [] })),
    );
  }
});
