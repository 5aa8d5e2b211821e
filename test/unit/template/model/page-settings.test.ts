import { describe, expect, it } from 'vitest';
import { findPaperName, paperNames } from '../../../../src/contract/page.ts';
import { mergePageSettings, resolvePaper } from '../../../../src/template/model/page-settings.ts';

describe('paper', () => {
  it('uses defaults for missing settings, and CSS overrides the defaults', () => {
    const defaults = { format: 'Letter', orientation: 'landscape', margins: { top: 20, left: 5 } } as const;
    expect(resolvePaper({}, defaults)).toEqual({
      width: 279.4,
      height: 215.9,
      sizeGiven: false,
      margins: {},
      defaultMargins: { top: 20, left: 5 },
    });
    const asked = { format: 'A5', orientation: 'portrait', margins: { top: 1 } } as const;
    expect(resolvePaper(asked, defaults)).toMatchObject({ width: 148, sizeGiven: true, margins: { top: 1 } });
  });

  it('is A4 portrait without a given size if there are no settings', () => {
    expect(resolvePaper({})).toEqual({ width: 210, height: 297, sizeGiven: false, margins: {} });
  });

  it('follows the orientation', () => {
    expect(resolvePaper({ format: 'A5', orientation: 'landscape' })).toMatchObject({
      width: 210,
      height: 148,
      sizeGiven: true,
    });
    expect(resolvePaper({ orientation: 'portrait' })).toMatchObject({
      width: 210,
      height: 297,
      sizeGiven: true,
    });
  });

  it('has a size for every format', () => {
    expect(paperNames).toEqual([
      'A0',
      'A1',
      'A2',
      'A3',
      'A4',
      'A5',
      'A6',
      'Letter',
      'Legal',
      'Tabloid',
      'Ledger',
    ]);
    for (const format of paperNames) expect(resolvePaper({ format }).width).toBeGreaterThan(100);
  });

  it('matches a format in any letter case', () => {
    expect(findPaperName('a4')).toBe('A4');
    expect(findPaperName('LETTER')).toBe('Letter');
    expect(findPaperName('toString')).toBeUndefined();
  });

  it('keeps the requested margins, including zero', () => {
    expect(resolvePaper({ margins: { top: 0, left: 25 } }).margins).toEqual({ top: 0, left: 25 });
  });

  it('rejects margins that leave no room and names the given ones', () => {
    const side = () => resolvePaper({ margins: { left: 200 } });
    expect(side).toThrowError(
      /left and right margins \(210 mm\) leave no room on a page that is 210 mm wide/,
    );
    expect(side).toThrowError(
      expect.objectContaining({
        code: 'invalid_option',
        errors: { 'config.margins.left': [expect.any(String)] },
      }),
    );
    expect(() => resolvePaper({ orientation: 'landscape', margins: { top: 105, bottom: 105 } })).toThrowError(
      /top and bottom/,
    );
  });
});

describe('page settings', () => {
  it('of the caller override those of the template, for each margin separately', () => {
    const template = { format: 'A5', margins: { top: 20, left: 30 }, header: 'T' } as const;
    expect(mergePageSettings(template, { margins: { left: 0 }, footer: 'C' })).toEqual({
      format: 'A5',
      margins: { top: 20, left: 0 },
      header: 'T',
      footer: 'C',
    });
  });
});
