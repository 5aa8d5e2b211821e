/** A `RowList` behaves as the same rows in an array, and its rows are read only when they are needed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, defaultLimits, type ListedRow, RowList } from '../../../../src/twig/index.ts';

interface Reads {
  rows: number;
  passes: number;
}

function listOf(rows: readonly unknown[], reads: Reads = { rows: 0, passes: 0 }): RowList {
  function* read(): Generator<ListedRow> {
    reads.passes++;
    for (const [index, value] of rows.entries()) {
      reads.rows++;
      yield { value, size: JSON.stringify(value).length, line: index + 2 };
    }
  }
  return new RowList({ file: 'rows.csv', count: rows.length, read });
}

/** What the template prints, or the detail of its error without the row. */
function outcome(template: string, rows: unknown, data: object = {}): string {
  try {
    return compile(template).render({ ...data, rows });
  } catch (error) {
    return `error: ${(error as Error).message.replace(/ In row \d+ .*$/, '')}`;
  }
}

const constructs = [
  '{% for r in rows %}{{ r.n }}{% endfor %}',
  '{% for r in rows %}{{ r.n }}{% else %}none{% endfor %}',
  '{% for r in rows|filter(r => r.n > 99) %}{{ r.n }}{% else %}none {{ loop.index|default("-") }}{% endfor %}',
  '{% for k, r in rows %}{{ k }}={{ r.t }};{% endfor %}',
  '{% for r in rows %}{{ loop.index }}{{ loop.index0 }}{{ loop.first ? "F" }}{{ loop.last ? "L" }}{{ loop.length }}{{ loop.revindex }}{{ loop.revindex0 }};{% endfor %}',
  '{% for r in rows|filter(r => r.n is odd) %}{{ loop.index }}{{ loop.last ? "L" }}{{ loop.length }}{{ loop.revindex }}{{ r.n }};{% endfor %}',
  '{% for a in rows %}{% for b in rows|slice(0, 2) %}{{ loop.parent.loop.index }}{{ a.n }}{{ b.n }};{% endfor %}{{ loop.index }}{% endfor %}',
  '{% for r in rows %}{% set seen = (seen ?? 0) + 1 %}{{ seen }}{% endfor %}{{ seen ?? "gone" }}{{ r ?? "gone" }}',
  '{% for k, r in rows|slice(1, 3) %}{{ k }}={{ r.n }};{% endfor %}',
  '{% for k, r in rows|slice(1, 3, true) %}{{ k }}={{ r.n }};{% endfor %}',
  '{% for k, r in rows|slice(-2) %}{{ k }}={{ r.n }};{% endfor %}',
  '{% for k, r in rows|slice(1, -1) %}{{ k }}={{ r.n }};{% endfor %}',
  '{{ rows|slice(2)|length }}{{ rows[1:2]|length }}{{ rows|slice(0, 0)|length }}{{ rows|filter(r => r.n > 3)|slice(1, 2)|length }}',
  '{% for k, r in rows|filter((r, k) => k > 0 and r.n < 8) %}{{ k }}={{ r.n }};{% endfor %}',
  '{% for k, n in rows|map((r, k) => r.n * k) %}{{ k }}={{ n }};{% endfor %}',
  '{% for b in rows|batch(2) %}[{% for k, r in b %}{{ k }}={{ r.n }};{% endfor %}]{{ loop.last ? "L" }}{% endfor %}{{ rows|batch(3)|length }}',
  '{% for b in rows|batch(3, "x") %}[{% for k, r in b %}{{ k }}={{ r.n ?? r }};{% endfor %}]{% endfor %}',
  '{% for b in rows|batch(3, "x", false) %}[{% for k, r in b %}{{ k }}={{ r.n ?? r }};{% endfor %}]{% endfor %}',
  '{{ rows|batch(2)|first|length }}{{ rows|batch(0) }}',
  '{{ rows|length }}{{ rows|filter(r => r.n > 4)|length }}{{ rows|map(r => r.n)|length }}',
  '{{ rows|first.n ?? "-" }}{{ rows|last.n ?? "-" }}{{ (rows|filter(r => r.n > 4)|first).n ?? "-" }}',
  '{{ rows[0].n ?? "-" }}{{ rows.2.n ?? "-" }}{{ rows[99].n ?? "-" }}{{ rows[99] is defined }}{{ rows[0] is defined }}',
  '{{ rows|reduce((sum, r) => sum + r.n, 0) }}{{ rows|reduce((text, r, k) => text ~ k ~ r.t, "") }}',
  '{{ rows|map(r => r.n)|join(", ", " and ") }}{{ rows|column("t")|join("|") }}{{ rows|column("n", "t")|json_encode|raw }}',
  '{{ rows|sort((a, b) => b.n <=> a.n)|map(r => r.n)|join }}{{ rows|map(r => r.n)|sort|join }}',
  '{{ rows|reverse|map(r => r.n)|join }}{{ rows|reverse(true)|keys|join }}',
  '{{ rows|json_encode|raw }}{{ rows|filter(r => r.n > 2)|json_encode|raw }}{{ rows|json_encode(constant("JSON_PRETTY_PRINT"))|raw }}',
  '{{ rows|keys|join }}{{ rows|filter(r => r.n > 2)|keys|join(",") }}',
  '{{ rows|merge([{ n: 0 }])|length }}{{ [{ n: 0 }]|merge(rows)|length }}{{ [...rows, 1]|length }}{{ (rows + [1, 2, 3])|length }}',
  '{{ rows|find(r => r.n > 3).n ?? "-" }}{{ rows has some (r => r.n > 3) ? "some" }}{{ rows has every (r => r.n < 9) ? "every" }}',
  '{{ { n: 3, t: "b" } in rows ? "in" }}{{ 3 in rows|map(r => r.n) ? "in" }}{{ 3 not in rows ? "not" }}',
  '{{ max(rows|map(r => r.n)) }}',
  '{{ min(rows|map(r => r.n)) }}',
  '{{ rows is empty ? "empty" }}{{ rows is iterable }}{{ rows is sequence }}{{ rows is mapping }}{{ rows is defined }}{{ rows is null }}',
  '{{ rows|filter(r => r.n > 2) is sequence ? "s" }}{{ rows|slice(1, 2, true) is sequence ? "s" }}{{ rows|map(r => 1) is sequence ? "s" }}',
  '{% if rows %}yes{% else %}no{% endif %}{{ rows ? 1 : 2 }}{{ rows ?: "none" }}{{ not rows }}{{ rows and true }}{{ rows|default("none")|length }}',
  '{{ rows == rows ? "same" }}{{ rows == [] ? "none" }}{{ rows|map(r => r.n) == [1, 2] ? "12" }}{{ rows <=> [] }}{{ rows is same as([]) }}',
  '{{ rows }}',
  '{{ rows|upper }}',
  '{{ rows ~ "" }}',
  '{{ rows + 1 }}',
  '{% set limit = 3 %}{% set few = rows|filter(r => r.n < limit) %}{% set limit = 9 %}{% for r in few %}{{ r.n }}{% endfor %}',
  '{% for r in rows|filter(r => r.n > (low ?? 1)) %}{% set low = 7 %}{{ r.n }}{% endfor %}',
  '{% set limit = 3 %}{% set small = r => r.n < limit %}{% set few = rows|filter(small) %}{% set limit = 9 %}{% for r in few %}{{ r.n }}{% endfor %}',
  '{% set limit = 3 %}{% set small = r => r.n < limit %}{% set few = rows|filter(r => small|invoke(r)) %}{% set limit = 9 %}{{ few|length }}',
  '{% set limit = 3 %}{% set small = r => r.n < limit %}{% set few = rows|filter(r => [r] has some small) %}{% set limit = 9 %}{{ few|length }}',
  '{% set picked = rows|map(r => random(1000)) %}{{ picked|join == picked|join ? "kept" }}',
  '{% macro list(rows) %}{% for r in rows %}{{ r.n }}{{ loop.last ? "." : "," }}{% endfor %}{% endmacro %}{{ _self.list(rows) }}{{ _self.list(rows|slice(1)) }}',
  '{% set text %}{% for r in rows %}<{{ r.t }}>{% endfor %}{% endset %}{{ text }}{{ text|length }}',
  '{% apply upper %}{% for r in rows %}{{ r.t }}{% endfor %}{% endapply %}',
  '{% block table %}{% for r in rows %}{{ r.t }}{% endfor %}{% endblock %}{{ block("table") }}',
  '{% with { list: rows } only %}{% for r in list %}{{ r.n }}{% endfor %}{% endwith %}',
  '{% set [a, b] = rows %}{{ a.n ?? "-" }}{{ b.n ?? "-" }}',
  '{{ cycle(rows, 1).n ?? "-" }}{{ attribute(rows, 0).n ?? "-" }}',
  '{% for r in rows %}{{ r.n / (r.n - 3) }};{% endfor %}',
  '{{ rows|map(r => r.n / (r.n - 3))|join }}',
  '{{ rows|filter("x")|length }}',
  '{{ rows|map(r => r.items|default([])|map(i => i.p)|join("+"))|join(";") }}',
  '{% for r in rows %}{% for i in r.items ?? [] %}{{ loop.parent.loop.index }}.{{ loop.index }}={{ i.p }};{% endfor %}{% endfor %}',
];

