/** PHP's Twig with a clock that stands still, where it is installed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface PhpAnswer {
  readonly output?: string;
  readonly error?: string;
  readonly line?: number;
}

export const standingClock = '2024-05-15T10:30:00.000Z';

const oracle = fileURLToPath(new URL('oracle.php', import.meta.url));

const run = (args: string[], input = '') =>
  spawnSync('faketime', ['-f', standingClock.slice(0, 19).replace('T', ' '), 'php', ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, TZ: 'UTC' },
  });

const extras = ['Intl', 'String', 'Html'];
const includes = extras.map((name) => `@include "Twig/Extra/${name}/autoload.php";`).join('');
const classes = extras.map((name) => `class_exists("Twig\\\\Extra\\\\${name}\\\\${name}Extension")`);
const probe = `@include "Twig/autoload.php"; ${includes} echo ${classes.join(' && ')} ? 1 : 0;`;

/** Every extra too, or frozen results cannot come out. */
export const phpIsThere = run(['-r', probe]).stdout === '1';

export function renderWithPhp(cases: readonly object[]): PhpAnswer[] {
  return JSON.parse(run([oracle], JSON.stringify(cases)).stdout) as PhpAnswer[];
}
