/** `npm run lint:words`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { root } from '../support/run.ts';

const lint = (...files: readonly string[]) =>
  execa(process.execPath, ['build/lint-words.ts', ...files], { cwd: root, reject: false });

it('names the place of each word, in comments only, and not within backticks', async () => {
  const file = join(temporaryFolder(), 'program.ts');
  const word = 'some' + 'body';
  writeFileSync(
    file,
    [`const ${word} = 1; // Read by ${word}.`, `// The user \`${word}\`.`, `/** For ${word}. */`].join('\n'),
  );
  const { exitCode, stderr } = await lint(file);
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(new RegExp(`program\\.ts:1: // Read by ${word}\\.$`)),
    expect.stringMatching(new RegExp(`program\\.ts:3: /\\*\\* For ${word}\\. \\*/$`)),
    expect.stringContaining('To avoid in comments: nobody,'),
  ]);
  expect(exitCode).toBe(1);
});
