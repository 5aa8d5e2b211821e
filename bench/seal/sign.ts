/** Signs files of several sizes with several kinds of key, and verifies them. */
import { appendSignature } from '../../src/render/sealing/append-signature.ts';
import { verifySignatures } from '../../src/render/sealing/verify-signatures.ts';
import { makeIdentity } from '../../test/support/signing/make-identity.ts';
import { median } from '../median.ts';
import { documentOf, sizes } from './document-of.ts';
import { timed } from './timed.ts';

const date = new Date(0);

/** Returns the section of the results. */
export async function signSection(rounds: number): Promise<string> {
  const rows: string[] = [];
  for (const [title, size] of sizes) {
    const pdf = documentOf(size);
    for (const [key, type] of [
      ['RSA 2048', 'rsa2048'],
      ['RSA 4096', 'rsa4096'],
      ['P-256', 'p256'],
    ] as const) {
      const { identity } = makeIdentity(type);
      const times: { sign: number; verify: number }[] = [];
      let signed = pdf;
      for (let round = -Math.ceil(rounds / 3); round < rounds; round++) {
        const start = performance.now();
        signed = (await appendSignature(pdf, { identity, date })).pdf;
        const sign = performance.now() - start;
        const verify = timed(() => verifySignatures(signed));
        if (round >= 0) times.push({ sign, verify });
      }
      const cells = [
        title,
        key,
        pdf.length.toLocaleString('en'),
        median(times.map((each) => each.sign)).toFixed(1),
        median(times.map((each) => each.verify)).toFixed(1),
        (signed.length - pdf.length).toLocaleString('en'),
      ];
      rows.push(`| ${cells.join(' | ')} |`);
    }
  }
  return `## Sign: PAdES B-B

Medians of ${rounds} runs in milliseconds.

| what | key | bytes | signing | verifying | bytes more |
| --- | --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`;
}
