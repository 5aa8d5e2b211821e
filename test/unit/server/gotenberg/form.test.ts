import { describe, expect, it } from 'vitest';
import { readLoadFields } from '../../../../src/server/gotenberg/chromium/read-load-fields.ts';
import { readStampFields } from '../../../../src/server/gotenberg/engines/read-fields.ts';
import { compareNames } from '../../../../src/server/gotenberg/form/compare-names.ts';
import { findSyntaxFault } from '../../../../src/server/gotenberg/form/go-json.ts';
import {
  parseBoolean,
  parseGoDuration,
  parseInches,
  parseInteger,
  parseNumber,
} from '../../../../src/server/gotenberg/form/go-values.ts';
import { GotenbergForm } from '../../../../src/server/gotenberg/form/gotenberg-form.ts';
import { sanitizeName } from '../../../../src/server/gotenberg/form/read-form.ts';
import { readGotenbergSettings } from '../../../../src/server/gotenberg/variables.ts';

const file = (name: string, field = 'files') => ({ name, field, bytes: Buffer.from(name) });

describe('the fault of JSON', () => {
  it.each([
    ['foo', "invalid character 'o' in literal false (expecting 'a')"],
    ['', 'unexpected end of JSON input'],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', `invalid character '"' after object key:value pair`],
    ['[1 2]', "invalid character '2' after array element"],
    ['{}x', "invalid character 'x' after top-level value"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['1.a', "invalid character 'a' after decimal point in numeric literal"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
  ])('of %j has the words of Go', (text, fault) => {
    expect(findSyntaxFault(text)).toBe(fault);
  });

  it('is found in a deep text without a deep stack', () => {
    expect(findSyntaxFault('['.repeat(200_000))).toBe('unexpected end of JSON input');
  });
});

it('values are read as Go reads them', () => {
  expect([parseBoolean('T'), parseBoolean('0')]).toEqual([true, false]);
  expect([parseInteger('+7'), parseNumber('.5e1')]).toEqual([7, 5]);
  expect([
    parseInches('72pt'),
    parseInches('96px'),
    parseInches('2.54cm').toFixed(9),
    parseInches('2'),
  ]).toEqual([1, 1, '1.000000000', 2]);
  expect([parseGoDuration('1m1.5s'), parseGoDuration('0'), parseGoDuration('-2ms')]).toEqual([61_500, 0, -2]);
  expect(() => parseGoDuration('5')).toThrow('time: missing unit in duration "5"');
  expect(() => parseGoDuration('5x')).toThrow('time: unknown unit "x" in duration "5x"');
  expect(() => parseInteger('1.5')).toThrow('strconv.Atoi: parsing "1.5": invalid syntax');
  expect(() => parseNumber('1e999')).toThrow('value out of range');
  expect(() => parseBoolean('yes')).toThrow('strconv.ParseBool: parsing "yes": invalid syntax');
});

it('names are sorted by their numbers', () => {
  const names = ['b.pdf', 'page_10.pdf', 'page_2.pdf', '10.pdf', '9_a.pdf', 'a.pdf'];
  expect(names.sort(compareNames)).toEqual([
    '9_a.pdf',
    '10.pdf',
    'page_2.pdf',
    'page_10.pdf',
    'a.pdf',
    'b.pdf',
  ]);
});

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\x.pdf', 'x.pdf'],
  ['a\u0000\n\u007fb.pdf', 'ab.pdf'],
  ['..', ''],
  ['a/', ''],
])('the name %j becomes %j', (name, clean) => {
  expect(sanitizeName(name)).toBe(clean);
});

it('a form collects its faults in the order of the questions', () => {
  const form = new GotenbergForm(
    new Map([
      ['a', ['x']],
      ['b', ['', '2']],
    ]),
    [file('A.PDF'), file('e.pdf', 'embeds')],
  );
  expect(form.flag('a', true)).toBe(true);
  expect(form.integer('b', 5)).toBe(5);
  form.requiredText('c');
  expect(form.filesWith(['.pdf']).map(({ name }) => name)).toEqual(['A.PDF']);
  expect(form.file('A.pdf')?.name).toBe('A.PDF');
  form.requiredFilesWith(['.md']);
  expect(() => form.validate()).toThrow(
    [
      `Invalid form data: form field 'a' is invalid (got 'x', resulting to strconv.ParseBool: parsing "x": invalid syntax)`,
      "form field 'c' is required",
      'no form file found for extensions: [.md]',
    ].join('\n'),
  );
});

describe('the variables of Gotenberg', () => {
  it('have its defaults', () => {
    const settings = readGotenbergSettings({});
    expect(settings).toMatchObject({ rootPath: '/', traceHeader: 'Gotenberg-Trace', webhookMinWait: 1_000 });
    expect(settings.pageDenyList[0]?.test('file:///etc/passwd')).toBe(true);
  });

  it('name themselves if they are wrong, but not their value', () => {
    const read = (name: string, value: string) => () => readGotenbergSettings({ [name]: value });
    expect(read('API_ROOT_PATH', 'pdf')).toThrow('API_ROOT_PATH: its value is not a path');
    expect(read('CHROMIUM_ALLOW_LIST', '(')).toThrow('CHROMIUM_ALLOW_LIST');
    expect(read('API_ENABLE_BASIC_AUTH', 'true')).toThrow('GOTENBERG_API_BASIC_AUTH_USERNAME');
    expect(read('WEBHOOK_CLIENT_TIMEOUT', 'secret')).not.toThrow('secret');
  });
});

describe('what clients send, and Gotenberg calls invalid', () => {
  it('media features may be a list of names and values', () => {
    const features = (text: string) => {
      const form = new GotenbergForm(new Map([['emulatedMediaFeatures', [text]]]), []);
      const { mediaFeatures } = readLoadFields(form).load;
      form.validate();
      return mediaFeatures;
    };
    const dark = { 'prefers-color-scheme': 'dark' };
    expect(features('[{"name":"prefers-color-scheme","value":"dark"}]')).toEqual(dark);
    expect(features(JSON.stringify(dark))).toEqual(dark);
    expect(features('[]')).toBeUndefined();
    expect(() => features('[{"name":"prefers-color-scheme"}]')).toThrow(
      'json: cannot unmarshal object into Go value of type chromium.EmulatedMediaFeature',
    );
    expect(() => features('["dark"]')).toThrow(
      'json: cannot unmarshal string into Go value of type chromium',
    );
  });

  it('options of stamps may be numbers and true or false', () => {
    const look = (options: object) => {
      const values = { stampSource: ['text'], stampOptions: [JSON.stringify(options)] };
      const [stamp] = readStampFields(new GotenbergForm(new Map(Object.entries(values)), []), 'stamp');
      return stamp?.look;
    };
    expect(look({ opacity: 0.25, rotation: 45, rendermode: true })).toMatchObject({
      opacity: '0.25',
      rotation: '45',
    });
    expect(() => look({ opacity: [0.25] })).toThrow("form field 'stampOptions' is invalid");
    expect(() => look({ opacity: null })).toThrow("form field 'stampOptions' is invalid");
  });
});
