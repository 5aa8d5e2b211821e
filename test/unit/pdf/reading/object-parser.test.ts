import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PdfName, PdfRef, PdfString, type PdfValue } from '../../../../src/pdf/object.ts';
import { NameTable } from '../../../../src/pdf/reading/name-table.ts';
import { ObjectParser } from '../../../../src/pdf/reading/object-parser.ts';
import { serialize } from '../../../../src/pdf/writing/serialize.ts';

const owner = { description: 'a test' };

function parse(text: string): PdfValue {
  const host = {
    ref: (n: number, g: number) => new PdfRef(n, g, owner),
    container: () => {},
    names: new NameTable(),
  };
  return new ObjectParser(Buffer.from(text, 'latin1'), 0, host).value();
}

const write = (value: PdfValue) =>
  serialize(value, { reference: (ref) => `${ref.number} ${ref.generation} R` });

describe('parses values', () => {
  it.each<[string, PdfValue]>([
    ['12', 12],
    ['-0.5', -0.5],
    ['+17', 17],
    ['.25', 0.25],
    ['4.', 4],
    ['--5', -5],
    ['true', true],
    ['false', false],
    ['null', null],
    ['% comment\n 7', 7],
    ['/Name', new PdfName('Name')],
    ['/A#20B#23', new PdfName('A B#')],
    ['/', new PdfName('')],
    ['(text)', new PdfString('text')],
    ['(a (nested) b)', new PdfString('a (nested) b')],
    ['(\\(\\)\\\\\\n\\r\\t\\b\\f\\x)', new PdfString('()\\\n\r\t\b\fx')],
    ['(\\101\\1012\\7\\0053)', new PdfString('AA2\x07\x053')],
    ['(a\\\nb\\\r\nc)', new PdfString('abc')],
    ['(a\r\nb\rc)', new PdfString('a\nb\nc')],
    ['<48 65 6C6c 6F>', new PdfString('Hello')],
    ['<414>', new PdfString('A@')],
    ['<>', new PdfString('')],
    ['[1 2[3]/N(s)]', [1, 2, [3], new PdfName('N'), new PdfString('s')]],
    ['[1 0 R 2 0 3]', [new PdfRef(1, 0, owner), 2, 0, 3]],
    ['[1 0 RG]', [1, 0]],
    [
      '<</A 1/B<</C null>>>>',
      new Map<string, PdfValue>([
        ['A', 1],
        ['B', new Map()],
      ]),
    ],
    ['<</A#42 12 5 R>>', new Map([['AB', new PdfRef(12, 5, owner)]])],
  ])('%s', (text, value) => {
    if (text === '[1 0 RG]') expect(() => parse(text)).toThrow('Expected a value');
    else expect(parse(text)).toEqual(value);
  });

  it.each(['', '(open', '<41', '[1', '<</A', '<</A>>', '<<1 2>>', ')', 'word', '['.repeat(500)])(
    'rejects malformed values: %s',
    (text) => {
      expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'malformed' }));
    },
  );
});

it('parses serialized values back to the same values', () => {
  const bytes = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  });
  const { value } = fc.letrec<{ value: PdfValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
      bytes.map((text) => new PdfName(text)),
      bytes.map((text) => new PdfString(text)),
      fc.tuple(fc.nat(), fc.nat(65_535)).map(([n, g]) => new PdfRef(n, g, owner)),
      fc.array(tie('value')),
      fc
        .array(fc.tuple(bytes, tie('value')))
        .map((entries) => new Map(entries.filter(([, item]) => item !== null))),
    ),
  }));
  const survives = fc.property(value, (original) => {
    expect(rounded(parse(write(original)))).toEqual(rounded(original));
  });
  fc.assert(survives);
});

/** PDF has no exponents: numbers below 1e-6 are written to 20 places. */
function rounded(value: PdfValue): unknown {
  if (typeof value === 'number') return Math.abs(value) < 1e-6 ? 0 : value;
  if (Array.isArray(value)) return value.map(rounded);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, rounded(item)]));
  return value;
}
