/** Decimal numbers as keys: tax rates, weights and sizes that a template sums up by. */
import { describe, expect, it } from 'vitest';
import { compile, parseData } from '../../../../src/twig/index.ts';

const render = (template: string, data = {}) => compile(template).render(data);

describe('a decimal number as a key of a mapping', () => {
  const sums =
    '{% set sums = {} %}{% for line in lines %}' +
    '{% set sums = sums|merge({(line.rate): (sums[line.rate] ?? 0) + line.net}) %}{% endfor %}' +
    '{% for rate, net in sums %}{{ rate }} %: {{ net }}; {% endfor %}';

  it('keeps its fraction, so that each tax rate has a sum of its own', () => {
    const lines = [
      { rate: 5.5, net: 100 },
      { rate: 2.1, net: 10 },
      { rate: 5.5, net: 30 },
      { rate: 2.6, net: 1 },
    ];
    expect(render(sums, { lines })).toBe('5.5 %: 130; 2.1 %: 10; 2.6 %: 1; ');
  });

  it('is apart from the integer before it', () => {
    expect(
      render('{% set sums = {(5): 1, (5.5): 2, x: 3} %}{{ sums[5] }}{{ sums[rate] }}', { rate: 5.5 }),
    ).toBe('12');
  });

  it('keeps its fraction too if it is a constant or comes from a spread mapping', () => {
    expect(render("{{ {5.5: 'a', (2.1): 'b', ...{(1.25): 'c'}}|json_encode|raw }}")).toBe(
      '{"5.5":"a","2.1":"b","1.25":"c"}',
    );
  });

  it('is written as the number is printed', () => {
    expect(render('{{ {(0.1 + 0.2): 1, (1e25): 2, (4.0): 3}|keys|join(" ") }}')).toBe('0.3 1.0E+25 4');
  });

  it('names the entries of a column', () => {
    const rates = [
      { rate: 5.5, name: 'reduced' },
      { rate: 20, name: 'standard' },
    ];
    expect(render("{{ rates|column('name', 'rate')|json_encode|raw }}", { rates })).toBe(
      '{"5.5":"reduced","20":"standard"}',
    );
  });
});

describe('a decimal number as an index', () => {
  it.each(['names[rate]', 'names[5.5]', "names['5.5']", 'attribute(names, rate)', 'names.(rate)'])(
    'finds the entry of that text in a mapping: %s',
    (read) => {
      const data = parseData('{"rate": 5.5, "names": {"5": "five", "5.5": "reduced"}}') as object;
      expect(render(`{{ ${read} }}`, data)).toBe('reduced');
      expect(render(`{{ ${read} is defined ? 'yes' : 'no' }}`, data)).toBe('yes');
    },
  );

  it('finds nothing in a mapping that has only the integer', () => {
    expect(render("{{ {5: 'five', x: 1}[5.5] ?? 'none' }}")).toBe('none');
    expect(() => compile("{{ {5: 'five'}[5.5] }}", { strict: true }).render({})).toThrow('"5.5"');
  });

  it('is cut in a sequence', () => {
    expect(render('{{ [1, 2, 3][1.5] }}{{ list[list|length / 2] }}', { list: [1, 2, 3] })).toBe('22');
  });
});
