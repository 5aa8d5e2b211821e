/** `merge` of PDFs that are too large for memory: their pictures go from file to file. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mergePdfs } from '../../../src/index.ts';
import { cleanPdf, countPages, createFileProtection, protectPdf } from '../../../src/pdf/index.ts';
import { mergeFiles } from '../../../src/pdf/merge/merge-files.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { findDifference } from '../../support/pdf/same-document.ts';
import { scans } from '../../support/pdf/scans.ts';
import { answerOnTerminal, bin, run, shell } from '../../support/run.ts';

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const files = [1, 2, 3].map((number) => ({ name: `scans-${number}.pdf`, pdf: scans(number) }));
const names = files.map(({ name }) => name);

function folderWithFiles(): string {
  const cwd = temporaryFolder();
  for (const { name, pdf } of files) writeFileSync(join(cwd, name), pdf);
  return cwd;
}

it('is the document that the same merge makes in memory, for the command and the library', async () => {
  const cwd = folderWithFiles();
  const expected = mergeFiles(files.map(({ pdf }) => pdf));
  const { stdout, exitCode } = await run(['merge', ...names, '-o', 'all.pdf', '--json'], { cwd });
  expect(exitCode).toBe(0);
  const all = readFileSync(join(cwd, 'all.pdf'));
  expect(findDifference(all, expected)).toBe(undefined);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 30, bytes: all.length });

  const inputs = names.map((name) => ({ file: join(cwd, name) }));
  const result = await mergePdfs(inputs, { file: join(cwd, 'library.pdf') });
  expect([result.pdf.length, result.pages]).toEqual([0, 30]);
  expect(findDifference(readFileSync(join(cwd, 'library.pdf')), expected)).toBe(undefined);
  const { pdf } = await mergePdfs([...inputs.slice(0, 2), files[2]?.pdf ?? new Uint8Array()]);
  expect(findDifference(pdf, expected)).toBe(undefined);
});

describe('encrypted files', () => {
  const locked = files.map(({ pdf }) =>
    protectPdf(pdf, createFileProtection({ userPassword: 'secret', ownerPassword: 'owner' })),
  );
  const folderWithLocked = () => {
    const cwd = temporaryFolder();
    for (const [i, pdf] of locked.entries()) writeFileSync(join(cwd, names[i] ?? ''), pdf);
    return cwd;
  };
  const expected = async () => {
    const plain = locked.map(async (pdf) => (await cleanPdf(pdf, { password: 'secret' })).pdf);
    return mergeFiles(await Promise.all(plain));
  };

  it('are merged with their passwords, for the command and the library', async () => {
    const cwd = folderWithLocked();
    writeFileSync(join(cwd, 'passwords.txt'), 'wrong\nsecret\n');
    const args = ['merge', ...names, '--input-password-file', 'passwords.txt', '-o', 'all.pdf'];
    const { exitCode, stderr } = await run(args, { cwd });
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect(findDifference(readFileSync(join(cwd, 'all.pdf')), await expected())).toBe(undefined);

    const inputs = names.map((name) => ({ file: join(cwd, name), password: 'owner' }));
    await mergePdfs(inputs, { file: join(cwd, 'library.pdf') });
    expect(findDifference(readFileSync(join(cwd, 'library.pdf')), await expected())).toBe(undefined);
  });

  it('are named if no password opens them', async () => {
    const cwd = folderWithLocked();
    writeFileSync(join(cwd, 'passwords.txt'), 'wrong\n');
    const args = ['merge', ...names, '-o', 'all.pdf'];
    const without = await run(args, { cwd });
    expect([without.exitCode, without.stderr]).toEqual([
      5,
      'error: scans-1.pdf: The PDF is protected by a password.\nGive the password in a file: --input-password-file\ncode: invalid_pdf (exit 5)\n',
    ]);
    const wrong = await run([...args, '--input-password-file', 'passwords.txt'], { cwd });
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      5,
      expect.stringContaining('passwords.txt: no line is a password that opens it.'),
    ]);
    await expect(mergePdfs(names.map((name) => ({ file: join(cwd, name) })))).rejects.toMatchObject({
      code: 'invalid_pdf',
      message: 'Document 1: The PDF is protected by a password.',
      hint: 'Give its password as `password`.',
    });
    expect(readdirSync(cwd).toSorted()).toEqual(['passwords.txt', ...names]);
  });

  it('have passwords of their own, also from stdin', async () => {
    const cwd = temporaryFolder();
    const [own, other] = ['own', 'other'].map((userPassword) =>
      protectPdf(fixture('plain'), createFileProtection({ userPassword })),
    );
    writeFileSync(join(cwd, 'a.pdf'), own ?? '');
    writeFileSync(join(cwd, 'piped.pdf'), other ?? '');
    for (const name of ['own', 'other']) writeFileSync(join(cwd, `${name}.txt`), name);
    const passwords = '--input-password-file a.pdf=own.txt --input-password-file -=other.txt';
    const merged = await shell(`pdfapi merge a.pdf - ${passwords} -o both.pdf < piped.pdf`, { cwd });
    expect([merged.exitCode, merged.stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect(countPages(readFileSync(join(cwd, 'both.pdf')))).toBe(2 * countPages(fixture('plain')));
  });

  it('are asked for once each at a terminal', async () => {
    const cwd = folderWithLocked();
    const [first = '', second = '', third = ''] = names;
    writeFileSync(join(cwd, second), files[1]?.pdf ?? '');
    // A question that is asked again would stay without an answer.
    const { exitCode } = await answerOnTerminal(
      ['merge', first, second, third, '-o', 'three.pdf'],
      { cwd },
      { question: `Password of ${first}`, keys: 'secret\r' },
      { question: `Password of ${third}`, keys: 'owner\r' },
    );
    expect(exitCode).toBe(0);
    expect(countPages(readFileSync(join(cwd, 'three.pdf')))).toBe(30);
  });

  it('are asked for when their turn has come', async () => {
    const cwd = folderWithLocked();
    const [first = '', second = ''] = names;
    const { exitCode, stdout } = await answerOnTerminal(
      ['merge', first, second, '-o', 'two.pdf'],
      { cwd },
      { question: `Password of ${first}`, keys: 'wrong\r' },
    );
    expect([exitCode, stdout]).toEqual([5, expect.stringContaining('The password of the PDF is wrong')]);
    expect(stdout).not.toContain(`Password of ${second}`);
  });
});

it('leaves nothing behind when it is interrupted', async () => {
  const cwd = folderWithFiles();
  const before = readdirSync(cwd).length;
  const args = [bin, 'merge', ...names, '-o', 'all.pdf'];
  const child = execa(process.execPath, args, { cwd, reject: false });
  await expect.poll(() => readdirSync(cwd).length, { timeout: 30_000, interval: 1 }).toBeGreaterThan(before);
  child.kill('SIGINT');
  const { exitCode } = await child;
  const left = readdirSync(cwd).filter((name) => !names.includes(name));
  // It may have been done.
  expect(left).toEqual(exitCode === 0 ? ['all.pdf'] : []);
});

it.runIf(isRoot)('leaves nothing on a full disk', async () => {
  const cwd = folderWithFiles();
  const disk = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  const { stderr, exitCode } = await run(['merge', ...names, '-o', join(disk, 'all.pdf')], { cwd });
  expect(stderr).toContain('Cannot write');
  expect(exitCode).not.toBe(0);
  expect(readdirSync(disk)).toEqual([]);
  await expect(
    mergePdfs(
      names.map((name) => ({ file: join(cwd, name) })),
      { file: join(disk, 'all.pdf') },
    ),
  ).rejects.toMatchObject({ code: 'file_unwritable' });
  expect(readdirSync(disk)).toEqual([]);
});

it('names a file that the library cannot read', async () => {
  const cwd = folderWithFiles();
  const missing = join(cwd, 'missing.pdf');
  await expect(mergePdfs([{ file: join(cwd, names[0] ?? '') }, { file: missing }])).rejects.toMatchObject({
    code: 'file_unreadable',
    message: expect.stringContaining(missing),
  });
  await expect(mergePdfs([{ file: missing, pdf: new Uint8Array() }])).rejects.toMatchObject({
    code: 'invalid_option',
    message: expect.stringContaining('documents.0'),
  });
});
