/** `pdfapi templates rename` and `delete`, and the folders that were pushed to such templates. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machine, machineAt } from '../../e2e/machine.ts';
import { answerOnTerminal, run } from '../../support/run.ts';
import { ask, type RunningServe, startServe } from '../../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-delete-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
let server: RunningServe;
let token: string;
let machines = 0;

beforeAll(async () => {
  server = await startServe(dataDir);
  const made = await run(
    ['admin', 'token', 'create', '--data-dir', dataDir, '--team', 'default', '--scope', 'templates:write'],
    { cwd: folder },
  );
  token = made.stdout.trim();
});

const newMachine = (): Machine =>
  machineAt({ cwd: join(folder, `machine-${++machines}`), url: server.url, token });

async function pushed(here: Machine, name: string): Promise<number> {
  here.template(name);
  return (await here.templates('push', name, '--publish')).result.id;
}

const inApi = (id: number) => ask(server, server.token, `/api/v1/templates/${id}`);

it('rename changes the name of a template, and names the template that has a taken one', async () => {
  const here = newMachine();
  const id = await pushed(here, 'rename-one');
  const other = await pushed(here, 'rename-two');
  const dry = await here.templates('rename', 'rename-one', 'rename-three', '--dry-run');
  expect(dry.result).toMatchObject({ id, name: 'rename-three', dry_run: true });
  const { result } = await here.templates('rename', 'rename-one', 'rename-three');
  expect(result).toEqual({ id, name: 'rename-three', previous_name: 'rename-one', unchanged: false });
  expect(await (await inApi(id)).json()).toMatchObject({ data: { id, name: 'rename-three' } });
  const taken = await here.templates('rename', String(id), 'rename-two');
  expect(taken).toMatchObject({
    exitCode: 5,
    error: {
      code: 'template_conflict',
      message: `There is a template "rename-two" already (id ${other}).`,
    },
  });
  expect((await here.templates('rename', 'rename-one', 'x')).error.code).toBe('template_not_found');
  expect((await here.templates('rename', 'rename-three', ' ')).exitCode).toBe(5);
  const plain = await here.plain('rename', 'rename-three', 'rename-four');
  expect([plain.stdout, plain.stderr]).toEqual([`${id}\trename-four\n`, '']);
});

it('a folder whose template was renamed reports it, follows it, or becomes a new template on request', async () => {
  const anna = newMachine();
  const id = await pushed(anna, 'moved');
  const ben = newMachine();
  cpSync(anna.cwd, ben.cwd, { recursive: true });
  const renamed = await anna.plain('rename', './moved', 'moved-away');
  expect(renamed.stderr).toContain('set "name" in its template.json: "moved-away"');

  ben.write('moved/template.html', 'two');
  const status = await ben.templates('status', 'moved');
  expect(status.result).toEqual([
    expect.objectContaining({ state: 'renamed_on_server', id, name: 'moved', name_on_server: 'moved-away' }),
  ]);
  expect((await ben.plain('status', 'moved')).stderr).toContain(
    `moved: template ${id} is called "moved-away" now`,
  );
  const push = await ben.templates('push', 'moved');
  expect(push).toMatchObject({ exitCode: 5, error: { code: 'template_conflict' } });
  expect(push.error.message).toBe(
    `moved is called "moved", but template ${id}, which it was pushed to, is called "moved-away" on the server.`,
  );
  expect(push.error.hint).toContain(`pdfapi templates rename ${id} "moved"`);
  expect((await ben.templates('diff', 'moved')).result).toMatchObject({ id, name: 'moved-away' });

  ben.write('moved/template.json', JSON.stringify({ name: 'moved-away' }));
  expect((await ben.templates('push', 'moved')).result).toMatchObject({ id, version: 2 });
  // With the old name in its files again, the folder becomes a new template.
  const pulled = await anna.templates('pull', './moved');
  expect(pulled.result).toMatchObject({ version: 2 });
  anna.write('moved/template.json', JSON.stringify({ name: 'moved' }));
  const forced = await anna.templates('push', 'moved', '--force');
  expect(forced.result).toMatchObject({ version: 1, name: 'moved' });
  expect(forced.result.id).not.toBe(id);
});

it('delete asks for a confirmation word, and needs --yes without a terminal', async () => {
  const here = newMachine();
  const id = await pushed(here, 'unwanted');
  const refused = await here.templates('delete', 'unwanted');
  expect(refused).toMatchObject({
    exitCode: 2,
    error: { code: 'usage', hint: expect.stringContaining('pdfapi templates delete unwanted --yes') },
  });
  expect((await here.templates('delete', 'unwanted', '--dry-run')).result).toEqual({
    id,
    name: 'unwanted',
    deleted: false,
    dry_run: true,
  });
  const given = { cwd: here.cwd, env: here.environment };
  const words = ['templates', 'delete', 'unwanted'];
  const question = `Delete "unwanted" (id ${id}, 1 version, version 1 published)?`;
  const no = await answerOnTerminal(words, given, { question, keys: '\r' });
  expect([no.exitCode, no.stdout]).toEqual([2, expect.stringContaining('nothing was deleted')]);
  expect((await inApi(id)).status).toBe(200);
  const yes = await answerOnTerminal(words, given, { question, keys: 'y\r' });
  expect(yes.exitCode).toBe(0);
  expect((await inApi(id)).status).toBe(404);
  expect((await here.templates('delete', String(id), '--yes')).error.code).toBe('template_not_found');
});

it('a folder whose template was deleted reports it, and becomes a new template on request', async () => {
  const here = newMachine();
  const id = await pushed(here, 'gone');
  expect((await here.templates('delete', './gone', '--yes')).result).toEqual({
    id,
    name: 'gone',
    deleted: true,
  });
  expect((await here.templates('list')).result).not.toContainEqual(expect.objectContaining({ id }));
  expect((await here.templates('status', 'gone')).result).toEqual([
    expect.objectContaining({ state: 'deleted_on_server', id: null, deleted_id: id }),
  ]);
  expect((await here.plain('status', 'gone')).stderr).toContain(`gone: template ${id} has been deleted`);
  const push = await here.templates('push', 'gone');
  expect(push).toMatchObject({
    exitCode: 5,
    error: {
      code: 'template_conflict',
      message: `gone was pushed to template ${id}, which is no longer on the server.`,
      hint: 'As a new template: pdfapi templates push ./gone --force',
    },
  });
  expect((await here.templates('pull', './gone')).error.message).toBe(
    `Template ${id}, which ./gone was pushed to, is no longer on the server.`,
  );
  const forced = await here.templates('push', 'gone', '--force');
  expect(forced.result).toMatchObject({ version: 1, unchanged: false });
  expect(forced.result.id).toBeGreaterThan(id);
  expect((await here.templates('status', 'gone')).result).toMatchObject([{ state: 'unpublished_draft' }]);
});

it('rename and delete work on the data directory of the server while it runs', async () => {
  const here = newMachine();
  const id = await pushed(here, 'beside');
  const beside = ['--data-dir', dataDir, '--team', 'default'];
  const renamed = await here.templates('rename', 'beside', 'beside-two', ...beside);
  expect(renamed.result).toMatchObject({ id, name: 'beside-two' });
  expect(await (await inApi(id)).json()).toMatchObject({ data: { name: 'beside-two' } });
  const deleted = await here.templates('delete', 'beside-two', '--yes', ...beside);
  expect(deleted.result).toEqual({ id, name: 'beside-two', deleted: true });
  expect((await inApi(id)).status).toBe(404);
});

it('does not mistake a server that was set up again for a rename', async () => {
  const here = newMachine();
  here.template('again');
  const record = { id: 1, version: 1, hash: 'a'.repeat(64), name: 'again' };
  here.write('again/.pdfapi.json', JSON.stringify({ servers: { [server.url]: record } }));
  expect((await here.templates('status', 'again')).result).toMatchObject([{ state: 'not_on_server' }]);
  expect((await here.templates('push', 'again')).result).toMatchObject({ version: 1 });
});
