import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { folderTree } from '../../../../src/template/load/folder-tree.ts';
import { memoryTree } from '../../../../src/template/load/memory-tree.ts';
import { inferTemplateSchema } from '../../../../src/template/schema/template-schema.ts';

const schemaOf = (html: string, data?: unknown, files: Record<string, string> = {}) => {
  const all = {
    'template.html': html,
    ...(data !== undefined && { 'data.json': JSON.stringify(data) }),
    ...files,
  };
  return inferTemplateSchema(
    memoryTree(new Map(Object.entries(all).map(([name, text]) => [name, Buffer.from(text)]))),
  );
};

/** Another implementation judges. */
function validator(schema: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

const examples = new URL('../../../../templates-examples/', import.meta.url);

describe('the schema of a template', () => {
  it('has the types that use shows', async () => {
    const schema = await schemaOf(`
      <h1>{{ title }}</h1>{{ date|date('Y') }}
      {% for item in items %}{{ item.price * item.count }}{{ item.note|default('') }}{% endfor %}
      {% if is_paid %}paid{% endif %}{% if status in ['new', 'old'] %}{{ status|upper }}{% endif %}
      {% if customer.vat_id is defined %}{{ customer.vat_id|trim }}{% endif %}{{ customer.name|upper }}`);
    expect(schema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Data of the template template',
      type: 'object',
      properties: {
        title: { type: ['string', 'number'] },
        date: { type: 'string', description: 'A date, for example 2026-01-31' },
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              price: { type: 'number' },
              count: { type: 'number' },
              note: { type: ['string', 'number'] },
            },
            required: ['price', 'count'],
          },
        },
        is_paid: { type: 'boolean' },
        status: { type: 'string', examples: ['new', 'old'] },
        customer: {
          type: 'object',
          properties: { vat_id: { type: 'string' }, name: { type: 'string' } },
          required: ['name'],
        },
      },
      required: ['title', 'date', 'items', 'status', 'customer'],
    });
  });

  it('takes from data.json what use leaves open', async () => {
    const data = {
      a: 'x',
      b: 1.5,
      c: [{ d: true }],
      e: null,
      f: { g: 1 },
      price: '12.50',
      day: '2026-01-31',
    };
    const html = '{{ a }}{{ b }}{{ c|json_encode }}{{ e }}{{ f|json_encode }}{{ price * 2 }}{{ day }}';
    expect((await schemaOf(html, data)).properties).toEqual({
      a: { type: 'string' },
      b: { type: 'number' },
      c: {
        type: 'array',
        items: { type: 'object', properties: { d: { type: 'boolean' } }, required: ['d'] },
      },
      e: { type: ['string', 'number', 'null'] },
      f: { type: 'object', properties: { g: { type: 'number' } }, required: ['g'] },
      price: { type: 'string' },
      day: { type: 'string', format: 'date' },
    });
  });

  it('has what headers, footers, names and invoices read, without what the render itself gives', async () => {
    const files = {
      'header.html': '{{ company }} {{ page.number }}',
      'template.json': JSON.stringify({ metadata: { title: 'Invoice {{ number }}' } }),
    };
    expect(Object.keys((await schemaOf('x', undefined, files)).properties ?? {})).toEqual([
      'company',
      'number',
    ]);
  });

  it.each(readdirSync(examples).filter((name) => existsSync(new URL(`${name}/schema.json`, examples))))(
    'of the example %s allows its data and has the properties of its schema',
    async (name) => {
      const folder = new URL(`${name}/`, examples);
      const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
      const schema = await inferTemplateSchema(folderTree(folder.pathname));
      const validate = validator(schema);
      expect(validate(read('data.json')), JSON.stringify(validate.errors)).toBe(true);
      expect(Object.keys(schema.properties ?? {}).sort()).toEqual(
        Object.keys(read('schema.json').properties).sort(),
      );
      // Without a property that it requires, the data does not match.
      for (const required of schema.required ?? []) {
        const { [required]: _, ...rest } = read('data.json');
        expect(validate(rest), required).toBe(false);
      }
    },
  );
});
