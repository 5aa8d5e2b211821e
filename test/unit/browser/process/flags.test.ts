import { expect, it } from 'vitest';
import { browserFlags } from '../../../../src/browser/process/flags.ts';

const options = { profile: '/tmp/profile', sandbox: true, networkInProcess: true, sharedMemory: true };
const flags = browserFlags(options);

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
  expect(browserFlags({ ...options, sandbox: false, networkInProcess: false })).toContain('--no-sandbox');
});

it('without a profile directory, no profile is written', () => {
  expect(browserFlags({ ...options, profile: undefined }).join()).not.toContain('--user-data-dir');
  expect(flags).toContain('--user-data-dir=/tmp/profile');
});

it('memory is shared in files where /dev/shm has no room', () => {
  expect(flags).not.toContain('--disable-dev-shm-usage');
  expect(browserFlags({ ...options, sharedMemory: false })).toContain('--disable-dev-shm-usage');
});
