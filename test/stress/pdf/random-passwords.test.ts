/** Random passwords, of any script and up to the longest, open their files in other readers. */
import fc from 'fast-check';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import { createFileProtection, findPasswordProblem, protectPdf } from '../../../src/pdf/index.ts';
import { maxPasswordBytes, normalizePassword } from '../../../src/pdf/reading/encryption/prepare-password.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { hasMutool, hasPoppler, hasQpdf, run } from '../../support/pdf/installed.ts';
import { rounds } from '../../support/rounds.ts';

const seed = Number(process.env.PDFAPI_TEST_SEED ?? 1);
const plain = fixture('untitled');
/** Each run has two passwords. */
const runs = rounds(20);

const scripts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 140 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'אבגדהשלום'), maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(...'密码中文鍵', '🔑', 'é', 'ﬁ', '\u00a0', '\u00ad', 'Ⅸ'),
    maxLength: 30,
  }),
  // As long as a password may be.
  fc.string({ unit: fc.constantFrom('x', 'é', '密'), minLength: 1, maxLength: 127 }).map((text) => {
    const cut = [...text]
      .filter((_, i) => Buffer.byteLength([...text].slice(0, i + 1).join('')) <= 127)
      .join('');
    return cut + 'x'.repeat(maxPasswordBytes - Buffer.byteLength(cut));
  }),
);
const password = scripts.filter((text) => findPasswordProblem(text) === undefined);
const pair = fc.tuple(password, password).filter(([a, b]) => normalizePassword(a) !== normalizePassword(b));

/** Pages that pdf.js shows. It hashes a password as it is typed. */
async function opens(pdf: Uint8Array, given: string): Promise<number> {
  const data = Uint8Array.from(pdf);
  const task = getDocument({ data, password: given, verbosity: VerbosityLevel.ERRORS });
  try {
    return (await task.promise).numPages;
  } finally {
    await task.destroy();
  }
}

it('opens with either password and not with another', async () => {
  let [count, longest, unicode] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(pair, async ([userPassword, ownerPassword]) => {
      const pdf = protectPdf(
        plain,
        createFileProtection({ userPassword, ownerPassword, permissions: ['print'] }),
      );
      const [user, owner] = [normalizePassword(userPassword), normalizePassword(ownerPassword)];
      expect(await opens(pdf, user)).toBe(1);
      expect(await opens(pdf, owner)).toBe(1);
      // Our own reader takes passwords as they were typed.
      expect(new PdfReader(pdf, { password: userPassword }).access?.isOwner).toBe(false);
      expect(new PdfReader(pdf, { password: ownerPassword }).access?.isOwner).toBe(true);
      // Programs take some seconds for all of them. An argument cannot begin like a switch.
      const isPlain = !/^[-@]/.test(user) && !user.includes('\0');
      if (count % 10 === 0) {
        await expect(opens(pdf, `${user.slice(0, 60)}~`)).rejects.toMatchObject({
          name: 'PasswordException',
        });
        if (isPlain) {
          if (hasQpdf) run('qpdf', ['--check', `--password=${user}`, '{}'], pdf);
          // The tools of poppler take 32 bytes.
          if (hasPoppler && Buffer.byteLength(user) <= 32) run('pdfinfo', ['-upw', user, '{}'], pdf);
          if (hasMutool) run('mutool', ['info', '-p', user, '{}'], pdf);
        }
      }
      count++;
      longest = Math.max(longest, Buffer.byteLength(user), Buffer.byteLength(owner));
      if (/[^\0-\x7f]/.test(user)) unicode++;
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
  if (!hasQpdf || !hasPoppler || !hasMutool)
    console.warn('Not all of qpdf, poppler and mutool are installed.');
  expect(longest).toBe(maxPasswordBytes);
  expect(unicode).toBeGreaterThan(runs / 5);
}, 600_000);
