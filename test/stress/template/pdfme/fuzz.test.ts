/** Any `editor.json` and data give a document or a user-facing failure. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { Failure } from '../../../../src/contract/errors.ts';
import type { JsonObject } from '../../../../src/contract/json.ts';
import { render } from '../../../../src/render/render.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { checkTemplate } from '../../../../src/template/check/check-template.ts';
import { startEditorPool } from '../../../../src/template/pdfme/editor-pool.ts';
import { elementTypes } from '../../../../src/template/pdfme/element-types.ts';
import { TemplateRuntimeError, TemplateSyntaxError } from '../../../../src/twig/index.ts';
import { editorJson, readFiles, treeOf } from '../../../support/pdfme/editor-files.ts';

const editor = startEditorPool();
afterAll(() => editor.close());

const types = Object.keys(elementTypes);
const keys = [...new Set(Object.values(elementTypes).flatMap((type) => type.keys))];
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    '#123456',
    'left',
    'expand',
    'inline-markdown',
    'OpenSans-Bold',
    'x',
    'item in items',
    0,
    12,
    '',
    true,
  ),
);
const content = fc.oneof(
  fc.constantFrom(
    '{{ x }}',
    '[["{{ item }}", "b"]]',
    '{1+1}',
    '**a** [b](#c)',
    '4006381333931',
    '<svg></svg>',
    '',
  ),
  fc.string({ unit: 'grapheme' }),
);
const element = fc
  .record({
    type: fc.constantFrom(...types),
    content,
    width: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 0, max: 200 }) },
      { weight: 1, arbitrary: odd },
    ),
    height: fc.integer({ min: 0, max: 300 }),
    position: fc.record({ x: fc.integer({ min: -20, max: 220 }), y: fc.integer({ min: -20, max: 320 }) }),
    more: fc.dictionary(fc.constantFrom(...keys), odd, { maxKeys: 2 }),
  })
  .map(({ more, ...rest }) => ({ head: ['a', 'b'], text: '{x}', ...rest, ...more }));
const document = fc.array(element, { minLength: 1, maxLength: 2 });

const isMeant = (error: unknown): boolean =>
  error instanceof Failure || error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError;

it('gives a document or an intended failure', { timeout: 180_000 }, async () => {
  let documents = 0;
  await fc.assert(
    fc.asyncProperty(document, odd, fc.boolean(), async (elements, x, isStatic) => {
      const named = elements.map((each, index) => ({ name: `f${index}`, ...each }));
      const files = { 'editor.json': isStatic ? editorJson([[]], named) : editorJson([named]) };
      const { errors } = await checkTemplate(treeOf({ ...files, 'data.json': JSON.stringify({ x }) }));
      if (errors.length > 0) return;
      const deadline = new Deadline(20_000);
      try {
        const template = await readFiles(files);
        await render({ template, data: { x, items: [x, 'b'] } as JsonObject }, { deadline, editor });
        documents += 1;
      } catch (error) {
        if (!isMeant(error)) throw error;
        expect((error as Failure).code, String(error)).not.toBe('timeout');
      } finally {
        deadline.close();
      }
    }),
    { numRuns: 400 },
  );
  expect(documents).toBeGreaterThan(30);
});
