/** What an assistant reads about the tools, and how its arguments are validated. */
import { expect, it } from 'vitest';
import { validateRequest } from '../../../src/contract/api/request-errors.ts';
import {
  argumentsAt,
  jsonSchemaAt,
  type TemplatePlace,
  type ToolName,
} from '../../../src/mcp/tool-arguments.ts';
import { describeTool, toolNames } from '../../../src/mcp/tools.ts';

const places: readonly TemplatePlace[] = ['folder', 'team'];

function faults(place: TemplatePlace, name: ToolName, given: unknown): string {
  const validated = validateRequest(argumentsAt(place, name), given);
  return 'faults' in validated ? Object.values(validated.faults.errors).flat().join(' ') : '';
}

it.each(places)('a client at a %s reads little, and knows the argument of each tool', (place) => {
  const tools = toolNames.map((name) => ({
    ...describeTool(place, name),
    schema: jsonSchemaAt(place, name),
  }));
  expect(tools.length).toBeLessThanOrEqual(8);
  expect(JSON.stringify(tools).length).toBeLessThan(8_000);
  for (const { schema, description } of tools) {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(JSON.stringify(schema)).not.toContain('$ref');
    expect(description).toMatch(/\.$/);
  }
});

it('arguments of one place are unknown at the other', () => {
  expect(Object.keys(Object(jsonSchemaAt('team', 'render')).properties)).toContain('version');
  expect(Object.keys(Object(jsonSchemaAt('folder', 'render')).properties)).not.toContain('version');
  expect(faults('folder', 'render', { template: 'a', version: 1 })).toContain('The version field is unknown');
  expect(faults('team', 'publish', { template: 'a', draft: true })).toContain('The draft field is unknown');
  expect(faults('team', 'merge', { documents: [{ pdf: 'a.pdf' }] })).not.toBe('');
  expect(faults('folder', 'merge', { documents: [{ pdf: 'a.pdf' }, { template: 'a' }] })).toBe('');
});

it('wrong arguments are named', () => {
  const wrong: readonly (readonly [ToolName, unknown, string])[] = [
    ['show_template', {}, 'The template field is required.'],
    ['show_template', { template: 7 }, 'The template must be a string.'],
    [
      'show_template',
      { templat: 'a', template: 'a' },
      'The templat field is unknown. Did you mean "template"?',
    ],
    ['render', {}, 'The arguments must have one of template, html and markdown.'],
    ['render', { html: 'a', markdown: 'b' }, 'must have one of template, html and markdown'],
    ['render', { html: 'a', data: [1] }, 'The data field must be an object.'],
    ['render', { html: 'a', show_pages: 'first' }, 'The show_pages must be pages such as 1, 1-3 or 2,last.'],
    ['render', { html: 'a', filename: '../a.pdf' }, 'The filename may only contain'],
    [
      'render',
      { template: 'a', format: 'A5' },
      'The format of a template is set in its template.json or its CSS.',
    ],
    ['check', {}, 'The arguments must have either template or pdf.'],
    ['write_template', { template: 'a', files: [] }, 'The files field must not be empty.'],
    [
      'write_template',
      { template: 'a', files: [{ path: 'a' }] },
      'must have one of content, edits and delete',
    ],
    ['merge', { documents: [] }, 'The documents field must have 1 to 50 items.'],
  ];
  for (const [name, given, expected] of wrong) expect(faults('folder', name, given)).toContain(expected);
});
