/** `.pdfapi.json`: what a template's folder remembers of servers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Ending } from '../../../src/cli/ending.ts';
import type { Session } from '../../../src/cli/session.ts';
import { readFolderRecord, writeFolderRecord } from '../../../src/cli/template-home/folder-record.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const record = { id: 1, version: 2, hash: 'a'.repeat(64) };

function open() {
  const folder = temporaryFolder();
  const warnings: string[] = [];
  const session = {
    terminal: { warn: (text: string) => warnings.push(text) },
    ending: new Ending(),
  } as unknown as Session;
  return { folder, warnings, session, file: join(folder, '.pdfapi.json') };
}

it('is what was last written for the address, and nothing for another', async () => {
  const { folder, session } = open();
  expect(await readFolderRecord(folder, 'http://a')).toBeUndefined();
  await writeFolderRecord(session, folder, 'http://a', record);
  await writeFolderRecord(session, folder, 'http://b', { ...record, version: 3 });
  expect(await readFolderRecord(folder, 'http://a')).toEqual(record);
  expect(await readFolderRecord(folder, 'http://b')).toEqual({ ...record, version: 3 });
  for (const address of ['http://c', 'toString', '__proto__', undefined]) {
    expect(await readFolderRecord(folder, address)).toBeUndefined();
  }
});

it('is written alike in whatever order, so that branches merge, and keeps what it does not know', async () => {
  const one = open();
  const two = open();
  writeFileSync(one.file, '{"servers":{"http://z":{"later":true}}}');
  writeFileSync(two.file, '{"servers":{"http://z":{"later":true}}}');
  await writeFolderRecord(one.session, one.folder, 'http://a', record);
  await writeFolderRecord(one.session, one.folder, 'http://b', record);
  await writeFolderRecord(two.session, two.folder, 'http://b', record);
  await writeFolderRecord(two.session, two.folder, 'http://a', record);
  expect(readFileSync(one.file, 'utf8')).toBe(readFileSync(two.file, 'utf8'));
  expect(readFileSync(one.file, 'utf8')).toContain('"later": true');
});

it.each([
  ['<<<<<<< HEAD\n{}', 'a merge in git has left its marks in it'],
  ['{', 'it is not JSON'],
  ['[]', 'it has no "servers"'],
  ['null', 'it has no "servers"'],
  ['{"servers":[]}', 'it has no "servers"'],
  ['{"servers":{"http://a":{"id":"1"}}}', 'what it says of http://a is not an id, a version and a hash'],
])('that holds %s is refused with the reason, and a push that is done only warns', async (text, reason) => {
  const { folder, file, session, warnings } = open();
  writeFileSync(file, text);
  await expect(readFolderRecord(folder, 'http://a')).rejects.toMatchObject({
    code: 'file_unreadable',
    message: `Cannot read ${file}: ${reason}.`,
  });
  if (reason.startsWith('what')) return;
  await writeFolderRecord(session, folder, 'http://a', record);
  expect(warnings.join()).toContain('cannot tell what has changed');
  expect(readFileSync(file, 'utf8')).toBe(text);
});
