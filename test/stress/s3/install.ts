/** `npm run install-s3` installs moto for `moto.test.ts`, with Python 3 and its pip. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { judgeFolder, judgeProgram, requirementsFile } from './judge-folder.ts';

/** Written last: an environment of Python cannot be moved to its place when it is complete. */
const complete = join(judgeFolder, 'complete');

if (!existsSync(complete)) {
  rmSync(judgeFolder, { recursive: true, force: true });
  mkdirSync(dirname(judgeFolder), { recursive: true });
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { stdio: ['ignore', 2, 2] });
  run('python3', '-m', 'venv', judgeFolder);
  run(judgeProgram('pip'), 'install', '--quiet', '--disable-pip-version-check', '-r', requirementsFile);
  writeFileSync(complete, '');
}
console.log(judgeFolder);
