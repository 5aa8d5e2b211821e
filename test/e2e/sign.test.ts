/** Signatures on the command line: made, added, verified, and rejected where they cannot be. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { fixture } from '../support/pdf/fixture.ts';
import { hasPdfsig, run as runReader } from '../support/pdf/installed.ts';
import { answerOnTerminal, run, shell } from '../support/run.ts';
import { makeIdentity } from '../support/signing/make-identity.ts';
import { startAuthorities } from '../support/signing/start-authorities.ts';
import { startCanaryAuthority } from '../support/signing/start-canary-authority.ts';

const { identity } = makeIdentity('rsa2048');
const certificates = [identity.certificate, ...identity.chain].map(String).join('');
const key = String(identity.key.export({ format: 'pem', type: 'pkcs8' }));
const password = 'Ünlock 7';
const locked = String(
  identity.key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: password }),
);

const folder = () => {
  const cwd = temporaryFolder({
    'key.pem': key,
    'locked.pem': locked,
    'chain.pem': certificates,
    'ada.pem': key + certificates,
    'password.txt': `${password}\n`,
    'wrong.txt': 'wrong',
  });
  writeFileSync(join(cwd, 'contract.pdf'), fixture('report'));
  return cwd;
};

const chain = ['--certificate', 'chain.pem'];

async function checked(cwd: string, file: string) {
  const { stdout } = await run(['check', file, '--json'], { cwd });
  return JSON.parse(stdout).files[0];
}

it('sign writes a signed PDF, which check verifies', async () => {
  const cwd = folder();
  const details = [
    '--reason',
    'Approved',
    '--location',
    'Wien',
    '--name',
    'Ada',
    '--contact',
    'ada@example.com',
  ];
  const { stdout, exitCode } = await run(['sign', 'contract.pdf', '--key', 'ada.pem', ...details], { cwd });
  expect([stdout, exitCode]).toEqual(['contract-signed.pdf\n', 0]);
  const { signatures, signed } = await checked(cwd, 'contract-signed.pdf');
  expect(signatures).toBe(1);
  expect(signed).toEqual([
    {
      field: 'Signature1',
      page: 1,
      kind: 'signature',
      valid: true,
      covers_file: true,
      signer: 'Ada Lovelace',
      issuer: 'CN=Test Issuer',
      fingerprint: identity.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      algorithm: 'RSA with SHA-256',
      level: 'B-B',
      date: expect.stringMatching(/^\d{4}-/),
      timestamp: null,
      trusted: null,
      certifies: null,
      name: 'Ada',
      reason: 'Approved',
      location: 'Wien',
      findings: [],
    },
  ]);
  const { stdout: rows } = await run(['check', 'contract-signed.pdf', '--level', 'ua1'], { cwd });
  expect(rows).toContain('contract-signed.pdf\tsignature Signature1\theld');
});

it('reads stdin, opens a key with its password, and certifies', async () => {
  const cwd = folder();
  const options =
    '--key locked.pem --certificate chain.pem --key-password-file password.txt --certify nothing';
  await shell(`pdfapi sign - ${options} -o - < contract.pdf > certified.pdf`, { cwd });
  expect((await checked(cwd, 'certified.pdf')).signed).toMatchObject([{ valid: true, certifies: 'nothing' }]);
  const env = { PDFAPI_KEY_PASSWORD: password };
  const again = await run(['sign', 'certified.pdf', '--key', 'locked.pem', ...chain], { cwd, env });
  expect([again.exitCode, again.stderr]).toEqual([
    5,
    expect.stringContaining('certified.pdf: The document is certified so that nothing may change any more'),
  ]);
  expect(existsSync(join(cwd, 'certified-signed.pdf'))).toBe(false);
});

it('asks for the password of the key at a terminal', async () => {
  const cwd = folder();
  const args = ['sign', 'contract.pdf', '--key', 'locked.pem', ...chain];
  const question = 'Password of the key';
  const right = await answerOnTerminal(args, { cwd }, { question, keys: `${password}\r` });
  expect(right.exitCode).toBe(0);
  expect(right.stdout).not.toContain(password);
  expect((await checked(cwd, 'contract-signed.pdf')).signed).toMatchObject([{ valid: true }]);
  const wrong = await answerOnTerminal([...args, '-o', 'out.pdf'], { cwd }, { question, keys: 'other\r' });
  expect([wrong.exitCode, wrong.stdout]).toEqual([5, expect.stringContaining('is wrong')]);
  expect(existsSync(join(cwd, 'out.pdf'))).toBe(false);
});

it('adds signatures, all of which stay valid, also for another reader', async () => {
  const cwd = folder();
  await run(['sign', 'contract.pdf', '--key', 'ada.pem', '-o', 'one.pdf'], { cwd });
  await run(['sign', 'one.pdf', '--key', 'ada.pem', '--field', 'Buyer', '-o', 'two.pdf'], { cwd });
  const { signed } = await checked(cwd, 'two.pdf');
  expect(signed).toMatchObject([
    { field: 'Signature1', valid: true, covers_file: false },
    { field: 'Buyer', valid: true, covers_file: true },
  ]);
  if (!hasPdfsig) {
    console.warn('pdfsig is not installed: the signatures are verified by pdfapi only.');
    return;
  }
  const stdout = runReader('pdfsig', ['-nocert', '{}'], readFileSync(join(cwd, 'two.pdf')));
  expect(stdout.match(/Signature Validation: .*/g)).toEqual([
    'Signature Validation: Signature is Valid.',
    'Signature Validation: Signature is Valid.',
  ]);
  expect(stdout).toContain('Signature Type: ETSI.CAdES.detached');
});

