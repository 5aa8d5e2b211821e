/** The messages of a 422: one sentence per fault, under its field. */
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { validateRequest } from '../../../src/contract/api/request-errors.ts';
import { generateSchema, htmlToPdfSchema, mergeSchema } from '../../../src/contract/api/requests-schema.ts';

const faults = (schema: z.ZodType, value: unknown) => {
  const result = validateRequest(schema, value);
  if ('value' in result) throw new Error('it was not refused');
  return result.faults;
};

it('returns a valid value without adding fields that were not sent', () => {
  expect(validateRequest(generateSchema, {})).toEqual({ value: {} });
  const body = { html: 'a', config: { format: 'letter', margins: { top: 0 } } };
  expect(validateRequest(htmlToPdfSchema, body)).toEqual({
    value: { html: 'a', config: { format: 'Letter', margins: { top: 0 } } },
  });
});

it('begins the message with the first fault, and counts the others', () => {
  expect(faults(generateSchema, { output: 'x' }).message).toBe(
    'The output must be one of: base64, url, binary, upload, png, jpeg, webp.',
  );
  expect(faults(generateSchema, { output: 'x', a: 1 }).message).toMatch(/ \(and 1 more error\)$/);
  expect(faults(generateSchema, { output: 'x', a: 1, b: 2 }).message).toMatch(/ \(and 2 more errors\)$/);
});

it('distinguishes a missing field from one of the wrong type', () => {
  expect(faults(mergeSchema, { templates: [{}, { id: null }] }).errors).toEqual({
    'templates.0.id': ['The templates.0.id field is required.'],
    'templates.1.id': ['The templates.1.id must be a template id (integer) or name (string).'],
  });
});

it('suggests the nearest field that is allowed in that place', () => {
  expect(faults(htmlToPdfSchema, { html: 'a', config: { margns: {} } }).errors).toEqual({
    'config.margns': ['The config.margns field is unknown. Did you mean "margins"?'],
  });
});

it('suggests the field by the name that other programs have for it, and where it belongs', () => {
  const { errors } = faults(htmlToPdfSchema, {
    html: 'a',
    landscape: true,
    config: { landscape: true, pageSize: 'A5' },
  });
  expect(errors).toEqual({
    landscape: ['The landscape field is unknown. Did you mean "config.orientation"?'],
    'config.landscape': ['The config.landscape field is unknown. Did you mean "orientation"?'],
    'config.pageSize': ['The config.pageSize field is unknown. Did you mean "format"?'],
  });
  const { errors: others } = faults(htmlToPdfSchema, {
    html: 'a',
    marginTop: '1cm',
    printBackground: true,
    variables: {},
    config: { paperWidth: 8, margin_left: 1, page_ranges: '1', Scale: 2 },
  });
  expect(others).toEqual({
    marginTop: ['The marginTop field is unknown. Did you mean "config.margins.top"?'],
    printBackground: [expect.stringContaining('Did you mean "config.backgrounds"?')],
    variables: ['The variables field is unknown. Did you mean "data"?'],
    'config.paperWidth': [expect.stringMatching(/Did you mean "format"\? Width and height are one text/)],
    'config.margin_left': ['The config.margin_left field is unknown. Did you mean "margins.left"?'],
    'config.page_ranges': ['The config.page_ranges field is unknown. Did you mean "pages"?'],
    'config.Scale': ['The config.Scale field is unknown. Did you mean "scale"?'],
  });
  expect(faults(generateSchema, { landscape: true, pages: '1' }).errors).toEqual({
    landscape: ['The landscape field is unknown. The template has its own page settings.'],
    pages: ['The pages field is unknown. Did you mean "config.pages"?'],
  });
});

it('says that a template has its own page settings, in config too', () => {
  const unknown = { margins: { top: 1 }, paperWidth: 8, zzz: 1 };
  expect(faults(generateSchema, { config: unknown }).errors).toEqual({
    'config.margins': ['The config.margins field is unknown. The template has its own page settings.'],
    'config.paperWidth': ['The config.paperWidth field is unknown. The template has its own page settings.'],
    'config.zzz': ['The config.zzz field is unknown.'],
  });
});

it('treats keys that are special in JavaScript as plain names', () => {
  const { errors } = faults(generateSchema, JSON.parse('{ "__proto__": 1, "constructor": 2 }'));
  expect(Object.keys(errors).sort()).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(errors)).toBeNull();
});

it('distinguishes a field without a name from the body as a whole', () => {
  expect(faults(generateSchema, { '': 1 }).errors).toEqual({ '""': ['The "" field is unknown.'] });
  expect(faults(generateSchema, []).errors).toEqual({ body: ['The request body must be a JSON object.'] });
});

it('keeps data unchanged, whatever its keys are', () => {
  const data = JSON.parse('{ "__proto__": { "a": 1 }, "output": "x", "": null }');
  const result = validateRequest(generateSchema, { data });
  expect('value' in result && result.value.data).toBe(data);
});

it('reports fifty faults, counts all of them, and shortens overlong names', () => {
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`h${index}`, 1]));
  const { message, errors } = faults(htmlToPdfSchema, { html: 'a', ...unknown });
  expect(Object.keys(errors)).toHaveLength(50);
  expect(message).toMatch(/ \(and 19999 more errors\)$/);
  const [long = ''] = Object.keys(faults(htmlToPdfSchema, { html: 'a', ['x'.repeat(1_000_000)]: 1 }).errors);
  expect(long.length).toBeLessThan(200);
});
