/** Signatures made and checked. The library has no check: what the command runs in a thread runs in this process, which may be ended. */
import { readFileSync } from 'node:fs';
import { checkFile } from '../../../src/conformance/check-conformance.ts';
import { verifySignatures } from '../../../src/render/sealing/verify-signatures.ts';
import { comparePages, type Difference } from '../judges/compare-pages.ts';
import { lostSignatures } from '../judges/lost-signatures.ts';
import { seenSignatures } from '../judges/other-judges.ts';
import { signPdf } from './library.ts';
import type { SweepCommand } from './sweep-command.ts';

const valid = 'Signature is Valid.';

export const sign: SweepCommand = {
  name: 'sign',
  output: 'signed.pdf',
  run: ({ bytes, tools }) => signPdf(bytes, { key: new Uint8Array(readFileSync(tools.key)) }),
  words: ({ path, tools }) => ['sign', path, '--key', tools.key],
  async judge(input) {
    const [before, after] = [{ path: input.path }, { path: input.output('signed.pdf') }];
    const pair = { before: 1, after: 1 };
    const compared = await comparePages({ before, after, texts: [], pictures: [pair] }, input.comparing);
    const differences = [...compared.differences, ...(await lostSignatures(before, after))];
    const signed = new Uint8Array(readFileSync(after.path));
    if (Buffer.compare(signed.subarray(0, input.bytes.length), input.bytes) !== 0) {
      differences.push({ reader: 'pdfapi', what: 'earlier bytes changed' });
    }
    const [was = [], is = []] = await Promise.all([seenSignatures(before), seenSignatures(after)]);
    const fresh = is.filter(({ verdict }) => verdict === valid).length;
    const known = was.filter(({ verdict }) => verdict === valid).length;
    if (fresh !== known + 1) {
      differences.push({
        reader: 'pdfsig',
        what: `${known} valid signatures became ${fresh}`,
        isAsked: true,
      });
    }
    const { signatures } = verifySignatures(signed);
    if (!signatures.some((one) => one.valid && one.coversFile)) {
      const why = signatures.map(({ findings }) => findings[0]?.message).join(' ');
      differences.push({
        reader: 'pdfapi',
        what: `check finds no valid new signature: ${why}`,
        isAsked: true,
      });
    }
    return { differences, readers: [...compared.readers, 'pdfsig', 'pdfapi'] };
  },
};

/** As many signatures as poppler sees, and none of them valid whose bytes poppler finds changed. */
export const check: SweepCommand = {
  name: 'check',
  async run({ bytes }) {
    const { facts } = checkFile(bytes);
    if (facts.signatures > 0) verifySignatures(bytes);
    return { warnings: [] };
  },
  words: ({ path }) => ['check', path],
  async judge({ path, bytes }) {
    const seen = await seenSignatures({ path });
    const { signatures } = seen?.length === 0 ? { signatures: [] } : verifySignatures(bytes);
    const differences = (seen ?? []).flatMap(({ field, verdict }): Difference[] => {
      // pdfsig does not read signatures of every kind, such as Ed25519: then it does not judge.
      if (verdict !== valid && !/Digest Mismatch|Signature is Invalid/.test(verdict)) return [];
      const ours = signatures.find((one) => one.field === field);
      if (!ours) return [{ reader: 'pdfsig', what: `signature ${field} is not found by check` }];
      const why = ours.findings.find(({ severity }) => severity === 'error')?.message;
      if (ours.valid === (verdict === valid)) return [];
      // A signature over bytes that did not change may be invalid for what was changed after it.
      if (verdict === valid && ours.findings.some(({ code }) => code === 'changed' || code === 'not_covered'))
        return [];
      return [{ reader: 'pdfsig', what: `${field}: ${verdict} check: ${ours.valid ? 'valid' : why}` }];
    });
    return { differences, readers: ['pdfsig'] };
  },
};
