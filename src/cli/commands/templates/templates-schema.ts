/** `pdfapi templates schema <folder>`: writes the schema of a template's data, or sample data. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { writeStdout } from '../../io/streams.ts';
import { pathArgument } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';

interface Options {
  readonly sample?: true;
  readonly write?: true;
  readonly force?: true;
}

export function addTemplatesSchemaCommand(templates: Command, open: OpenSession): void {
  templates
    .command('schema')
    .summary('write the schema of the data of a template')
    .description(
      'Writes the JSON Schema of the data that a template reads: its variables, with the types that their use and data.json show. With --sample, writes sample data for schema.json or, without one, for the variables.',
    )
    .argument('<folder>', 'the folder of the template', pathArgument('The folder of the template'))
    .option('--sample', 'write sample data instead of a schema')
    .option('--write', 'to schema.json or data.json in the folder instead of stdout')
    .option('--force', 'with --write: replace the file if there is one')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates schema ./invoice
  pdfapi templates schema ./invoice --write
  pdfapi templates schema ./invoice --sample > customer.json`,
    )
    .action(async (folder: string, { sample, write, force }: Options, self: Command) => {
      const session = await open(self);
      if (force && !write) throw new Failure('usage', '--force needs --write.');
      const [{ assertIsTemplate }, { folderTree }] = await Promise.all([
        import('#template/load/assert-is-template'),
        import('#template/load/folder-tree'),
      ]);
      await assertIsTemplate(folder);
      const tree = folderTree(folder);
      const name = sample ? 'data.json' : 'schema.json';
      if (write && !force && (await tree.list()).includes(name)) {
        throw new Failure('file_exists', `${join(folder, name)} already exists.`, {
          hint: 'Replace it with --force.',
        });
      }
      const value = sample
        ? await (await import('#template/schema/sample-data')).sampleDataOf(tree)
        : await (await import('#template/schema/template-schema')).inferTemplateSchema(tree);
      const text = `${JSON.stringify(value, null, 2)}\n`;
      if (!write) return await writeStdout(text);
      const { writeTemplateFiles } = await import('#template/load/write-template-files');
      await writeTemplateFiles(folder, new Map([[name, Buffer.from(text)]]), {
        overwrite: true,
        shutdown: session.shutdown,
      });
      const path = join(folder, name);
      await writeStdout(session.context.json ? `${JSON.stringify({ path })}\n` : `${path}\n`);
    });
}