it('a host that is not public, to which the certificates of an authority lead, is asked and named', async () => {
  const authority = await startCanaryAuthority();
  const long = ['--timestamp', authority.timestampUrl, '--ltv'];
  const { stderr, exitCode } = await run(['sign', 'contract.pdf', '--key', 'ada.pem', ...long], {
    cwd: folder(),
  });
  await authority.close();
  expect(exitCode).toBe(0);
  expect(authority.requests).toEqual(['POST /ocsp', 'GET /root.cer', 'GET /root.crl']);
  expect(stderr).toContain(
    `warning: Certificates of the signature or of its time stamp lead to ${authority.canary}, which is not public. It was asked.`,
  );
  expect(stderr).not.toContain('Canary');
});

describe('with authorities', async () => {
  const authorities = await startAuthorities();
  afterAll(() => authorities.close());
  const own = authorities.identity;
  const pem = String(own.key.export({ format: 'pem', type: 'pkcs8' })) + String(own.certificate);
  const long = ['--key', 'ada.pem', '--timestamp', authorities.timestampUrl, '--ltv'];
  const trusting = () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'ada.pem'), pem);
    writeFileSync(join(cwd, 'root.pem'), String(authorities.root.certificate));
    return cwd;
  };

  it('a time stamp and evidence make the levels B-T and B-LT', async () => {
    const cwd = trusting();
    const stamped = await run(['sign', 'contract.pdf', ...long.slice(0, 4), '-o', 'stamped.pdf'], { cwd });
    expect(stamped.exitCode).toBe(0);
    const { stderr, exitCode } = await run(['sign', 'stamped.pdf', ...long, '-o', 'long.pdf'], { cwd });
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    const { stdout } = await run(['check', 'long.pdf', '--trust', 'root.pem', '--json'], { cwd });
    const timestamp = { time: expect.stringMatching(/^20/), authority: 'Test Time' };
    expect(JSON.parse(stdout).files[0].signed).toMatchObject([
      // Its issuer is known by the evidence of the other.
      { field: 'Signature1', valid: true, level: 'B-LT', trusted: true, timestamp },
      { field: 'Signature2', valid: true, level: 'B-LT', trusted: true, timestamp, findings: [] },
    ]);
    expect((await checked(cwd, 'stamped.pdf')).signed).toMatchObject([
      { valid: true, level: 'B-T', trusted: null },
    ]);
  });

  it('a certificate that leads to no trusted one fails', async () => {
    const cwd = trusting();
    await run(['sign', 'contract.pdf', ...long, '-o', 'long.pdf'], { cwd });
    const { stdout, exitCode } = await run(['check', 'long.pdf', '--trust', 'chain.pem'], { cwd });
    expect(exitCode).toBe(5);
    expect(stdout).toMatch(/signature Signature1\tfailed\tuntrusted\t.*Test Root, which is not trusted/);
    const none = await run(['check', 'long.pdf', '--trust', 'password.txt'], { cwd });
    expect([none.exitCode, none.stderr]).toEqual([
      2,
      expect.stringContaining('--trust password.txt: There is no'),
    ]);
  });

  it('a revoked certificate signs nothing', async () => {
    const cwd = trusting();
    authorities.revoke(new Date('2026-01-02T00:00:00Z'));
    const { stderr, exitCode } = await run(['sign', 'contract.pdf', ...long, '-o', 'long.pdf'], { cwd });
    expect([exitCode, stderr]).toEqual([
      5,
      expect.stringContaining('Ada Lovelace was revoked on 2026-01-02'),
    ]);
    expect(existsSync(join(cwd, 'long.pdf'))).toBe(false);
  });

  it('evidence needs a time stamp', async () => {
    const { stderr, exitCode } = await run(['sign', 'contract.pdf', '--key', 'ada.pem', '--ltv'], {
      cwd: folder(),
    });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--ltv needs --timestamp')]);
  });
});

