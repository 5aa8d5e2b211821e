import { expect, it } from 'vitest';
import { browserFlags } from '../../../../../src/core/browser/process/flags.ts';

const flags = browserFlags({ profile: '/tmp/profile', sandbox: true, networkInProcess: true });

it.each([
  '--disable-web-security',
  '--allow-file-access-from-files',
  '--ignore-certificate-errors',
  '--remote-debugging-port',
  '--no-sandbox',
  '--single-process',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
])('a browser is never started with %s', (flag) => {
  expect(flags.filter((given) => given.startsWith(flag))).toEqual([]);
});

it('a browser is controlled through pipes', () => expect(flags).toContain('--remote-debugging-pipe'));

it('the sandbox is off only if that is requested', () => {
  expect(browserFlags({ profile: '/tmp/profile', sandbox: false, networkInProcess: false })).toContain(
    '--no-sandbox',
  );
});

it('without a profile directory, no profile is written', () => {
  expect(browserFlags({ profile: undefined, sandbox: true, networkInProcess: true }).join()).not.toContain(
    '--user-data-dir',
  );
  expect(flags).toContain('--user-data-dir=/tmp/profile');
});
