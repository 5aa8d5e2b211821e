/** `.pdfapi.json`: the versions on servers that a template's folder records. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  readFolderRecord,
  writeFolderRecord,
} from '../../../../../src/cli/commands/templates/repository/folder-record.ts';
import type { Session } from '../../../../../src/cli/session.ts';
import { ShutdownHooks } from '../../../../../src/cli/shutdown.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';

const record = { id: 1, version: 2, hash: 'a'.repeat(64) };

function open() {
  const folder = temporaryFolder();
  const warnings: string[] = [];
  const session = {
    terminal: { warn: (text: string) => warnings.push(text) },
    shutdown: new ShutdownHooks(),
  } as unknown as Session;
  return { folder, warnings, session, file: join(folder, '.pdfapi.json') };
}

it('returns the last record of the address, and nothing for another address', async () => {
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

it('is written in a fixed order, so that branches merge, and keeps unknown fields', async () => {
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
  ['<<<<<<< HEAD\n{}', 'it contains git conflict markers'],
  ['{', 'it is not JSON'],
  ['[]', 'it has no "servers"'],
  ['null', 'it has no "servers"'],
  ['{"servers":[]}', 'it has no "servers"'],
  ['{"servers":{"http://a":{"id":"1"}}}', 'its entry for http://a is not an id, a version and a hash'],
])('is rejected with the reason if it holds %s, and a finished push only warns', async (text, reason) => {
  const { folder, file, session, warnings } = open();
  writeFileSync(file, text);
  await expect(readFolderRecord(folder, 'http://a')).rejects.toMatchObject({
    code: 'file_unreadable',
    message: `Cannot read ${file}: ${reason}.`,
  });
  if (reason.startsWith('its entry')) return;
  await writeFolderRecord(session, folder, 'http://a', record);
  expect(warnings.join()).toContain('cannot detect what has changed');
  expect(readFileSync(file, 'utf8')).toBe(text);
});
