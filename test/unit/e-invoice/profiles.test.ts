/** Valid invoices of every profile and VAT category, and texts that are no invoices. */
import { describe, expect, it } from 'vitest';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { sampleCategories, sampleInvoice, sampleProfiles } from '../../support/e-invoice/sample-invoice.ts';

describe('a valid invoice has no finding', () => {
  it.each(
    sampleProfiles.flatMap((profile) => sampleCategories.map((category) => [profile, category] as const)),
  )('%s with the VAT category %s', (profile, category) => {
    const checked = checkEInvoice(sampleInvoice(profile, category));
    expect(checked).toEqual({
      syntax: 'CII',
      profile,
      fileName: profile === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml',
      number: 'R-2026-17',
      findings: [],
    });
  });

  it('with other prefixes, with the names of ZUGFeRD 2.0, and after a byte order mark', () => {
    const xml = sampleInvoice('BASIC')
      .replaceAll('ram:', 'a:')
      .replaceAll(':ram=', ':a=')
      .replace('factur-x.eu:1p0', 'zugferd.de:2p0');
    expect(checkEInvoice(`\uFEFF${xml}`)).toMatchObject({ profile: 'BASIC', findings: [] });
  });

  it('with a comment, a CDATA section and references to characters', () => {
    const xml = sampleInvoice('EN 16931')
      .replace(
        '<ram:Name>Pencils</ram:Name>',
        '<!-- 12 --><ram:Name><![CDATA[Pencils]]> &#x26; more</ram:Name>',
      )
      .replace('<ram:LineTotalAmount>141.50<', '<ram:LineTotalAmount>14<!-- -->1.50<');
    expect(checkEInvoice(xml)).toMatchObject({ profile: 'EN 16931', findings: [] });
  });
});

describe('a text that is no invoice has one finding', () => {
  const first = (xml: string) => {
    const { profile, findings } = checkEInvoice(xml);
    expect(profile).toBeUndefined();
    expect(findings).toHaveLength(1);
    return findings[0];
  };

  it('an empty one', () => expect(first('')).toMatchObject({ rule: 'xml', severity: 'error' }));

  it('one that is not well-formed, with its line', () => {
    const xml = sampleInvoice('EN 16931').replace('</ram:BuyerTradeParty>', '');
    const line =
      xml.split('\n').findIndex((each) => each.includes('</ram:ApplicableHeaderTradeAgreement>')) + 1;
    expect(first(xml)).toMatchObject({
      rule: 'xml',
      line,
      message: expect.stringContaining('not well-formed XML'),
    });
  });

  it('one with a document type, whose entities are never read', () => {
    const xml = sampleInvoice('EN 16931').replace(
      '?>\n',
      '?>\n<!DOCTYPE a [<!ENTITY secret SYSTEM "file:///etc/passwd">]>\n',
    );
    expect(first(xml)).toMatchObject({
      rule: 'xml',
      line: 2,
      message: expect.stringContaining('document type'),
    });
  });

  it('one with an unknown entity', () => {
    expect(first(sampleInvoice('BASIC').replace('Pencils', '&secret;'))).toMatchObject({ rule: 'xml' });
  });

  it('one that is nested without end', () => {
    expect(first('<a>'.repeat(100_000))).toMatchObject({
      rule: 'xml',
      message: expect.stringContaining('nested more than 32'),
    });
  });

  it('an order of UBL', () => {
    const xml = '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>';
    expect(first(xml)).toMatchObject({ rule: 'xml', message: expect.stringContaining('CreditNote of UBL') });
  });

  it('an unknown profile, with those that are known', () => {
    const finding = first(sampleInvoice('BASIC').replace('urn:factur-x.eu:1p0:basic', 'urn:example:9'));
    expect(finding).toMatchObject({ rule: 'BR-01', line: 8 });
    expect(finding?.message).toContain('urn:factur-x.eu:1p0:minimum (MINIMUM)');
    expect(finding?.path).toBe(
      '/rsm:CrossIndustryInvoice/rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
    );
  });
});

it('lists a bounded number of findings, and is not slowed by hostile lines', () => {
  const line =
    /<ram:IncludedSupplyChainTradeLineItem>.*?<\/ram:IncludedSupplyChainTradeLineItem>/s.exec(
      sampleInvoice('BASIC'),
    )?.[0] ?? '';
  const xml = sampleInvoice('BASIC').replace(
    line,
    line.replace('10.15', `1${'0'.repeat(1000)}`).repeat(3_000),
  );
  const { findings } = checkEInvoice(xml);
  expect(findings).toHaveLength(500);
});
