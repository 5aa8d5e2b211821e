/**
 * Files whose newest trailer leads to an old cross-reference stream beside its table (`/XRefStm`), as programs leave it that
 * copy the trailer, and forgers write it. What the table lists is what other readers show.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { streamObject } from '../support/pdf/build-pdf.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';
import { forge } from '../support/signing/forgeries/attack.ts';
import { type Objects, Revision } from '../support/signing/forgeries/revision.ts';
import { document, text, unsignedFile } from '../support/signing/forgeries/signed-file.ts';
import { structureAttacks } from '../support/signing/forgeries/structure-attacks.ts';
import { makeIdentity } from '../support/signing/make-identity.ts';

const { identity } = makeIdentity('p256');
const key = [identity.key.export({ format: 'pem', type: 'pkcs8' }), identity.certificate]
  .map(String)
  .join('');

/** A hybrid file and an update of it, whose trailer is that of the file before. */
function withStaleStream(objects: Objects): Buffer {
  const before = unsignedFile('hybrid');
  const [, stream] = /\/XRefStm (\d+)/.exec(before.toString('latin1')) ?? [];
  const [, start] = /startxref\n(\d+)/.exec(before.toString('latin1')) ?? [];
  const revision = new Revision(before);
  for (const [number, body] of Object.entries(objects)) revision.object(Number(number), body);
  return revision.table(`/Root 1 0 R/Info 17 0 R/XRefStm ${stream}/Prev ${start}`, { size: 40 }).bytes();
}

function folderWith(files: Readonly<Record<string, Uint8Array>>): string {
  const cwd = temporaryFolder({ 'key.pem': key });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(cwd, name), bytes);
  return cwd;
}

it('check does not call a signature held if the page is forged with it', async () => {
  const name = 'XRefStm: stream lists the old place, table the new one';
  const forgeries = await forge(structureAttacks.filter((attack) => attack.name === name));
  const cwd = folderWith(
    Object.fromEntries(
      forgeries.flatMap(({ kind, signed, forged }) => [
        [`${kind}-signed.pdf`, signed],
        [`${kind}-forged.pdf`, forged],
      ]),
    ),
  );
  for (const { kind } of forgeries) {
    const { stdout } = await run(['check', `${kind}-signed.pdf`, `${kind}-forged.pdf`, '--json'], { cwd });
    const files = JSON.parse(stdout).files as { signed: { valid: boolean }[] }[];
    expect([kind, ...files.map(({ signed }) => signed[0]?.valid)]).toEqual([kind, true, false]);
  }
});

it('pages writes the page that the table lists', async () => {
  const page = document[3]?.replace('/Contents 4 0 R', '/Contents 30 0 R') ?? '';
  const cwd = folderWith({
    'stale.pdf': withStaleStream({ 3: page, 30: streamObject('', text('NEW 200')) }),
  });
  const { exitCode } = await run(['pages', 'stale.pdf', '--pages', '1', '-o', 'one.pdf'], { cwd });
  expect(exitCode).toBe(0);
  expect((await readPdf(readFileSync(join(cwd, 'one.pdf')))).pages.join()).toContain('NEW 200');
});

it('sign keeps a certification that permits no changes', async () => {
  const certified = withStaleStream({
    1: document[1]?.replace('<<', '<</Perms<</DocMDP 30 0 R>>') ?? '',
    15: document[15]?.replace('<<', '<</V 30 0 R') ?? '',
    30: '<</Type/Sig/Filter/Adobe.PPKLite/Reference[<</TransformMethod/DocMDP/TransformParams<</P 1>>>>]>>',
  });
  const cwd = folderWith({ 'certified.pdf': certified });
  const { exitCode, stderr } = await run(['sign', 'certified.pdf', '--key', 'key.pem', '-o', 'signed.pdf'], {
    cwd,
  });
  expect([exitCode, stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining('nothing may change any more'),
  ]);
  expect(exitCode).not.toBe(0);
});
