/** The folder whose templates an assistant reads and writes. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTemplateRoot } from '../../../../../src/cli/commands/mcp/template-root.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';

it('finds and writes the folder of a name, whichever form of Unicode it has', async () => {
  const [composed, decomposed] = ['Größe', 'Größe'.normalize('NFD')];
  const dir = temporaryFolder({ [`${decomposed}/template.html`]: 'a', 'Ä/template.html': 'b' });
  const root = await openTemplateRoot({ dir });
  for (const name of [composed, decomposed]) {
    expect(await root.find(name)).toBe(join(dir, decomposed));
    expect(await root.locate(name)).toBe(join(dir, decomposed));
  }
  expect(await root.find('Ä'.normalize('NFD'))).toBe(join(dir, 'Ä'));
  await expect(root.find('Grosse')).rejects.toMatchObject({ code: 'template_not_found' });
});
