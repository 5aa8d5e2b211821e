/** Invoices and credit notes in UBL judged by the official rules of EN 16931, XRechnung and Peppol: good ones, and thousands of faults. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { folderTree } from '../../../src/template/load/folder-tree.ts';
import { readTemplate } from '../../../src/template/load/read-template.ts';
import { compile } from '../../../src/twig/index.ts';
import { mutate } from '../../support/e-invoice/mutations.ts';
import { sampleCategories } from '../../support/e-invoice/sample-invoice.ts';
import { sampleUbl, ublProfiles } from '../../support/e-invoice/sample-ubl.ts';
import { templateInvoices } from '../../support/e-invoice/template-invoices.ts';
import { documentJudges, findJudges, ublJudges } from '../../support/judges/judges-folder.ts';
import { judgeByMustang } from '../../support/judges/mustang.ts';
import { judgeBySchematron, ublRules } from '../../support/judges/schematron.ts';

const rules = {
  'EN 16931': ublRules('phive-rules-en16931-4.3.7.jar', '1.3.16/ubl/EN16931-UBL-validation.xslt'),
  XRECHNUNG: ublRules('phive-rules-xrechnung-4.2.3.jar', '3.0.2/XRechnung-UBL-validation.xslt'),
  PEPPOL: ublRules('phive-rules-peppol-4.3.7.jar', 'openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL.xslt'),
} as const;

const exampleFolder = resolve(import.meta.dirname, '../../../templates-examples/e-invoice');
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-ubl-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, xml: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, xml);
  return file;
}

/** Which rules are about the norm, and which about the profile, whose artefacts have only their own. */
const isOfNorm = (rule: string) => /^(?:BR-(?!DE-)|UBL-)/.test(rule);

function brokenRules(xml: string, isWanted: (rule: string) => boolean): string {
  const { findings } = checkEInvoice(xml);
  const errors = findings.filter(({ severity, rule }) => severity === 'error' && isWanted(rule));
  return [...new Set(errors.map(({ rule }) => rule))].sort().join(' ');
}

/** The rules of other countries, and lists of codes that repeat those of the norm. */
const isLeftOut = (rule: string) =>
  /^(?:DK|SE|NO|NL|GR|IS|IT)-/.test(rule) || /^PEPPOL-EN16931-CL00[1-7]/.test(rule);

async function compare(
  profile: keyof typeof rules,
  samples: readonly { readonly name: string; readonly xml: string }[],
  step: number,
) {
  const all = samples.flatMap(({ name, xml }) =>
    [...mutate(xml)]
      .filter((_, index) => index % step === 0)
      .map((mutation) => ({ name: `${name}: ${mutation.name}`, xml: mutation.xml })),
  );
  const verdicts = await judgeBySchematron(
    rules[profile],
    all.map(({ xml }, index) => write(`${profile}-${index}.xml`, xml)),
  );
  const isWanted = (rule: string) =>
    rule !== 'schema' && rule !== 'xml' && isOfNorm(rule) === (profile === 'EN 16931');
  const judged = all.flatMap(({ name, xml }, index) => {
    const theirs = verdicts[index];
    if (!theirs || checkEInvoice(xml).profile === undefined) return [];
    const known = [...theirs].filter((rule) => !isLeftOut(rule)).sort();
    return [{ name, ours: brokenRules(xml, isWanted), theirs: known.join(' ') }];
  });
  const faulty = judged.filter(({ theirs }) => theirs !== '');
  const found = new Set(faulty.flatMap(({ theirs }) => theirs.split(' ')));
  const different = judged.filter(({ ours, theirs }) => ours !== theirs);
  console.info(
    `${profile}: ${judged.length} changes judged, ${faulty.length} faulty by ${found.size} rules; ${different.length} differ.`,
  );
  return { different, faulty: faulty.length, rules: found.size };
}

const samplesOf = (profile: keyof typeof rules) =>
  sampleCategories.flatMap((category) =>
    (['Invoice', 'CreditNote'] as const).map((root) => {
      const country = category === 'S' || category === 'AE' ? 'DE' : 'BE';
      return { name: `${category} ${root} ${country}`, xml: sampleUbl(profile, category, root, country) };
    }),
  );

describe.skipIf(!findJudges() || !findJudges(ublJudges))('the official rules for UBL', () => {
  it.each(ublProfiles)(
    'accept the samples of the profile %s, and so do we',
    async (profile) => {
      const samples = samplesOf(profile);
      const files = samples.map(({ name, xml }) => write(`${profile} ${name}.xml`, xml));
      for (const each of new Set([rules['EN 16931'], rules[profile]])) {
        const verdicts = await judgeBySchematron(each, files);
        expect(verdicts.map((verdict) => [...(verdict ?? ['?'])])).toEqual(files.map(() => []));
      }
      for (const { xml } of samples) expect(checkEInvoice(xml)).toMatchObject({ profile, findings: [] });
    },
    300_000,
  );

  it.each([
    ['EN 16931', 5, 1200, 100],
    ['XRECHNUNG', 19, 150, 12],
    ['PEPPOL', 11, 400, 20],
  ] as const)(
    'find the same faults in changes of the samples of %s',
    async (profile, step, faults, count) => {
      const result = await compare(profile, samplesOf(profile), step);
      expect(result.different).toEqual([]);
      expect(result.faulty).toBeGreaterThan(faults);
      expect(result.rules).toBeGreaterThan(count);
    },
    900_000,
  );
});

describe.skipIf(!findJudges() || !findJudges(ublJudges))('the example template in UBL', () => {
  it('is valid by the official rules for every kind of invoice', async () => {
    const { template } = await readTemplate(folderTree(exampleFolder));
    const compiled = compile(template.invoice ?? '', { part: 'invoice', partials: template.partials });
    const all = Object.values(templateInvoices).filter(
      ({ profile }) => profile !== 'basic' && profile !== 'extended',
    );
    const files = all.map((data, index) =>
      write(`example-${index}.xml`, compiled.render({ ...data, syntax: 'ubl' })),
    );
    const german = files.filter((_, index) => all[index]?.profile === 'xrechnung');
    expect(german.length).toBeGreaterThan(3);
    const verdicts = [
      ...(await judgeBySchematron(rules['EN 16931'], files)),
      ...(await judgeBySchematron(rules.XRECHNUNG, german)),
    ];
    expect(verdicts.map((verdict) => [...(verdict ?? ['?'])])).toEqual(verdicts.map(() => []));
  }, 300_000);
});

describe.skipIf(!findJudges(documentJudges))('Mustang', () => {
  it('accepts the UBL invoices that we accept', async () => {
    const files = samplesOf('XRECHNUNG').map(({ name, xml }) => write(`mustang ${name}.xml`, xml));
    const verdicts = await judgeByMustang(files);
    const rejected = [...verdicts].filter(([, { valid }]) => !valid);
    expect(rejected.map(([file, { findings }]) => [file, findings])).toEqual([]);
  }, 600_000);
});