const row = fc.record(
  {
    n: fc.integer({ min: 0, max: 9 }),
    t: fc.constantFrom('a', 'b', '<c>', '10', ''),
    items: fc.array(fc.record({ p: fc.nat(9) }), { maxLength: 2 }),
  },
  { requiredKeys: ['n', 't'] },
);

describe('rows that are read one at a time', () => {
  it.each(constructs)('print what an array prints: %s', (template) => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 7 }), (rows) => {
        expect(outcome(template, listOf(rows))).toBe(outcome(template, rows));
      }),
      { numRuns: 40 },
    );
  });

  const filters = fc.array(
    fc.constantFrom(
      '|filter(r => r.n is even)',
      '|filter((r, k) => k != 1)',
      '|map(r => r|merge({ n: r.n + 1 }))',
      '|slice(1)',
      '|slice(0, 3)',
      '|slice(-3, 2)',
      '|slice(1, 2, true)',
      '|reverse',
      '|sort((a, b) => a.n <=> b.n)',
      '|batch(2)|map(b => b|first)',
      '|merge([])',
    ),
    { maxLength: 5 },
  );

  it('print what an array prints through any filters', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), filters, (rows, chain) => {
        const template = `{% set f = rows${chain.join('')} %}{{ f|length }} {{ f is sequence ? 's' }} {% for k, r in f %}{{ k }}:{{ r.n }}{{ loop.last ? '.' : ',' }}{{ loop.length }}{% else %}none{% endfor %}{{ f|keys|join }}`;
        expect(outcome(template, listOf(rows))).toBe(outcome(template, rows));
      }),
      { numRuns: 300 },
    );
  });

  it('are read as far as they are needed, and again for each loop', () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ n }));
    const readsOf = (template: string) => {
      const reads = { rows: 0, passes: 0 };
      compile(template).render({ rows: listOf(rows, reads) });
      return reads;
    };
    expect(readsOf('{{ rows|length }}{{ rows is empty }}{{ rows ? 1 }}')).toEqual({ rows: 0, passes: 0 });
    expect(readsOf('{{ rows|first.n }}{{ rows|slice(2, 3)|length }}')).toEqual({ rows: 1, passes: 1 });
    expect(readsOf('{% for r in rows|slice(0, 3) %}{{ r.n }}{% endfor %}')).toEqual({ rows: 3, passes: 1 });
    expect(readsOf('{{ rows|find(r => r.n == 9).n }}')).toEqual({ rows: 10, passes: 1 });
    expect(readsOf('{% for r in rows %}{{ loop.last }}{{ loop.length }}{% endfor %}')).toEqual({
      rows: 50,
      passes: 1,
    });
    const odd = 'rows|filter(r => r.n is odd)';
    expect(readsOf(`{% for r in ${odd} %}{{ loop.last }}{% endfor %}`).passes).toBe(1);
    expect(readsOf(`{% for r in ${odd} %}{{ loop.length }}{% endfor %}`).passes).toBe(2);
    expect(readsOf('{% for r in rows %}{% endfor %}{{ rows|reduce((s, r) => s + r.n, 0) }}').passes).toBe(2);
  });

  it('are not mapped if only their number is asked for', () => {
    const rows = listOf([{ n: 0 }, { n: 1 }]);
    expect(compile('{{ rows|map(r => 1 / r.n)|length }}').render({ rows })).toBe('2');
  });

  it('are named by errors, also after other rows were read in between', () => {
    const rows = Array.from({ length: 5 }, (_, n) => ({ n }));
    const messageOf = (template: string) => {
      try {
        compile(template, { strict: true }).render({ rows: listOf(rows) });
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    };
    const wrong = '{{ r.n == 3 ? r.price }}';
    const expected = /There is no entry "price".* In row 4 \(rows\.csv:5\)\.$/;
    for (const template of [
      `{% for r in rows %}${wrong}{% endfor %}`,
      `{% for r in rows %}{{ loop.last }}${wrong}{% endfor %}`,
      `{% for r in rows %}{{ rows|first.n }}{{ rows[1].n }}{{ rows|slice(0, 1)|length }}{{ 0 in rows }}${wrong}{% endfor %}`,
      `{% for r in rows %}{% for s in rows %}{{ s.n }}{% endfor %}${wrong}{% endfor %}`,
      `{{ rows|map(r => r.n == 3 ? r.price)|join }}`,
      `{{ rows|reduce((s, r) => r.n == 3 ? r.price : s)|join }}`,
      `{% for r in rows|filter(r => r.n == 3 ? r.price : true) %}{{ loop.last }}{% endfor %}`,
    ]) {
      expect(messageOf(template)).toMatch(expected);
    }
    expect(messageOf('{% for r in rows %}{{ r.n }}{% endfor %}{{ nothing }}')).not.toContain('row');
  });

  it('keep the line of the template in an error of a filter that another template reads', () => {
    const partials = { list: '{% for r in few %}\n{{ r }}\n{% endfor %}' };
    const source = "one\n{% set few = rows|map(r => 1 / r.n) %}\n{% include 'list' %}";
    const render = () => compile(source, { partials }).render({ rows: listOf([{ n: 1 }, { n: 0 }]) });
    expect(render).toThrow(/in the template, line 2: Division by zero\. In row 2 \(rows\.csv:3\)\.$/);
  });

  it('are limited where all of them are needed, by an error that names the filter and the limit', () => {
    const rows = Array.from({ length: 100 }, (_, n) => ({ n, text: 'x'.repeat(100) }));
    const limits = { rows: 5_000 };
    const render = (template: string) => compile(template, { limits }).render({ rows: listOf(rows) });
    expect(() => render('{{ rows|sort((a, b) => a.n <=> b.n)|length }}')).toThrow(
      /line 1: "sort" needs rows of rows\.csv in memory at the same time that have more than 5000 characters \(row bound\)\./,
    );
    expect(() => render('{{ rows|reverse|length }}')).toThrow(/"reverse" needs rows/);
    expect(() => render('{{ rows|shuffle|length }}')).toThrow(/"shuffle" needs rows/);
    expect(() => render('{% for b in rows|batch(90) %}{% endfor %}')).toThrow(/"batch" needs rows/);
    expect(() => render('{{ (rows + [])|length }}')).toThrow(/This needs rows .*\(row bound\)/);
    expect(render('{{ rows|batch(10)|length }}{% for b in rows|batch(10) %}{% endfor %}')).toBe('10');
    expect(render('{% for r in rows %}{{ loop.last ? r.n }}{% endfor %}{{ rows|last.n }}')).toBe('9999');
  });

  it('count towards the limits of steps and time', () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => ({ n }));
    const template = compile('{% for r in rows %}{% for s in rows %}{% endfor %}{% endfor %}', {
      limits: { steps: 100_000 },
    });
    expect(() => template.render({ rows: listOf(rows) })).toThrow(/more than 100000 steps/);
    const limits = { steps: Number.POSITIVE_INFINITY, output: 10 };
    expect(() => template.render({ rows: listOf(rows) }, { limits })).not.toThrow();
    expect(defaultLimits.rows).toBeLessThanOrEqual(defaultLimits.memory);
  });

  it('print more than one piece of output in order, inside and outside of what is captured', () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => ({ n, text: 'ä'.repeat(200) }));
    const table = '{% for r in rows %}<p>{{ r.n }} {{ r.text }}</p>{% endfor %}';
    const template = `a${table}{% set t %}${table}{% endset %}b{{ t }}${table}c`;
    expect(compile(template).render({ rows: listOf(rows) })).toBe(compile(template).render({ rows }));
  });
});
