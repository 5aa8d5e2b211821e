/** What docs/e-invoices.md says of profiles and errors. `test/stress/package/recipes.test.ts` runs its commands. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { sampleInvoice, sampleProfiles } from '../../support/e-invoice/sample-invoice.ts';

const text = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'docs/e-invoices.md'), 'utf8');

it('the table has the identifier of each profile', () => {
  for (const profile of sampleProfiles) {
    const [, identifier = ''] = new RegExp(`^\\| ${profile} +\\| \`([^\`]+)\``, 'm').exec(text) ?? [];
    expect(sampleInvoice(profile)).toContain(`<ram:ID>${identifier}</ram:ID>`);
  }
});

it('the example of an error is what the check says', () => {
  const xml = sampleInvoice('EN 16931').replace('unitCode="H87">10', 'unitCode="boxes">10');
  const [, start = '', end = ''] = /`("boxes" [^`]*)…([^`]*)`/.exec(text) ?? [];
  const messages = checkEInvoice(xml).findings.map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringContaining(start));
  expect(messages).toContainEqual(
    expect.stringMatching(new RegExp(end.slice(1).trim().replace(/[.?"]/g, '\\$&'))),
  );
  expect(end).toContain('XBX');
});
