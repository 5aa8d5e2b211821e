/**
 * The level B-LT as pyHanko judges it: with our root as the only trust, and with nothing but the evidence inside of the PDF.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRenderer, signPdf } from '../../../src/index.ts';
import { pythonOfJudges } from '../../support/judges/python.ts';
import { otherBrowser } from '../../support/real-browser.ts';
import { startAuthorities } from '../../support/signing/start-authorities.ts';

const authorities = await startAuthorities();
const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
afterAll(async () => {
  authorities.close();
  await renderer.close();
});

const script = `
import asyncio, json, sys
from asn1crypto import crl, ocsp
from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import async_validate_pdf_signature
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko_certvalidator import ValidationContext

async def main(path, root):
    reader = PdfFileReader(open(path, 'rb'))
    dss = DocumentSecurityStore.read_dss(reader)
    context = lambda: ValidationContext(
        trust_roots=[load_cert_from_pemder(root)],
        other_certs=list(dss.load_certs()),
        ocsps=[ocsp.OCSPResponse.load(each.get_object().data) for each in dss.ocsps],
        crls=[crl.CertificateList.load(each.get_object().data) for each in dss.crls],
        allow_fetching=False,
        revocation_mode='require',
    )
    found = []
    for signature in reader.embedded_signatures:
        status = await async_validate_pdf_signature(signature, context(), context())
        stamp = status.timestamp_validity
        found.append([signature.field_name, status.bottom_line, status.trusted, bool(stamp and stamp.trusted)])
    print(json.dumps(found))

asyncio.run(main(*sys.argv[1:]))
`;

it.skipIf(pythonOfJudges === undefined)(
  'its evidence proves each signature, and a changed file is noticed',
  async () => {
    const { identity, root, timestampUrl: timestamp } = authorities;
    const key = Buffer.from(
      [identity.key.export({ format: 'pem', type: 'pkcs8' }), identity.certificate].map(String).join(''),
    );
    const box = 'style="width: 6cm; height: 2cm"';
    const html = `<!doctype html><html lang="en"><title>Contract</title><h1>Contract</h1>
    <div data-pdfapi-signature="buyer" ${box}></div><div data-pdfapi-signature="seller" ${box}></div>`;
    const long = { key, timestamp, longTerm: true };
    const tagged = await renderer.html(html, { pdfa: '2a', pdfua: true, sign: { ...long, field: 'buyer' } });
    expect(judge(tagged.pdf, String(root.certificate))).toEqual([['buyer', true, true, true]]);
    // A second one only without tags: pyHanko accepts no change of a field that the structure refers to, as to any field of a
    // tagged PDF.
    const one = await renderer.html(html, { tags: false, sign: { ...long, field: 'buyer' } });
    const two = await signPdf(one.pdf, { ...long, field: 'seller', reason: 'Agreed' });
    expect([tagged.warnings, one.warnings, two.warnings]).toEqual([[], [], []]);
    expect(judge(two.pdf, String(root.certificate))).toEqual([
      ['buyer', true, true, true],
      ['seller', true, true, true],
    ]);
    const changed = Buffer.from(two.pdf);
    changed.write('(Denied', changed.indexOf('(Agreed)', 0, 'latin1'), 'latin1');
    expect(judge(changed, String(root.certificate)).at(-1)?.[1]).toBe(false);
  },
);

function judge(pdf: Uint8Array, root: string): readonly (readonly unknown[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  const [file, trust, program] = ['signed.pdf', 'root.pem', 'judge.py'].map((name) => join(folder, name));
  for (const [path, content] of [
    [file, pdf],
    [trust, root],
    [program, script],
  ] as const) {
    writeFileSync(String(path), content);
  }
  const { stdout, stderr } = spawnSync(String(pythonOfJudges), [program, file, trust].map(String), {
    encoding: 'utf8',
  });
  if (!stdout.startsWith('[')) throw new Error(stderr);
  return JSON.parse(stdout);
}
