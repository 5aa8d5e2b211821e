/** `--sign` of the commands that render: the PDF is signed last, and what cannot be signed is rejected before. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { hasPdfsig, run as runReader } from '../../support/pdf/installed.ts';
import { answerOnTerminal, run, shell } from '../../support/run.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';

const { identity } = makeIdentity('rsa2048');
const certificates = [identity.certificate, ...identity.chain].map(String).join('');
const password = 'Sëcret of the key 7';
const key = String(identity.key.export({ format: 'pem', type: 'pkcs8' }));
const locked = String(
  identity.key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: password }),
);

const folder = () => {
  const cwd = temporaryFolder({
    'ada.pem': key + certificates,
    'locked.pem': locked + certificates,
    'key.pem': key,
    'chain.pem': certificates,
    'password.txt': `${password}\n`,
    'wrong.txt': 'wrong password',
    'page.html': '<!doctype html><html lang="en"><title>Page</title><h1>Contract</h1>',
    'letter/template.html': '<!doctype html><html lang="en"><title>Letter</title><p>Dear {{ name }}',
    'people.csv': 'name\nAda\nGrace\n',
    'stamp.html': '<p style="position: absolute; top: 5mm">COPY</p>',
  });
  writeFileSync(join(cwd, 'terms.pdf'), fixture('report'));
  return cwd;
};

async function signatures(cwd: string, file: string) {
  const { stdout } = await run(['check', file, '--json'], { cwd });
  return JSON.parse(stdout).files[0];
}

const valid = (details: object = {}) => [
  expect.objectContaining({
    valid: true,
    covers_file: true,
    signer: 'Ada Lovelace',
    findings: [],
    ...details,
  }),
];

it('html signs last, after a stamp, and says it in the size', async () => {
  const cwd = folder();
  const details = ['--sign-reason', 'Approved', '--sign-location', 'Wien', '--sign-name', 'Ada L.'];
  const more = ['--stamp', 'stamp.html', '--sign-field', 'Author', '--certify', 'fill', '--json'];
  const args = ['html', 'page.html', '-o', 'out.pdf', '--sign', 'ada.pem', ...details, ...more];
  const { stdout, exitCode } = await run(args, { cwd });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).bytes).toBe(readFileSync(join(cwd, 'out.pdf')).length);
  const { signed } = await signatures(cwd, 'out.pdf');
  expect(signed).toEqual(
    valid({ field: 'Author', reason: 'Approved', location: 'Wien', name: 'Ada L.', certifies: 'fill' }),
  );
  if (!hasPdfsig) return console.warn('pdfsig is not installed: the signature is verified by pdfapi only.');
  const other = runReader('pdfsig', ['-nocert', '{}'], readFileSync(join(cwd, 'out.pdf')));
  expect(other).toContain('Signature is Valid');
  expect(other).toContain('Total document signed');
});

it('generate signs PDF/A with a locked key, from a PEM pair', async () => {
  const cwd = folder();
  const keys = ['--sign', 'locked.pem', '--sign-password-file', 'password.txt'];
  const args = ['generate', './letter', '-s', 'name=Ada', '--pdfa', '2b', '-o', 'out.pdf', ...keys];
  expect(await run(args, { cwd })).toMatchObject({ exitCode: 0 });
  const { signed } = await signatures(cwd, 'out.pdf');
  expect(signed).toEqual(valid());
  expect(await run(['check', 'out.pdf', '--level', '2b'], { cwd })).toMatchObject({ exitCode: 0 });
  const pair = ['--sign', 'key.pem', '--sign-certificate', 'chain.pem'];
  await run(['generate', './letter', '-s', 'name=Ada', '-o', 'pair.pdf', ...pair], { cwd });
  expect((await signatures(cwd, 'pair.pdf')).signed).toEqual(valid());
});

it('batch signs each PDF, or the file of all rows, and resumes by what the signature says', async () => {
  const cwd = folder();
  const sign = ['--sign', 'ada.pem', '--sign-reason'];
  const args = ['batch', './letter', 'people.csv', '-o', 'out/{{ name }}.pdf', '--json', ...sign];
  expect(await run([...args, 'Sent'], { cwd })).toMatchObject({ exitCode: 0 });
  for (const name of ['Ada', 'Grace']) {
    expect((await signatures(cwd, `out/${name}.pdf`)).signed).toEqual(valid({ reason: 'Sent' }));
  }
  const first = readFileSync(join(cwd, 'out/Ada.pdf'));
  await run([...args, 'Sent', '--resume'], { cwd });
  expect(readFileSync(join(cwd, 'out/Ada.pdf')).equals(first)).toBe(true);
  await run([...args, 'Sent again', '--resume'], { cwd });
  expect((await signatures(cwd, 'out/Ada.pdf')).signed).toEqual(valid({ reason: 'Sent again' }));
  await run(['batch', './letter', 'people.csv', '--merge-into', 'all.pdf', ...sign, 'All'], { cwd });
  expect((await signatures(cwd, 'all.pdf')).signed).toEqual(valid({ reason: 'All' }));
});

it('merge signs the merged file, on stdout too', async () => {
  const cwd = folder();
  await shell(
    `echo '{"name":"Ada"}' > a.json; pdfapi merge ./letter:a.json terms.pdf --sign ada.pem -o - > all.pdf`,
    { cwd },
  );
  expect((await signatures(cwd, 'all.pdf')).signed).toEqual(valid());
});

it('asks for the password of the key at a terminal, once for all rows', async () => {
  const cwd = folder();
  const args = ['batch', './letter', 'people.csv', '-o', 'out/{{ name }}.pdf', '--sign', 'locked.pem'];
  const question = 'Password of the key';
  const asked = await answerOnTerminal(args, { cwd }, { question, keys: `${password}\r` });
  expect(asked.exitCode).toBe(0);
  expect(asked.stdout).not.toContain(password);
  expect((await signatures(cwd, 'out/Grace.pdf')).signed).toEqual(valid());
});

describe('rejects before anything is rendered', () => {
  const environment = { PDFAPI_PDF_PASSWORD: 'open' };
  const sign = ['--sign', 'ada.pem'];
  it.each([
    ['a password', [...sign, '--password-file', 'password.txt'], {}, 5, 'both signed and protected'],
    ['a password of the environment', sign, environment, 5, 'both signed and protected'],
    ['--reproducible', [...sign, '--reproducible'], {}, 5, 'cannot be reproducible'],
    ['SOURCE_DATE_EPOCH', sign, { SOURCE_DATE_EPOCH: '1' }, 5, 'cannot be reproducible'],
    ['--sign-reason alone', ['--sign-reason', 'Why'], {}, 2, '--sign-reason needs --sign'],
    ['--ltv without --timestamp', [...sign, '--ltv'], {}, 2, '--ltv needs --timestamp'],
    ['a wrong address', [...sign, '--timestamp', 'tsa'], {}, 5, 'must be the address of a time-stamp'],
    ['a missing file', ['--sign', 'no.p12'], {}, 9, 'Cannot read no.p12'],
    ['a file that is no key', ['--sign', 'page.html'], {}, 5, '--sign page.html: The file is neither'],
    ['no password of the key', ['--sign', 'locked.pem'], {}, 5, '--sign-password-file'],
    [
      'a wrong password of the key',
      ['--sign', 'locked.pem', '--sign-password-file', 'wrong.txt'],
      {},
      5,
      '--sign locked.pem: The password of the private key is wrong',
    ],
  ] as const)('%s', async (_, options, env, exit, message) => {
    const cwd = folder();
    const before = readdirSync(cwd);
    for (const command of [
      ['html', 'page.html', '-o', 'out.pdf'],
      ['generate', './letter', '-s', 'name=Ada', '-o', 'out.pdf'],
      ['batch', './letter', 'people.csv', '-o', 'out/{{ name }}.pdf'],
      ['batch', './letter', 'people.csv', '--merge-into', 'out.pdf'],
      ['merge', 'terms.pdf', './letter', '-o', 'out.pdf'],
    ]) {
      // A browser that does not exist: nothing may start it.
      const { exitCode, stderr } = await run([...command, ...options], {
        cwd,
        env: { ...env, PDFAPI_BROWSER: '/nowhere' },
      });
      expect([exitCode, stderr]).toEqual([exit, expect.stringContaining(message)]);
      expect(stderr).not.toContain(password);
      expect(stderr).not.toContain('wrong password');
    }
    expect(readdirSync(cwd)).toEqual(before);
  });
});

it('does not overwrite the key', async () => {
  const cwd = folder();
  const { exitCode } = await run(['html', 'page.html', '-o', 'ada.pem', '--force', '--sign', 'ada.pem'], {
    cwd,
  });
  expect(exitCode).toBe(2);
  expect(readFileSync(join(cwd, 'ada.pem'), 'utf8')).toBe(key + certificates);
  expect(existsSync(join(cwd, 'page.pdf'))).toBe(false);
});
