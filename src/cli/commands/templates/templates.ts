/** `pdfapi templates …`: manages templates. */
import type { Command } from 'commander';
import type { OpenSession } from '../../session.ts';
import { addTemplatesCheckCommand } from './templates-check.ts';
import { addTemplatesDeleteCommand } from './templates-delete.ts';
import { addTemplatesDiffCommand } from './templates-diff.ts';
import { addTemplatesListCommands } from './templates-list.ts';
import { addTemplatesNewCommand } from './templates-new.ts';
import { addTemplatesPublishCommand } from './templates-publish.ts';
import { addTemplatesPullCommand } from './templates-pull.ts';
import { addTemplatesPushCommand } from './templates-push.ts';
import { addTemplatesRenameCommand } from './templates-rename.ts';
import { addTemplatesSchemaCommand } from './templates-schema.ts';
import { addTemplatesStatusCommand } from './templates-status.ts';

export function addTemplatesCommands(program: Command, open: OpenSession): void {
  const templates = program
    .command('templates')
    .helpCommand(false)
    .summary('make, check, push and publish templates')
    .description('Local template folders and the templates of a server.');
  addTemplatesNewCommand(templates, open);
  addTemplatesCheckCommand(templates, open);
  addTemplatesSchemaCommand(templates, open);
  addTemplatesStatusCommand(templates, open);
  addTemplatesDiffCommand(templates, open);
  addTemplatesPushCommand(templates, open);
  addTemplatesPublishCommand(templates, open);
  addTemplatesListCommands(templates, open);
  addTemplatesPullCommand(templates, open);
  addTemplatesRenameCommand(templates, open);
  addTemplatesDeleteCommand(templates, open);
}
