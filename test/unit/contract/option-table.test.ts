/** The options of a document are those of the commands, the API and the documentation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { readContext } from '../../../src/cli/context.ts';
import { styleFor } from '../../../src/cli/io/style.ts';
import { createProgram } from '../../../src/cli/program.ts';
import { type CallKind, type OptionName, optionTable } from '../../../src/contract/document/option-table.ts';
import { openApiDocument } from '../../../src/contract/openapi/openapi-document.ts';
import { documentOptionsShape } from '../../../src/library/document-options.ts';

interface Row {
  readonly library: readonly CallKind[];
  readonly flags?: readonly string[];
  readonly commands?: readonly CallKind[];
  readonly field?: string;
  readonly requests?: readonly CallKind[];
}

const root = join(import.meta.dirname, '../../..');
const rows = Object.entries(optionTable) as [OptionName, Row][];

it('the library has the options of the table', () => {
  expect(Object.keys(documentOptionsShape)).toEqual(Object.keys(optionTable));
});

const commandNames = { render: 'generate', html: 'html', batch: 'batch', merge: 'merge' } as const;

/** Beside options of the document, in the groups of a command that have them. */
const otherFlags = ['--rows', '--typed', '--decimal', '--encoding', '--no-sandbox', '--input-password-file'];
const otherGroups = [
  'Output:',
  'Images:',
  'Rows:',
  'Batch:',
  'Several documents:',
  'On the server:',
  'HTML:',
  'Options:',
];

async function flagsOf(kind: CallKind): Promise<string[]> {
  const style = await styleFor(0);
  const open = () => {
    throw new Error('no command is run here');
  };
  const context = { ...readContext(process), argv: [] };
  const { command } = await createProgram(context, style, open, () => true);
  const own = command.commands.find((each: Command) => each.name() === commandNames[kind])?.options ?? [];
  const shown = own.filter(
    ({ hidden, helpGroupHeading = '' }) => !hidden && !otherGroups.includes(helpGroupHeading),
  );
  const timeout = command.options.filter(({ long }) => long === '--timeout');
  return [...shown, ...timeout].map(({ long }) => String(long)).filter((flag) => !otherFlags.includes(flag));
}

it.each(Object.keys(commandNames) as CallKind[])(
  'the command of %s takes the flags of the table',
  async (kind) => {
    const taken = rows.filter(([, { commands = [] }]) => commands.includes(kind));
    const expected = taken.flatMap(([, { flags = [] }]) => flags);
    expect((await flagsOf(kind)).toSorted()).toEqual(expected.toSorted());
  },
);

const schemas = openApiDocument({ serverUrl: 'http://localhost', version: '0' }).components
  ?.schemas as Record<string, { readonly properties: Record<string, unknown> }>;

it.each([
  ['render', 'GenerateRequest', 'GenerateConfig'],
  ['html', 'HtmlToPdfRequest', 'PageConfig'],
  ['merge', 'MergeRequest', 'MergeConfig'],
] as const)('the request of %s takes the fields of the table', (kind, request, config) => {
  const taken = rows.filter(([, { requests = [] }]) => requests.includes(kind));
  const fields = Object.keys(schemas[config]?.properties ?? {});
  const beside = ['data', 'metadata'].filter((name) => schemas[request]?.properties[name]);
  expect([...fields, ...beside].toSorted()).toEqual(taken.map(([, { field }]) => field).toSorted());
});

/** The rows of the table of docs/library.md that begins so. */
function rowsOf(header: RegExp): string[] {
  const lines = readFileSync(join(root, 'docs/library.md'), 'utf8').split('\n');
  const below = lines.slice(lines.findIndex((line) => header.test(line)) + 2);
  return below.slice(0, below.indexOf(''));
}

it('docs/library.md says what each option means', () => {
  const named = rowsOf(/^\| option +\| meaning/).flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []);
  expect(named.toSorted()).toEqual([...rows.map(([name]) => name), 'rows'].toSorted());
});

it('docs/library.md has the flags and the field of each option', () => {
  const cells = rowsOf(/^\| option +\| flags/).map((row) => row.match(/[\w-]*\w[\w-]*/g));
  const expected = rows.map(([name, { flags = [], field }]) => [name, ...flags, ...(field ? [field] : [])]);
  expect(cells).toEqual(expected);
});
