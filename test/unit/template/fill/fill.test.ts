/** The behaviour that filling in process and filling in a worker thread share. */
import { afterAll, describe, expect, it } from 'vitest';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import type { Fill, FillJob } from '../../../../src/template/fill/fill.ts';
import { fillInProcess } from '../../../../src/template/fill/in-process.ts';
import { startFillPool } from '../../../../src/template/fill/start-fill-pool.ts';
import { parseData, TemplateRuntimeError, TemplateSyntaxError } from '../../../../src/twig/index.ts';
import { jobOf } from '../../../support/fill/job-of.ts';

const pool = startFillPool({ workers: 1 });
afterAll(() => pool.close());

const nothingRead = { isRead: false, names: [] };

describe.each<[string, Fill]>([
  ['here', fillInProcess],
  ['in a thread', pool.fill],
])('filling %s', (_, fill) => {
  const run = async (html: string, parts: Partial<FillJob> = {}) => {
    const deadline = new Deadline();
    try {
      return await fill(jobOf(html, parts), deadline);
    } finally {
      deadline.close();
    }
  };

  it('fills every part and escapes values in HTML only', async () => {
    const filled = await run('<p>{{ name }}{% include "row" %}</p>', {
      header: 'H {{ name }}',
      footer: 'F {{ name }}',
      metadata: { title: ' {{ name }} ', author: 'B' },
      partials: { row: ' and {{ n }}' },
      data: { name: 'A & B', n: 1.5 },
    });
    expect(filled).toEqual({
      html: '<p>A &amp; B and 1.5</p>',
      header: 'H A &amp; B',
      footer: 'F A &amp; B',
      metadata: { title: 'A & B', author: 'B' },
      dataUse: { isRead: true, names: [] },
    });
  });

  it('names a property that has a control character, from its source or from data', async () => {
    const fault = {
      part: 'metadata.title',
      line: 1,
      detail: 'The title must not contain U+0001: a property is text without control characters.',
    };
    await expect(run('x', { metadata: { title: 'a\u0001b' } })).rejects.toMatchObject(fault);
    const fromData = run('x', { metadata: { title: '{{ name }}' }, data: { name: 'a\u0001b' } });
    await expect(fromData).rejects.toMatchObject(fault);
    await expect(fromData).rejects.toBeInstanceOf(TemplateRuntimeError);
  });

  it('leaves HTML unchanged if Twig is off for it, and fills the other parts', async () => {
    expect(await run('{{ a }} {% x', { twig: false, header: '{{ a }}', data: { a: 1 } })).toEqual({
      html: '{{ a }} {% x',
      header: '1',
      metadata: {},
      dataUse: { isRead: true, names: [] },
    });
  });

  it('omits missing parts from the result and keeps empty ones', async () => {
    expect(await run('x')).toEqual({ html: 'x', metadata: {}, dataUse: nothingRead });
    expect(await run('x', { header: '' })).toEqual({
      html: 'x',
      header: '',
      metadata: {},
      dataUse: nothingRead,
    });
  });

  it('uses the time of the job as the current time', async () => {
    expect((await run('{{ "now"|date("c") }}', { now: new Date('2020-02-03T04:05:06Z') })).html).toBe(
      '2020-02-03T04:05:06+00:00',
    );
  });

  it('keeps the order of keys, long numbers and a key named __proto__', async () => {
    const text =
      '{"years": {"10": 1, "9": [{"2": "b", "1": "a"}]}, "long": 9007199254740993, "minus": -0.0, "__proto__": {"x": 1}, "texts": ["é😀\\ud800"]}';
    const html =
      '{{ years|keys|join(",") }} {{ years[9][0]|join }} {{ long }} {{ __proto__.x }} {{ texts[0]|length }}';
    expect((await run(html, { data: parseData(text) as FillJob['data'] })).html).toBe(
      '10,9 ba 9007199254740993 1 3',
    );
    expect((await run(html, { data: JSON.parse(text) })).html).toBe('9,10 ab 9007199254740992 1 3');
  });

  it('prints nothing for values that JSON cannot represent', async () => {
    const data = { f: () => 'ran', s: Symbol('x'), list: [() => 1, 2], u: undefined };
    expect((await run('[{{ f }}{{ s }}{{ list|join }}{{ u }}]', { data: data as never })).html).toBe('[2]');
  });

  it('compiles every part before it fills the first one', async () => {
    await expect(run('{{ 1 / 0 }}', { metadata: { title: '\n{{ 1 + }}' } })).rejects.toMatchObject({
      name: 'TemplateSyntaxError',
      part: 'metadata.title',
      line: 2,
    });
  });

  it('rejects an undefined variable in strict mode', async () => {
    await expect(run('{{ nope }}', { strict: true })).rejects.toBeInstanceOf(TemplateRuntimeError);
    expect((await run('{{ nope }}')).html).toBe('');
  });

  it('reports errors with every field', async () => {
    const syntax = await run('a\n {{ 1 + }}').catch((error) => error);
    expect(syntax).toBeInstanceOf(TemplateSyntaxError);
    expect(syntax).toMatchObject({ part: 'template', template: null, line: 2, column: 8 });
    expect(syntax.message).toBe(`Twig error in the template, line 2: ${syntax.detail}`);
    expect(syntax.detail).toMatch(/\w/);
    const partial = { row: '\n\n{{ 1 // 0 }}' };
    const runtime = await run('x', { footer: '{% include "row" %}', partials: partial }).catch((e) => e);
    expect(runtime).toBeInstanceOf(TemplateRuntimeError);
    expect(runtime).toMatchObject({ part: 'footer', template: 'row', line: 3 });
    expect(runtime.message).toBe(`Twig error in the footer (partial "row"), line 3: ${runtime.detail}`);
  });

  it('fails after the deadline, and if the caller has already aborted', async () => {
    const over = new Deadline(0);
    await expect(fill(jobOf('x'), over)).rejects.toMatchObject({ code: 'timeout' });
    const gone = new Deadline(60_000, AbortSignal.abort(new Error('gone')));
    await expect(fill(jobOf('x'), gone)).rejects.toThrow('gone');
    gone.close();
  });
});
