/** Paths and names on other platforms: what the functions that look at the platform return for each. */
import { afterEach, expect, it } from 'vitest';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { createTakenPaths } from '../../src/cli/commands/batch/output/taken-paths.ts';
import { readContext } from '../../src/cli/context.ts';
import { assertFilename } from '../../src/cli/options/assert-filename.ts';
import { outputPattern } from '../../src/cli/options/output-pattern.ts';
import { isPath } from '../../src/cli/options/template-argument.ts';
import { getDataDirectory } from '../../src/server/data-directory.ts';

const own = { platform: process.platform, getuid: process.getuid };
/** A user who is not root: root has other directories. */
function pretend(platform: NodeJS.Platform): void {
  Object.defineProperty(process, 'platform', { value: platform });
  Object.defineProperty(process, 'getuid', {
    value: platform === 'win32' ? undefined : () => 1000,
    writable: true,
  });
}
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: own.platform });
  Object.defineProperty(process, 'getuid', { value: own.getuid, writable: true });
});

const environment = {
  HOME: '/home/ada',
  APPDATA: '/ada/Roaming',
  LOCALAPPDATA: '/ada/Local',
};
const context = () =>
  readContext({
    argv: ['node', 'pdfapi'],
    env: environment,
    cwd: () => '/here',
    stdin: {},
    stdout: {},
    stderr: {},
  } as unknown as NodeJS.Process);

it.each<[NodeJS.Platform, Record<'cache' | 'settings' | 'state' | 'data', string>]>([
  [
    'linux',
    {
      cache: '/home/ada/.cache/pdfapi',
      settings: '/home/ada/.config/pdfapi',
      state: '/home/ada/.local/state/pdfapi',
      data: '/home/ada/.local/share/pdfapi',
    },
  ],
  [
    'darwin',
    {
      cache: '/home/ada/Library/Caches/pdfapi',
      settings: '/home/ada/Library/Preferences/pdfapi',
      state: '/home/ada/Library/Preferences/pdfapi',
      data: '/home/ada/Library/Application Support/pdfapi',
    },
  ],
  [
    'win32',
    {
      cache: '/ada/Local/pdfapi/Cache',
      settings: '/ada/Roaming/pdfapi',
      state: '/ada/Local/pdfapi/State',
      data: '/ada/Local/pdfapi/Data',
    },
  ],
])('the directories on %s', (platform, { cache, settings, state, data }) => {
  pretend(platform);
  expect(defaultCacheDirectory(environment)).toBe(cache);
  expect(context().configDirectory).toBe(settings);
  expect(context().stateDirectory).toBe(state);
  expect(getDataDirectory(environment)).toBe(data);
});

it('a backslash separates folders on Windows, and is part of a name elsewhere', () => {
  const word = 'templates\\invoice';
  pretend('win32');
  expect(isPath(word)).toBe(true);
  expect(outputPattern('out\\{{ number }}.pdf').root).toBe('out');
  pretend('darwin');
  expect(isPath(word)).toBe(false);
  expect(outputPattern('out\\{{ number }}.pdf').root).toBe('.');
});

it('file names of rows must be valid on Windows only there, and device names nowhere', () => {
  pretend('win32');
  expect(() => assertFilename('a?.pdf')).toThrow('contains a character that Windows does not allow');
  pretend('darwin');
  expect(() => assertFilename('a?.pdf')).not.toThrow();
  expect(() => assertFilename('nul.pdf')).toThrow('is a device name on Windows');
});

it.each<[NodeJS.Platform, number | undefined]>([
  ['darwin', 1],
  ['win32', 1],
  ['linux', undefined],
])('names that differ in case are one file on %s: %s', (platform, row) => {
  pretend(platform);
  const taken = createTakenPaths();
  expect(taken.take('Ada.pdf', 1)).toBeUndefined();
  expect(taken.take('ada.pdf', 2)).toBe(row);
});
