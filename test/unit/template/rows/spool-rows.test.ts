/** Rows are copied in one form, and read from the copy any number of times. */
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../../src/contract/errors.ts';
import { readRowBytes } from '../../../../src/template/rows/open-rows.ts';
import { type RowSpool, type SpoolOptions, spoolRows } from '../../../../src/template/rows/spool-rows.ts';
import { spooledRowList } from '../../../../src/template/rows/spooled-row-list.ts';
import { compile } from '../../../../src/twig/index.ts';

async function* bytesOf(text: string, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function spool(name: string, text: string, options: Partial<SpoolOptions> = {}): Promise<RowSpool> {
  const { rows } = await readRowBytes(name, bytesOf(text));
  return await spoolRows(rows, { file: name, ...options });
}

const print = (template: string, { rows }: RowSpool): string =>
  compile(template).render({ rows: spooledRowList(rows) });

const temporaryFiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith('pdfapi-rows-'));

describe('spooled rows', () => {
  it.each([
    ['rows.csv', 'name,price\nInk,12\n"Pen, ""red""",\n'],
    ['rows.tsv', 'name\tprice\nInk\t12\n"Pen, ""red"""\t\n'],
    ['rows.ndjson', '{"name":"Ink","price":"12"}\n\n{"name":"Pen, \\"red\\"","price":""}'],
    ['rows', '[\n{"name":"Ink",\n"price":"12"}, {"name":"Pen, \\"red\\"","price":""}\n]'],
  ])('are the rows of %s', async (name, text) => {
    const spooled = await spool(name, text);
    expect(spooled.rows.count).toBe(2);
    const template = '{% for r in rows %}{{ loop.index }} {{ r.name|raw }}: {{ r.price }};{% endfor %}';
    expect(print(template, spooled)).toBe('1 Ink: 12;2 Pen, "red": ;');
    await spooled[Symbol.asyncDispose]();
  });

  it('keep long integers, the order of keys and line breaks in texts', async () => {
    const row = '{"10":"a","9":"b","id":9007199254740993,"text":"x\\ny\\u2028"}';
    const spooled = await spool('rows.ndjson', `${row}\n`);
    const template =
      '{% for r in rows %}{% for k, v in r %}{{ k }}={{ v }};{% endfor %}{{ r.id + 1 }}{% endfor %}';
    expect(print(template, spooled)).toBe('10=a;9=b;id=9007199254740993;text=x\ny\u2028;9007199254740994');
  });

  it('may be none', async () => {
    const spooled = await spool('rows.csv', 'name\n');
    expect(print('{% for r in rows %}x{% else %}none{% endfor %}{{ rows|length }}', spooled)).toBe('none0');
  });

  it('are in a file if they are many, which several loops read and nothing leaves behind', async () => {
    const before = temporaryFiles();
    const count = 30_000;
    const lines = Array.from({ length: count }, (_, n) =>
      JSON.stringify({ n, text: `ü${'x'.repeat(n % 90)}` }),
    );
    const spooled = await spool('rows.ndjson', lines.join('\n'));
    expect(typeof spooled.rows.content).toBe('number');
    expect(temporaryFiles()).toEqual(before);
    const pairs =
      '{% for a in rows|slice(0, 3) %}{% for b in rows|slice(29998) %}{{ a.n }}-{{ b.n }} {% endfor %}{% endfor %}';
    expect(print(pairs, spooled)).toBe('0-29998 0-29999 1-29998 1-29999 2-29998 2-29999 ');
    expect(print('{{ rows|reduce((s, r) => s + r.n, 0) }}', spooled)).toBe(String((count * (count - 1)) / 2));
    const lengths = lines.reduce((sum, line) => sum + JSON.parse(line).text.length, 0);
    expect(print('{{ rows|reduce((s, r) => s + r.text|length, 0) }}', spooled)).toBe(String(lengths));
    await spooled[Symbol.asyncDispose]();
    await spooled[Symbol.asyncDispose]();
    expect(() => print('{{ rows|first.n }}', spooled)).toThrow(/EBADF/);
  });

  it('may be longer than what is read at a time', async () => {
    const texts = ['a'.repeat(300_000), 'b', 'c'.repeat(1_500_000), 'd'];
    const spooled = await spool('rows.ndjson', texts.map((text) => JSON.stringify({ text })).join('\n'));
    expect(typeof spooled.rows.content).toBe('number');
    const template = '{% for r in rows %}{{ r.text|first }}{{ r.text|length }} {% endfor %}';
    expect(print(template, spooled)).toBe('a300000 b1 c1500000 d1 ');
    await spooled[Symbol.asyncDispose]();
  });

  it('fail with the place of the first wrong row, and leave no file behind', async () => {
    const good = Array.from({ length: 20_000 }, (_, n) => `${n},${'x'.repeat(60)}`).join('\n');
    const before = temporaryFiles();
    const error = await spool('rows.csv', `a,b\n${good}\n1,2,3\n`).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({
      code: 'invalid_data',
      message: 'The header names 2 columns, but this row has 3.',
      location: { file: 'rows.csv', line: 20_002 },
    });
    await expect(spool('rows.ndjson', '{"a":1}\n{"a":')).rejects.toMatchObject({
      code: 'invalid_data',
      location: { file: 'rows.ndjson', line: 2 },
    });
    await expect(spool('rows.ndjson', '{"a":1}\n[1]')).rejects.toThrow('A row must be a JSON object.');
    expect(temporaryFiles()).toEqual(before);
  });

  it('are validated in order, and their lines are those of the file', async () => {
    const seen: [number, number, number | undefined][] = [];
    const text = `n\n${Array.from({ length: 1_234 }, (_, n) => n).join('\n')}\n`;
    await spool('rows.csv', text, {
      validate: (rows, first) => void seen.push([first, rows.length, rows[0]?.line]),
    });
    expect(seen).toEqual([
      [0, 500, 2],
      [500, 500, 502],
      [1000, 234, 1002],
    ]);
  });
});
