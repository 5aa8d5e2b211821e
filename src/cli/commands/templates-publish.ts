/** `pdfapi templates publish <template>`: from now on the API renders this version. */
import type { Command } from 'commander';
import { addDataDirectoryOption } from '../data-directory.ts';
import type { OpenSession } from '../session.ts';
import { writeStdout } from '../streams.ts';
import { openTemplateHome, type TemplateHomeOptions } from '../template-home.ts';
import { wholeNumber } from '../whole-number.ts';

interface Options extends TemplateHomeOptions {
  readonly to?: number;
}

export function addTemplatesPublishCommand(templates: Command, open: OpenSession): void {
  addDataDirectoryOption(
    templates
      .command('publish')
      .summary('choose the version that a server renders')
      .description('Publishes the latest version of a template, or an earlier one to go back to it.')
      .argument('<template>', 'id or name')
      .option('--to <version>', 'another version than the latest', wholeNumber)
      .option('--team <team>', 'name or id; needed where there are several'),
  ).action(async (idOrName: string, options: Options, self: Command) => {
    const session = await open(self);
    const home = await openTemplateHome(session, options);
    const { id, name, publishedVersion } = await home.publish(idOrName, options.to);
    await writeStdout(
      session.context.json
        ? `${JSON.stringify({ id, name, version: publishedVersion, published: true })}\n`
        : `${id}\t${name}\t${publishedVersion}\n`,
    );
  });
}
