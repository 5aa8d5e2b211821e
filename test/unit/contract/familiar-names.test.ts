/** The options of other programs lead to names that pdfapi has. */
import { expect, it } from 'vitest';
import { validateRequest } from '../../../src/contract/api/request-errors.ts';
import { htmlToPdfSchema } from '../../../src/contract/api/requests-schema.ts';
import { familiarName } from '../../../src/contract/document/familiar-names.ts';
import { optionTable } from '../../../src/contract/document/option-table.ts';

/** A name of each program, of each row that has a field. */
const withField =
  'landscape pageSize paperWidth margin marginTop marginRight marginBottom marginLeft headerTemplate footer-html ' +
  'header-center footer-right nativePageRanges pdfFormat userPassword ownerPassword title language timezoneId ' +
  'outputFilename variables pdfOptions content printBackground zoom emulatedMediaType javascriptDelay windowStatus ' +
  'waitForSelector waitUntil extraHttpHeaders cookie userAgent httpCredentials failOnHttpStatusCodes viewportSize ' +
  'enable-forms pdf-forms';

it.each(withField.split(' '))('the field of %s exists', (name) => {
  const [first = '', second] = familiarName(name)?.field?.split('.') ?? [];
  const value = second === undefined ? Symbol() : { [second]: Symbol() };
  const at = ['html', 'data', 'config', 'filename'].includes(first)
    ? { [first]: value }
    : { config: { [first]: value } };
  const result = validateRequest(htmlToPdfSchema, { html: 'a', ...at });
  expect(JSON.stringify(result)).not.toMatch(/is unknown/);
  expect(result).toHaveProperty('faults');
});

it.each(withField.split(' '))('the flag of %s exists', (name) => {
  const flag = familiarName(name)?.flag;
  const flags: readonly string[] = [
    '--assets',
    '--output',
    '--omit-background',
    '--full-page',
    ...Object.values(optionTable).flatMap((option) => ('flags' in option ? option.flags : [])),
  ];
  if (flag !== undefined) expect(flags).toContain(flag);
});

it('takes a name in any spelling, but one letter only as it is', () => {
  expect(familiarName('PAPER_WIDTH')).toBe(familiarName('--paper-width'));
  expect(familiarName('-T')?.flag).toBe('--margin-top');
  expect(familiarName('-b')).toBeUndefined();
  expect(familiarName('constructor')).toBeUndefined();
});
