/** `test/support/run-tests.ts`, which `npm test` runs. */
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { root } from '../support/run.ts';

/** Runs a file of two tests; the second does what `body` says. `mark` is a file that may tell the first run from the second. */
async function run(body: string) {
  const folder = temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'one.test.ts'),
    `import { existsSync, writeFileSync } from 'node:fs';
    import { expect, it } from 'vitest';
    const mark = ${JSON.stringify(join(folder, 'mark'))};
    it('first', () => {});
    it('second', async () => {
      const isFirstRun = !existsSync(mark);
      writeFileSync(mark, '');
      const end = async (signal) => { process.kill(process.pid, signal); await new Promise(() => {}); };
      ${body}
    });`,
  );
  writeFileSync(join(folder, 'other.test.ts'), `import { it } from 'vitest'; it('other', () => {});`);
  const { exitCode, all } = await execa(
    process.execPath,
    [join(root, 'test/support/run-tests.ts'), '--root', folder, '--no-color'],
    { cwd: folder, all: true, reject: false, env: { NO_COLOR: '1' } },
  );
  expect(existsSync(join(folder, 'mark'))).toBe(true);
  return { exitCode, output: all, isRepeated: all.includes('Once more: one.test.ts\n') };
}

it('repeats a file whose process the engine has ended, and only that', async () => {
  const { exitCode, output, isRepeated } = await run(`if (isFirstRun) await end('SIGTRAP');`);
  expect({ exitCode, isRepeated }, output).toEqual({ exitCode: 0, isRepeated: true });
  expect(output.slice(output.indexOf('Once more'))).toContain('Tests  2 passed (2)');
});

it('fails if the engine ends it again', async () => {
  expect(await run(`await end('SIGSEGV');`)).toMatchObject({ exitCode: 1, isRepeated: true });
});

it.each([
  ['a test that fails', 'expect(isFirstRun).toBe(false);'],
  ['a process that was killed', `if (isFirstRun) await end('SIGKILL');`],
  ['a process that is out of memory', `if (isFirstRun) await end('SIGABRT');`],
])('does not repeat %s', async (_, body) => {
  expect(await run(body)).toMatchObject({ exitCode: 1, isRepeated: false });
});
