/** Small results: chosen pages, edits, errors, and messages before the protocol's own code reads them. */
import { expect, it } from 'vitest';
import { Failure } from '../../../src/contract/errors.ts';
import { chooseShownPages } from '../../../src/mcp/choose-shown-pages.ts';
import { editText } from '../../../src/mcp/edit-text.ts';
import { failureText, findingsText } from '../../../src/mcp/tool-failure.ts';
import { shortWarnings } from '../../../src/mcp/tool-result.ts';
import { dataOfMessage, mcpMessageSchema } from '../../../src/server/mcp/message-schema.ts';

it('shows the first page, the chosen ones, or four at most', () => {
  expect(chooseShownPages(undefined, 9)).toEqual({ pages: [1] });
  expect(chooseShownPages('', 9)).toEqual({ pages: [] });
  expect(chooseShownPages('last,2', 9)).toEqual({ pages: [9, 2] });
  expect(chooseShownPages('1-', 3)).toEqual({ pages: [1, 2, 3] });
  expect(chooseShownPages('2-', 9)).toMatchObject({
    pages: [2, 3, 4, 5],
    note: expect.stringContaining('8 pages'),
  });
  expect(() => chooseShownPages('3', 2)).toThrow('The document has 2 pages');
});

it('edits a text in their order, each only where its text is once', () => {
  const edits = [
    { find: 'b', replace: 'c' },
    { find: 'cc', replace: '$&' },
  ];
  expect(editText('abc', edits, 'a.html')).toBe('a$&');
  expect(() => editText('aba', [{ find: 'a', replace: '' }], 'a.html')).toThrow('occurs more than once');
  expect(() => editText('aaa', [{ find: 'aa', replace: '' }], 'a.html')).toThrow('occurs more than once');
  expect(() => editText('abc', [...edits, { find: 'x', replace: '' }], 'a.html')).toThrow('Edit 3 of a.html');
});

it('an error has its place, its line, its fields, its advice and its code', () => {
  const location = { file: 'a/template.html', line: 2, column: 4, text: 'one\n{{ two }}\nthree' };
  const errors = { 'data.a': ['The data.a is wrong.'] };
  const failure = new Failure('invalid_template', 'It is wrong.', { location, errors, hint: 'Mend it.' });
  expect(failureText(failure).split('\n')).toEqual([
    'a/template.html:2:4: It is wrong.',
    'data.a: The data.a is wrong.',
    '  2 | {{ two }}',
    'Mend it.',
    '(invalid_template)',
  ]);
  expect(failureText(new Failure('usage', 'x'.repeat(20_000))).length).toBeLessThan(9_000);
  expect(findingsText([{ message: 'One.', file: 'a', line: 1 }, { message: 'Two.' }])).toBe(
    'a:1: One.\nTwo.',
  );
});

it('a thousand warnings are thirty and a number', () => {
  const warnings = shortWarnings(Array.from({ length: 1_000 }, () => 'x'.repeat(10_000)));
  expect(warnings).toHaveLength(31);
  expect(warnings.at(-1)).toBe('and 970 more');
  expect(warnings[0]).toHaveLength(400);
});

it('a message is one object of few fields', () => {
  const accepts = (message: unknown) => mcpMessageSchema.safeParse(message).success;
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'render', arguments: { data: {} } },
  };
  expect(accepts(call)).toBe(true);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a${index}`, 1]));
  for (const message of [
    [call],
    null,
    'text',
    { ...call, jsonrpc: '1.0' },
    { ...call, ...many },
    { ...call, params: [] },
    { ...call, params: many },
    { ...call, params: { arguments: many } },
    { ...call, params: { arguments: 'text' } },
  ])
    expect(accepts(message)).toBe(false);
});

it('finds the data in a message, whatever else is in it', () => {
  const paths = (given: unknown) =>
    dataOfMessage({ params: { arguments: given } }).map(({ path }) => path.join('.'));
  expect(paths({ data: {}, documents: [{ data: {} }, null, { data: 'x' }, 7] })).toEqual([
    'params.arguments.data',
    'params.arguments.documents.0.data',
  ]);
  expect([paths(null), paths([]), paths({ documents: {} }), dataOfMessage({})]).toEqual([[], [], [], []]);
  expect(paths({ documents: Array.from({ length: 100 }, () => ({ data: {} })) })).toHaveLength(50);
});