it('says how a damaged PDF is repaired, and signs what that gives', async () => {
  const cwd = folder();
  const text = fixture('plain').toString('latin1');
  // No object is where the table says.
  const damaged = text.replace('endobj', 'endobj abc');
  expect(damaged).not.toBe(text);
  const name = "Ada's contract.pdf";
  writeFileSync(join(cwd, name), damaged, 'latin1');
  const refused = await run(['sign', name, '--key', 'ada.pem'], { cwd });
  expect([refused.exitCode, refused.stdout]).toEqual([5, '']);
  const command = /Repair it first: (pdfapi pages .*)/.exec(refused.stderr)?.[1] ?? '';
  expect(command).toBe(String.raw`pdfapi pages 'Ada'\''s contract.pdf' -o 'Ada'\''s contract-repaired.pdf'`);
  const repaired = await shell(command, { cwd });
  expect(repaired.exitCode).toBe(0);
  const signed = await run(['sign', "Ada's contract-repaired.pdf", '--key', 'ada.pem'], { cwd });
  expect(signed.exitCode).toBe(0);
});

it('check fails for a document that was changed', async () => {
  const cwd = folder();
  await run(['sign', 'contract.pdf', '--key', 'ada.pem', '-o', 'signed.pdf'], { cwd });
  const pdf = readFileSync(join(cwd, 'signed.pdf'));
  const at = pdf.indexOf('/Reason') > 0 ? pdf.indexOf('/Reason') : pdf.lastIndexOf('/Rect[') + 6;
  pdf.write(pdf.toString('latin1', at, at + 1) === '5' ? '6' : '5', at, 'latin1');
  writeFileSync(join(cwd, 'changed.pdf'), pdf);
  const { stdout, exitCode } = await run(['check', 'changed.pdf', '--level', 'ua1'], { cwd });
  expect(exitCode).toBe(5);
  expect(stdout).toMatch(
    /changed\.pdf\tsignature Signature1\tfailed\tcontent_changed\t.*The signed bytes were changed/,
  );
});

it.each([
  [
    ['--key', 'locked.pem', ...chain],
    'needs its password',
    'Give the password of the key in a file: --key-password-file',
  ],
  [
    ['--key', 'locked.pem', ...chain, '--key-password-file', 'wrong.txt'],
    'The password of the private key is wrong.',
    '',
  ],
  [['--key', 'key.pem'], 'but no certificate', ''],
  [['--key', 'chain.pem'], 'no private key', ''],
  [['--key', 'contract.pdf'], 'neither PKCS#12', ''],
  [['--key', 'none.pem'], 'none.pem', ''],
  [['--key', 'ada.pem', '--certify', 'all'], 'nothing, fill, annotate', ''],
  [['--key', 'ada.pem', '--timestamp', 'tsa'], 'must be the address of a time-stamp authority', ''],
  [['--key', 'ada.pem', '--timestamp', 'http://127.0.0.1:9/tsa'], 'could not be reached', 'Try again'],
  [[], "Required option '--key <file>'", ''],
])('sign %j says what is wrong, and writes nothing', async (options, message, hint) => {
  const cwd = folder();
  const { exitCode, stderr } = await run(['sign', 'contract.pdf', ...options, '-o', 'out.pdf'], { cwd });
  expect(exitCode).toBeGreaterThan(0);
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
  expect(stderr).not.toContain(password);
  expect(existsSync(join(cwd, 'out.pdf'))).toBe(false);
});
