/** `pdfapi doctor`: checks everything that a render needs, locally and on the server. */
import type { Command } from 'commander';
import type { OpenSession } from '../../session.ts';

export function addDoctorCommand(program: Command, open: OpenSession): void {
  program
    .command('doctor')
    .summary('check this machine and the server')
    .description(
      'Checks the runtime, the browser and its sandbox, the fonts, the disk, the server and its token.',
    )
    .option('--no-sandbox', 'check without the browser sandbox')
    .action(async (options: { sandbox: boolean }, self: Command) => {
      const session = await open(self);
      const { examine } = await import('./examination.ts');
      await examine(session, options);
    });
}
