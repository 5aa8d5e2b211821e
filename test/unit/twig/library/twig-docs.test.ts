/** docs/twig.md: each of its examples is valid, and prints what it says. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compile } from '../../../../src/twig/index.ts';
import { barcodeFormats } from '../../../../src/twig/library/barcodes.ts';

const page = readFileSync(new URL('../../../../docs/twig.md', import.meta.url), 'utf8');
const data = {
  text: 'x',
  number: '12',
  due: '2026-03-01',
  items: [
    { vat: 5.5, net: 10 },
    { vat: 20, net: 5 },
    { vat: 20, net: 1 },
  ],
  creditor: 'Example Ltd',
  iban: 'DE02120300000000202051',
  total: 119,
  reference: 'R-17',
};
const render = (template: string) =>
  compile(template).render(data, { now: new Date('2026-03-04T10:00:00Z') });

const rows = [...page.matchAll(/^\| `(?<template>\{\{.*?\}\})` +\| `(?<shown>.*?)` +\|$/gm)];

it.each(rows.map(({ groups }) => [groups?.template?.replaceAll('\\|', '|') ?? '', groups?.shown ?? '']))(
  '%s prints %s',
  (template, shown) => {
    // Intl writes spaces that do not break.
    expect(
      render(template)
        .trim()
        .replace(/[\u00a0\u202f]/g, ' '),
    ).toBe(shown);
  },
);

it.each([...page.matchAll(/^```twig\n(.*?)^```$/gms)].map(([, block = '']) => [block]))(
  'is valid: %s',
  (block) => {
    expect(render(block).trim()).not.toBe('');
  },
);

it('has examples, which this test finds', () => {
  expect(rows.length).toBeGreaterThan(12);
  expect(page).toContain('overdue since');
});

it('names every type of barcode', () => {
  for (const type of barcodeFormats.keys()) expect(page).toContain(`\`${type}\``);
});
