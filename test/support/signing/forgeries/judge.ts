/** What the check says of the first signature of a file. */
import { PdfError } from '../../../../src/pdf/index.ts';
import { verifySignatures } from '../../../../src/render/sealing/verify-signatures.ts';
import type { Verdict } from './attack.ts';

export function judge(pdf: Uint8Array): { readonly verdict: Verdict; readonly findings: readonly string[] } {
  try {
    const { signatures } = verifySignatures(pdf);
    const findings = signatures.flatMap((each) => each.findings);
    const isHeld = signatures.length > 0 && signatures.every(({ valid }) => valid);
    return {
      verdict: !isHeld ? 'error' : findings.some(({ code }) => code === 'changed') ? 'named' : 'nothing',
      findings: findings.map(({ severity, message }) => `${severity}: ${message}`),
    };
  } catch (error) {
    if (error instanceof PdfError) return { verdict: 'error', findings: [error.message] };
    throw error;
  }
}
