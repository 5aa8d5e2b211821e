/** Electronic invoices of every profile, judged by Mustang and, as PDF/A-3, by veraPDF. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCorpora } from '../../../bench/conformance/corpus.ts';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { type ArrangePdfOptions, arrangePdf, mergePdfs } from '../../../src/index.ts';
import { readAttachment } from '../../support/e-invoice/read-attachment.ts';
import { sampleCategories, sampleInvoice, sampleProfiles } from '../../support/e-invoice/sample-invoice.ts';
import { templateInvoices } from '../../support/e-invoice/template-invoices.ts';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { judgeByMustang } from '../../support/judges/mustang.ts';
import { judgeBySchematron } from '../../support/judges/schematron.ts';
import { judgeByVeraPdf } from '../../support/judges/verapdf.ts';
import { openForJudges } from './print-at-levels.ts';

const examples = resolve(import.meta.dirname, '../../../templates-examples');
const corpora = findCorpora();
const html =
  '<!doctype html><html lang="en"><head><title>Invoice R-2026-17</title></head><body><h1>Invoice R-2026-17</h1><p>Total: 146.50</p></body></html>';

describe.skipIf(!findJudges())('judged by Mustang', () => {
  const judged = openForJudges('pdfapi-e-invoices-', 1);
  const { folder } = judged;

  const write = (name: string, content: Uint8Array | string): string => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  /** The errors of files that are not valid. */
  async function errorsOf(files: readonly string[]): Promise<string[]> {
    return [...(await judgeByMustang(files))].flatMap(([file, { valid, findings }]) =>
      valid
        ? []
        : [`${file}: ${findings.map(({ severity, message }) => `${severity}: ${message}`).join(' | ')}`],
    );
  }

  it('PDFs of every profile are valid, and PDF/A-3', async () => {
    expect(sampleProfiles.length).toBe(6);
    const files: string[] = [];
    const accessible: string[] = [];
    for (const profile of sampleProfiles) {
      const eInvoice = sampleInvoice(profile);
      const plain = await judged.renderer.html(html, { eInvoice });
      files.push(write(`${profile}.pdf`, plain.pdf));
      const { pdf } = await judged.renderer.html(html, { eInvoice, pdfa: '3a', pdfua: true });
      accessible.push(write(`${profile}-3a.pdf`, pdf));
    }
    expect(await errorsOf([...files, ...accessible])).toEqual([]);
    for (const [judged, flavour] of [
      [files, '3b'],
      [accessible, '3a'],
      [accessible, 'ua1'],
    ] as const) {
      const failures = [...(await judgeByVeraPdf(judged, flavour))].filter(([, { valid }]) => !valid);
      expect(failures).toEqual([]);
    }
  }, 600_000);

  it('PDFs whose pages were chosen, turned or labelled again stay valid, and PDF/A-3', async () => {
    const { pdf } = await judged.renderer.html(`${html}<p style="break-before: page">Terms</p>`, {
      eInvoice: sampleInvoice('EN 16931'),
      pdfa: '3a',
      pdfua: true,
    });
    const files: string[] = [];
    for (const [index, options] of [
      { pages: '1' },
      { rotate: '+90:2' },
      { pdfa: '3b' },
      { pdfa: '3a' },
    ].entries()) {
      const { pdf: arranged, warnings } = await arrangePdf(pdf, options as ArrangePdfOptions);
      expect(warnings).toEqual([]);
      files.push(write(`arranged-${index}.pdf`, arranged));
    }
    files.push(write('merged.pdf', (await mergePdfs([pdf])).pdf));
    expect(await errorsOf(files)).toEqual([]);
    for (const flavour of ['3b', 'ua1'] as const) {
      const failures = [...(await judgeByVeraPdf(files, flavour))].filter(([, { valid }]) => !valid);
      expect(failures).toEqual([]);
    }
  }, 600_000);

  it('the XML of every profile and VAT category is valid, as the own check says', async () => {
    const samples = sampleProfiles.flatMap((profile) =>
      sampleCategories.map((category) => ({ profile, category, xml: sampleInvoice(profile, category) })),
    );
    const files = samples.map(({ profile, category, xml }) => write(`${profile}-${category}.xml`, xml));
    const own = samples.flatMap(({ xml }) => checkEInvoice(xml).findings);
    expect(own.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await errorsOf(files)).toEqual([]);
  }, 600_000);

  it('examples with an invoice.xml are valid', async () => {
    const files: string[] = [];
    for (const name of readdirSync(examples)) {
      const template = join(examples, name);
      if (!existsSync(join(template, 'invoice.xml'))) continue;
      const data = JSON.parse(readFileSync(join(template, 'data.json'), 'utf8'));
      const { pdf } = await judged.renderer.render({ template, data, pdfa: '3a', pdfua: true });
      files.push(write(`${name}.pdf`, pdf));
    }
    expect(files.length).toBeGreaterThan(0);
    expect(await errorsOf(files)).toEqual([]);
  }, 600_000);

  it('invoices of every kind from the example are valid, PDF/A-3a and PDF/UA-1', async () => {
    const template = join(examples, 'e-invoice');
    const files: string[] = [];
    const xmls: string[] = [];
    for (const [index, data] of Object.values(templateInvoices).entries()) {
      const { pdf, warnings } = await judged.renderer.render({ template, data });
      expect(warnings).toEqual([]);
      files.push(write(`kind-${index}.pdf`, pdf));
      // EXTENDED is more than the norm, whose rules are not for it.
      const name = data.profile === 'xrechnung' ? 'xrechnung.xml' : 'factur-x.xml';
      if (data.profile !== 'extended') xmls.push(write(`kind-${index}.xml`, await readAttachment(pdf, name)));
    }
    expect(files.length).toBeGreaterThanOrEqual(40);
    expect(await errorsOf(files)).toEqual([]);
    for (const flavour of ['3a', 'ua1'] as const) {
      const failures = [...(await judgeByVeraPdf(files, flavour))].filter(([, { valid }]) => !valid);
      expect(failures).toEqual([]);
    }
    if (!corpora) return;
    const rules = join(
      corpora,
      'en16931/cii/schematron/preprocessed/EN16931-CII-validation-preprocessed.sch',
    );
    const verdicts = await judgeBySchematron(rules, xmls);
    expect(verdicts.map((broken) => [...(broken ?? ['not judged'])])).toEqual(xmls.map(() => []));
  }, 900_000);
});
