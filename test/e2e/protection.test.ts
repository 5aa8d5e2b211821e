/** Passwords of PDFs on the command line: given, asked for, removed, and rejected where they cannot be. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileProtection, protectPdf } from '../../src/pdf/index.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { fixture } from '../support/pdf/fixture.ts';
import { hasQpdf, run as runReader } from '../support/pdf/installed.ts';
import { viewed } from '../support/pdf/merge/viewed.ts';
import { run } from '../support/run.ts';

const user = 'Üser wörd 密';
const owner = 'owner word';
const files = {
  'page.html': '<!doctype html><html lang="en"><title>Offer</title><p>Hello {{ name }}',
  'user.txt': `${user}\r\n`,
  'owner.txt': owner,
  'rows.csv': 'name\nAda\nBo\n',
  'letter/template.html': '<!doctype html><html lang="en"><title>Letter</title><p>Dear {{ name }}',
};
const locked = (userPassword: string | undefined, ownerPassword: string) =>
  protectPdf(fixture('plain'), createFileProtection({ userPassword, ownerPassword, permissions: ['print'] }));

const both = ['--password-file', 'user.txt', '--owner-password-file', 'owner.txt'];
const textOf = async (cwd: string, file: string, password?: string) =>
  (await viewed(readFileSync(join(cwd, file)), password)).text.map((text) => text.trim());
const isLocked = async (cwd: string, file: string) =>
  await expect(textOf(cwd, file)).rejects.toMatchObject({ name: 'PasswordException' });

it('html and generate encrypt their PDF', async () => {
  const cwd = temporaryFolder(files);
  const html = await run(['html', 'page.html', '-s', 'name=Ada', ...both, '--permit', 'print,copy'], { cwd });
  expect([html.stdout, html.exitCode]).toEqual(['page.pdf\n', 0]);
  await isLocked(cwd, 'page.pdf');
  for (const password of [user, owner]) {
    expect(await textOf(cwd, 'page.pdf', password)).toEqual(['Hello Ada']);
  }
  if (hasQpdf) {
    const pdf = readFileSync(join(cwd, 'page.pdf'));
    const shown = runReader('qpdf', ['--show-encryption', `--password=${user}`, '{}'], pdf);
    expect(shown).toContain('print high resolution: allowed');
    expect(shown).toContain('extract for any purpose: allowed');
    expect(shown).toContain('modify forms: not allowed');
  }
  const env = { PDFAPI_PDF_PASSWORD: 'from the environment' };
  const generated = await run(['generate', './letter', '-s', 'name=Bo', '--json'], { cwd, env });
  expect([JSON.parse(generated.stdout).pages, generated.exitCode]).toEqual([1, 0]);
  await isLocked(cwd, 'letter.pdf');
  expect(await textOf(cwd, 'letter.pdf', 'from the environment')).toEqual(['Dear Bo']);
});

it('batch encrypts each PDF, and the file of all rows', async () => {
  const cwd = temporaryFolder(files);
  const one = await run(['batch', './letter', 'rows.csv', '-o', 'out/{{ name }}.pdf', ...both], { cwd });
  expect(one.exitCode).toBe(0);
  for (const name of ['Ada', 'Bo']) {
    await isLocked(cwd, `out/${name}.pdf`);
    expect(await textOf(cwd, `out/${name}.pdf`, user)).toEqual([`Dear ${name}`]);
  }
  const before = readFileSync(join(cwd, 'out/Ada.pdf'));
  await run(['batch', './letter', 'rows.csv', '-o', 'out/{{ name }}.pdf', '--resume', ...both], { cwd });
  expect(readFileSync(join(cwd, 'out/Ada.pdf')).equals(before)).toBe(true);
  const merged = await run(
    ['batch', './letter', 'rows.csv', '--merge-into', 'all.pdf', '--password-file', 'user.txt', '--json'],
    { cwd },
  );
  expect(merged.exitCode).toBe(0);
  await isLocked(cwd, 'all.pdf');
  expect(await textOf(cwd, 'all.pdf', user)).toEqual(['Dear Ada', 'Dear Bo']);
});

it('a batch with another password renders its rows again', async () => {
  const cwd = temporaryFolder({ ...files, 'other.txt': 'other' });
  const batch = async (file: string) =>
    await run(
      ['batch', './letter', 'rows.csv', '-o', 'out/{{ name }}.pdf', '--resume', '--password-file', file],
      {
        cwd,
      },
    );
  await batch('user.txt');
  expect((await batch('other.txt')).exitCode).toBe(0);
  expect(await textOf(cwd, 'out/Ada.pdf', 'other')).toEqual(['Dear Ada']);
});

it('merge opens each input with its password, and encrypts the result with another', async () => {
  const cwd = temporaryFolder({
    ...files,
    'a.pdf': locked('secret a', 'owner a'),
    'b.pdf': locked('secret b', 'owner b'),
    'a.txt': 'secret a\n',
    'all.txt': 'wrong\nsecret a\nsecret b\n',
  });
  const failed = await run(
    ['merge', 'a.pdf', 'b.pdf', '-o', 'm.pdf', '--input-password-file', 'a.pdf=a.txt'],
    {
      cwd,
    },
  );
  expect(failed.exitCode).toBe(5);
  expect(failed.stderr).toContain('b.pdf: The PDF is protected by a password.');
  expect(existsSync(join(cwd, 'm.pdf'))).toBe(false);
  const merged = await run(
    ['merge', 'a.pdf', './letter', 'b.pdf', '-o', 'm.pdf', '--input-password-file', 'all.txt', ...both],
    { cwd },
  );
  expect([merged.stdout, merged.exitCode]).toEqual(['m.pdf\n', 0]);
  expect(merged.stderr).toContain('3 pages');
  await isLocked(cwd, 'm.pdf');
  expect((await textOf(cwd, 'm.pdf', owner)).length).toBe(3);
  const unknown = await run(['merge', 'a.pdf', '-o', 'm.pdf', '--input-password-file', 'c.pdf=a.txt'], {
    cwd,
  });
  expect([unknown.stderr.includes('c.pdf, which is no input'), unknown.exitCode]).toEqual([true, 2]);
});

it('unlock needs the owner password of a restricted file, and any other of an unrestricted one', async () => {
  const cwd = temporaryFolder({
    'restricted.pdf': locked('u', 'o'),
    'open.pdf': locked(undefined, 'o'),
    'free.pdf': protectPdf(fixture('plain'), createFileProtection({ userPassword: 'u' })),
    'plain.pdf': fixture('plain'),
    'u.txt': 'u\n',
    'o.txt': 'o\n',
    'x.txt': 'x\n',
  });
  const unlock = (file: string, secret?: string) =>
    run(['unlock', file, '-o', `out-${file}`, ...(secret ? ['--password-file', secret] : [])], { cwd });
  const expected = (await viewed(fixture('plain'))).text.map((text) => text.trim());

  expect((await unlock('restricted.pdf', 'u.txt')).stderr).toContain('only the owner password lifts that');
  expect((await unlock('restricted.pdf', 'x.txt')).stderr).toContain('The password of the PDF is wrong.');
  expect((await unlock('restricted.pdf')).stderr).toContain('The PDF is protected by a password.');
  expect((await unlock('open.pdf')).stderr).toContain('It opens without a password.');
  expect(existsSync(join(cwd, 'out-restricted.pdf'))).toBe(false);
  for (const [file, secret] of [
    ['restricted.pdf', 'o.txt'],
    ['open.pdf', 'o.txt'],
    ['free.pdf', 'u.txt'],
  ] as const) {
    const { stdout, stderr, exitCode } = await unlock(file, secret);
    expect([stdout, exitCode]).toEqual([`out-${file}\n`, 0]);
    expect(stderr).not.toContain('warning');
    expect(await textOf(cwd, `out-${file}`)).toEqual(expected);
  }
  const { stderr, exitCode } = await unlock('plain.pdf');
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('was not protected')]);
  expect(readFileSync(join(cwd, 'out-plain.pdf')).equals(fixture('plain'))).toBe(true);
  const piped = await run(['unlock', 'free.pdf', '--json'], { cwd, env: { PDFAPI_PDF_PASSWORD: 'u' } });
  expect(JSON.parse(piped.stdout)).toMatchObject({ path: 'free-unlocked.pdf', pages: expected.length });
});

it.each([
  ['PDF/A', ['--pdfa', '3b'], 5, 'PDF/A forbids encryption'],
  ['--reproducible', ['--reproducible'], 5, 'cannot be reproducible'],
])('%s with a password writes nothing', async (_, args, code, message) => {
  const cwd = temporaryFolder(files);
  for (const command of [
    ['html', 'page.html', '-o', 'x.pdf'],
    ['merge', './letter', '-o', 'x.pdf'],
    ['batch', './letter', 'rows.csv', '--merge-into', 'x.pdf'],
  ]) {
    const { stderr, exitCode } = await run([...command, ...args, '--password-file', 'user.txt'], { cwd });
    expect([stderr.includes(message), exitCode]).toEqual([true, code]);
    expect(stderr).not.toContain(user);
    expect(existsSync(join(cwd, 'x.pdf'))).toBe(false);
  }
});

it.each<[string, Record<string, string>, string[], string]>([
  ['no password', {}, ['--permit', 'print'], '--permit needs a password'],
  ['a permission that there is not', {}, ['--permit', 'prnt'], 'Did you mean "print"?'],
  ['an empty file', { 'p.txt': '\n' }, ['--password-file', 'p.txt'], 'holds no password'],
  ['two lines', { 'p.txt': 'a\nb\n' }, ['--password-file', 'p.txt'], 'has 2 lines'],
])('%s is a usage error', async (_, more, args, message) => {
  const cwd = temporaryFolder({ ...files, ...more });
  const { stderr, exitCode } = await run(['html', 'page.html', ...args], { cwd });
  expect([stderr.includes(message), exitCode]).toEqual([true, 2]);
});

it('an encrypted base.pdf opens with --base-password-file', async () => {
  const cwd = temporaryFolder({
    ...files,
    'letter/base.pdf': locked('base word', 'base owner'),
    'base.txt': 'base word\n',
  });
  const without = await run(['generate', './letter'], { cwd });
  expect([without.exitCode, without.stderr]).toEqual([5, expect.stringContaining('--base-password-file')]);
  const made = await run(['generate', './letter', '-s', 'name=Ada', '--base-password-file', 'base.txt'], {
    cwd,
  });
  expect(made.exitCode).toBe(0);
  expect((await textOf(cwd, 'letter.pdf')).join()).toContain('Dear Ada');
});
