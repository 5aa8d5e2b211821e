/** Runs PHP's Twig with a frozen clock, if it is installed. */
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
const probe = `@include getenv("PDFAPI_TEST_TWIG") ?: "Twig/autoload.php"; ${includes} echo ${classes.join(' && ')} ? Twig\\Environment::VERSION_ID : 0;`;

/**
 * For example 32800 for Twig 3.28.0. 0 if Twig or one of its extras is not installed, so that it cannot produce the
 * frozen results.
 */
export const phpTwigVersion = Number(run(['-r', probe]).stdout) || 0;

export const phpIsThere = phpTwigVersion > 0;

export function renderWithPhp(cases: readonly object[]): PhpAnswer[] {
  return JSON.parse(run([oracle], JSON.stringify(cases)).stdout) as PhpAnswer[];
}
