/**
 * Invoices judged by others: those of every profile by Mustang, and thousands of systematic faults by the official
 * Schematron rules of EN 16931.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findCorpora } from '../../../bench/conformance/corpus.ts';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { mutate } from '../../support/e-invoice/mutations.ts';
import { sampleCategories, sampleInvoice, sampleProfiles } from '../../support/e-invoice/sample-invoice.ts';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { judgeByMustang } from '../../support/judges/mustang.ts';
import { judgeBySchematron } from '../../support/judges/schematron.ts';

const hasJudges = findJudges();
const corpora = findCorpora();
if (!corpora)
  console.warn('Not judged by the rules of EN 16931: set PDFAPI_TEST_CORPORA to a folder that has them.');
const norm = join(corpora ?? '', 'en16931/cii');

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-e-invoices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, xml: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, xml);
  return file;
}

/** Our errors that the rules of EN 16931 know: not those of elements and values, nor one that Factur-X adds. */
function brokenRules(xml: string): readonly string[] {
  const errors = checkEInvoice(xml).findings.filter(({ severity }) => severity === 'error');
  const rules = new Set(errors.map(({ rule }) => rule));
  for (const other of ['schema', 'xml', 'BR-CO-27']) rules.delete(other);
  return [...rules].sort();
}

/** Three of the official examples are older than the norm's identifier. */
const official = () =>
  readdirSync(join(norm, 'examples')).map((name) => {
    const xml = readFileSync(join(norm, 'examples', name), 'utf8');
    return {
      name,
      xml: xml.replace('urn:ferd:CrossIndustryDocument:invoice:1p0:comfort', 'urn:cen.eu:en16931:2017'),
    };
  });

describe.skipIf(!hasJudges)('Mustang', () => {
  it('accepts the invoices of every profile and VAT category that we accept', async () => {
    const files = sampleProfiles.flatMap((profile) =>
      sampleCategories.map((category) =>
        write(`${profile}-${category}.xml`, sampleInvoice(profile, category)),
      ),
    );
    const verdicts = await judgeByMustang(files);
    const rejected = [...verdicts].filter(([, { valid }]) => !valid);
    expect(
      rejected.map(([file, { findings }]) => [file, findings.filter(({ severity }) => severity === 'error')]),
    ).toEqual([]);
    expect(verdicts.size).toBe(54);
  }, 600_000);
});

describe.skipIf(!hasJudges || !corpora)('the rules of EN 16931', () => {
  const rules = join(norm, 'schematron/preprocessed/EN16931-CII-validation-preprocessed.sch');

  it('accept the official examples, and so do we', async () => {
    const examples = official();
    const verdicts = await judgeBySchematron(
      rules,
      examples.map(({ name, xml }) => write(name, xml)),
    );
    expect(examples.map(({ name, xml }) => [name, brokenRules(xml)])).toEqual(
      examples.map(({ name }, index) => [name, [...(verdicts[index] ?? [])].sort()]),
    );
    expect(examples.length).toBe(15);
  }, 120_000);

  it('find the same faults in systematic changes of the examples', async () => {
    const originals = [
      ...official(),
      ...sampleCategories.map((category) => ({ name: category, xml: sampleInvoice('EN 16931', category) })),
    ];
    const all = originals.flatMap(({ name, xml }) =>
      [...mutate(xml)]
        .filter((_, index) => index % 5 === 0)
        .map((mutation) => ({ name: `${name}: ${mutation.name}`, xml: mutation.xml })),
    );
    const verdicts = await judgeBySchematron(
      rules,
      all.map(({ xml }, index) => write(`${index}.xml`, xml)),
    );
    const judged = all.flatMap(({ name, xml }, index) => {
      const theirs = verdicts[index];
      // Without a known profile there are no rules to apply.
      if (!theirs || checkEInvoice(xml).profile === undefined) return [];
      return [{ name, ours: brokenRules(xml).join(' '), theirs: [...theirs].sort().join(' ') }];
    });
    const different = judged.filter(({ ours, theirs }) => ours !== theirs);
    const faulty = judged.filter(({ theirs }) => theirs !== '');
    const found = new Set(faulty.flatMap(({ theirs }) => theirs.split(' ')));
    console.info(
      `${judged.length} changes judged, ${faulty.length} of them faulty by ${found.size} rules; ${different.length} differ.`,
    );
    expect(different).toEqual([]);
    expect(faulty.length).toBeGreaterThan(1000);
    expect(found.size).toBeGreaterThan(150);
  }, 600_000);
});
