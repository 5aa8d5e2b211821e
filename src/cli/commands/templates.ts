/** `pdfapi templates …`: what is done with templates themselves. */
import type { Command } from 'commander';
import type { OpenSession } from '../session.ts';
import { addTemplatesCheckCommand } from './templates-check.ts';
import { addTemplatesNewCommand } from './templates-new.ts';

export function addTemplatesCommands(program: Command, open: OpenSession): void {
  const templates = program
    .command('templates')
    .helpCommand(false)
    .summary('make and check template folders')
    .description('Makes and checks template folders.');
  addTemplatesNewCommand(templates, open);
  addTemplatesCheckCommand(templates, open);
}
