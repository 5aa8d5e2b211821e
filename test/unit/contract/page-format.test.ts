import { describe, expect, it } from 'vitest';
import { parsePaperFormat, toPaperSize } from '../../../src/contract/api/page-format.ts';

describe('a paper format', () => {
  it.each([
    ['letter', 'Letter', [215.9, 279.4]],
    ['80mm', '80mm', [80, undefined]],
    ['8CM', '80mm', [80, undefined]],
    ['100mmx150mm', '100mmx150mm', [100, 150]],
    ['4in x 6in', '101.6mmx152.4mm', [101.6, 152.4]],
    ['100x150mm', '100mmx150mm', [100, 150]],
    ['96pxX192px', '25.4mmx50.8mm', [25.4, 50.8]],
    ['400q', '100mm', [100, undefined]],
  ] as const)('%s is %s', (text, format, size) => {
    expect(parsePaperFormat(text)).toBe(format);
    expect(toPaperSize(format)).toEqual(size);
  });

  it.each([
    '',
    '80',
    '80mmx',
    'x80mm',
    '80x150',
    '80mmx150',
    '4mm',
    '6m',
    '5081mm',
    '-80mm',
    '1e2mm',
    '80mmx1mm',
    'A4x80mm',
  ])('cannot be "%s"', (text) => expect(parsePaperFormat(text)).toBeUndefined());
});
