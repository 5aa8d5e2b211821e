/** The levels of signatures as the EU's validator judges them, with our root as the only trust, and nothing fetched. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRenderer, signPdf } from '../../../src/index.ts';
import { findJudges, signatureJudges } from '../../support/judges/judges-folder.ts';
import { runJava } from '../../support/judges/run-java.ts';
import { otherBrowser } from '../../support/real-browser.ts';
import { startAuthorities } from '../../support/signing/start-authorities.ts';

const isInstalled = findJudges(signatureJudges);
const authorities = await startAuthorities();
const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
afterAll(async () => {
  authorities.close();
  await renderer.close();
});

it.skipIf(!isInstalled)('B-B, B-T and B-LT are what they claim, and a changed file is noticed', async () => {
  const { identity, root, timestampUrl: timestamp } = authorities;
  const key = Buffer.from(
    [identity.key.export({ format: 'pem', type: 'pkcs8' }), identity.certificate].map(String).join(''),
  );
  const html = `<!doctype html><html lang="en"><title>Contract</title><h1>Contract</h1>
    <div data-pdfapi-signature="buyer" style="width: 6cm; height: 2cm"></div>`;
  const { pdf } = await renderer.html(html);
  const long = { key, timestamp, longTerm: true };
  const lasting = (await signPdf(pdf, { ...long, field: 'buyer', reason: 'Agreed' })).pdf;
  const changed = Buffer.from(lasting);
  changed.write('(Denied', changed.indexOf('(Agreed)', 0, 'latin1'), 'latin1');
  const files = {
    basic: (await signPdf(pdf, { key })).pdf,
    timed: (await signPdf(pdf, { key, timestamp })).pdf,
    lasting,
    twice: (await signPdf(lasting, long)).pdf,
    certified: (await signPdf(pdf, { ...long, certify: 'fill' })).pdf,
    changed,
  };
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const trust = write('root.pem', String(root.certificate));
  const paths = Object.entries(files).map(([name, content]) => write(`${name}.pdf`, content));
  const lines = await runJava('Dss', [trust], paths);
  const verdicts = lines.map((line) =>
    (JSON.parse(line) as readonly Readonly<Record<string, unknown>>[])
      .map(({ format, indication, subIndication }) => `${format} ${indication} ${subIndication}`)
      .join('; '),
  );
  // Without what proves that no certificate was revoked, it leaves open whether B-B and B-T are to be trusted.
  const passed = 'PAdES-BASELINE-LT TOTAL_PASSED null';
  expect(Object.fromEntries(Object.keys(files).map((name, index) => [name, verdicts[index]]))).toEqual({
    basic: expect.stringMatching(/^PAdES-BASELINE-B INDETERMINATE \w*CHAIN\w*$/),
    timed: expect.stringMatching(/^PAdES-BASELINE-T INDETERMINATE \w*CHAIN\w*$/),
    lasting: passed,
    twice: `${passed}; ${passed}`,
    certified: passed,
    changed: 'PAdES-BASELINE-LT TOTAL_FAILED HASH_FAILURE',
  });
});
