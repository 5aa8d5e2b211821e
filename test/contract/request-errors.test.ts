/** The words of a 422: one sentence a fault, under its field. */
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { validateRequest } from '../../src/contract/request-errors.ts';
import { generateSchema, htmlToPdfSchema, mergeSchema } from '../../src/contract/requests-schema.ts';

const faults = (schema: z.ZodType, value: unknown) => {
  const result = validateRequest(schema, value);
  if ('value' in result) throw new Error('it was not refused');
  return result.faults;
};

it('gives the value where all is well, without anything that was not said', () => {
  expect(validateRequest(generateSchema, {})).toEqual({ value: {} });
  const body = { html: 'a', config: { format: 'letter', margins: { top: 0 } } };
  expect(validateRequest(htmlToPdfSchema, body)).toEqual({
    value: { html: 'a', config: { format: 'Letter', margins: { top: 0 } } },
  });
});

it('begins the message with the first fault, and counts the others', () => {
  expect(faults(generateSchema, { output: 'x' }).message).toBe(
    'The output must be one of: base64, url, binary.',
  );
  expect(faults(generateSchema, { output: 'x', a: 1 }).message).toMatch(/ \(and 1 more error\)$/);
  expect(faults(generateSchema, { output: 'x', a: 1, b: 2 }).message).toMatch(/ \(and 2 more errors\)$/);
});

it('tells a field that is missing from one that is of the wrong kind', () => {
  expect(faults(mergeSchema, { templates: [{}, { id: null }] }).errors).toEqual({
    'templates.0.id': ['The templates.0.id field is required.'],
    'templates.1.id': ['The templates.1.id must be the number of a template.'],
  });
});

it('names the nearest field that is known at that place', () => {
  expect(faults(htmlToPdfSchema, { html: 'a', config: { margns: {} } }).errors).toEqual({
    'config.margns': ['The config.margns field is unknown. Did you mean "margins"?'],
  });
});

it('keeps keys that mean something to JavaScript as plain names', () => {
  const { errors } = faults(generateSchema, JSON.parse('{ "__proto__": 1, "constructor": 2 }'));
  expect(Object.keys(errors).sort()).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(errors)).toBeNull();
});

it('tells a field without a name from the body as a whole', () => {
  expect(faults(generateSchema, { '': 1 }).errors).toEqual({ '""': ['The "" field is unknown.'] });
  expect(faults(generateSchema, []).errors).toEqual({ body: ['The request body must be a JSON object.'] });
});

it('keeps data as it is, whatever its keys are', () => {
  const data = JSON.parse('{ "__proto__": { "a": 1 }, "output": "x", "": null }');
  const result = validateRequest(generateSchema, { data });
  expect('value' in result && result.value.data).toBe(data);
});

it('tells fifty faults, counts all of them, and shortens names that are no names', () => {
  const unknown = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`h${index}`, 1]));
  const { message, errors } = faults(htmlToPdfSchema, { html: 'a', ...unknown });
  expect(Object.keys(errors)).toHaveLength(50);
  expect(message).toMatch(/ \(and 299999 more errors\)$/);
  const [long = ''] = Object.keys(faults(htmlToPdfSchema, { html: 'a', ['x'.repeat(1_000_000)]: 1 }).errors);
  expect(long.length).toBeLessThan(200);
});
