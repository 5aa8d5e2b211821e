/** A new filter or function is compared with PHP's Twig, or has a test of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { filters } from '../../../../src/twig/library/filters/index.ts';
import { functions } from '../../../../src/twig/library/functions.ts';
import * as vocabulary from '../../../support/twig/generator/vocabulary.ts';

const tests = resolve(import.meta.dirname, '../../..');

/** Cases that are compared with PHP, and results of PHP that were stored. */
const compared = readdirSync(join(tests, 'support/twig')).filter((name) => /-cases\.ts$|\.json$/.test(name));
const casesText = compared.map((name) => readFileSync(join(tests, 'support/twig', name), 'utf8')).join('\n');

/** Neither generated nor among the cases: PHP's result depends on its ICU data, its version, or there is none. */
const ownTests: Readonly<Record<string, readonly string[]>> = {
  'unit/twig/class-variants.test.ts': ['html_cva'],
  'unit/twig/html-attributes.test.ts': ['html_attr_merge', 'html_attr_type'],
  'unit/twig/inflection.test.ts': ['convert_encoding', 'plural', 'singular'],
  'unit/twig/intl-names.test.ts': [
    'country_names',
    'currency_names',
    'language_names',
    'locale_names',
    'script_names',
    'timezone_names',
  ],
  'unit/twig/library/barcodes.test.ts': ['barcode', 'qrcode'],
  'unit/twig/library/translations.test.ts': ['trans'],
  'unit/twig/number-styles.test.ts': [
    'format_currency_number',
    'format_decimal_number',
    'format_ordinal_number',
    'format_scientific_number',
    'format_spellout_number',
  ],
};

it.each([
  ['filter', filters, vocabulary.filters],
  ['function', functions, vocabulary.functions],
] as const)('every %s is compared with PHP, or has a test that is named here', (_, library, generated) => {
  const isCompared = (name: string) => name in generated || new RegExp(`\\b${name}\\b`).test(casesText);
  const others = [...library.keys()].filter((name) => !isCompared(name));
  const named = Object.entries(ownTests).flatMap(([file, names]) =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(readFileSync(join(tests, file), 'utf8'))),
  );
  expect(others.filter((name) => !named.includes(name))).toEqual([]);
});
