/** Options that are settings of a template reach the render in the template itself. */
import { expect, it } from 'vitest';
import { readContext } from '../../../src/cli/context.ts';
import { readRenderingOptions } from '../../../src/cli/options/read-rendering-options.ts';
import { validateRequest } from '../../../src/contract/api/request-errors.ts';
import { htmlToPdfSchema } from '../../../src/contract/api/requests-schema.ts';
import { toRenderRequest } from '../../../src/render/to-render-request.ts';
import { requestedOptions } from '../../../src/server/rendering/requested-options.ts';
import { type HtmlTemplate, noAssets } from '../../../src/template/model/template.ts';

const template: HtmlTemplate = {
  name: 'a',
  html: '<input>',
  page: {},
  metadata: {},
  partials: {},
  assets: noAssets,
};

const asked = (options: object, own: HtmlTemplate = template) =>
  toRenderRequest<'scripts' | 'tags' | 'forms'>(
    own,
    options as Record<'scripts' | 'tags' | 'forms', undefined>,
  ).template;

it.each(['scripts', 'tags', 'forms'] as const)('%s of the call overrides that of the template', (name) => {
  for (const own of [true, false]) {
    const given = { ...template, [name]: own };
    expect(asked({ [name]: undefined }, given)[name as 'tags']).toBe(own);
    expect(asked({ [name]: !own }, given)[name as 'tags']).toBe(!own);
  }
});

it.each([
  [{ forms: true }, true],
  [{}, undefined],
] as const)('the flags %j make form fields: %s', (flags, forms) => {
  const options = { scripts: true, tags: true, ...flags };
  const { rendering } = readRenderingOptions({ context: readContext(process) }, options);
  expect(asked(rendering).forms).toBe(forms);
});

it.each([true, false])('a request with config.forms: %s reaches the template', (forms) => {
  const result = validateRequest(htmlToPdfSchema, { html: '<input>', config: { forms } });
  if (!('value' in result)) throw new Error(JSON.stringify(result));
  expect(asked(requestedOptions(result.value.config)).forms).toBe(forms);
});

it('a screenshot has no form fields', () => {
  const body = { html: '<input>', output: 'png', screenshot: {}, config: { forms: true } };
  expect(validateRequest(htmlToPdfSchema, body)).toMatchObject({
    faults: { errors: { 'config.forms': [expect.stringContaining('has no pages')] } },
  });
  const { screenshot: _, ...printed } = body;
  expect(validateRequest(htmlToPdfSchema, printed)).toHaveProperty('value');
});
