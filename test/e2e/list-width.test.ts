/** Lists on terminals of any width, and in pipes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onTerminal, run } from '../support/run.ts';
import { type RunningServe, startServe } from '../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
let server: RunningServe;
/** A token of the default team without the scope that shows versions. */
let token: string;

beforeAll(async () => {
  server = await startServe(dataDir);
  const create = ['admin', 'token', 'create', '--team', 'default', '--data-dir', dataDir];
  token = (await run(create, { cwd: folder })).stdout.trim();
});

describe('templates list', () => {
  const asUser = () => ({
    PDFAPI_URL: server.url,
    PDFAPI_TOKEN: token,
    PDFAPI_CONFIG_DIR: join(folder, 'nowhere'),
  });

  it('leaves fields empty in a pipe that the token may not see', async () => {
    const { stdout } = await run(['templates', 'list'], { cwd: folder, env: asUser() });
    expect(stdout).not.toContain('?');
    expect(stdout).toMatch(/^\d+\tinvoice\thtml\t\t\t\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/m);
  });

  it.each([200, 80, 60, 40])('has no line wider than a terminal of %i columns', async (columns) => {
    for (const dir of [[], ['--data-dir', dataDir, '--team', 'default']]) {
      const { stdout } = await onTerminal(
        ['templates', 'list', ...dir],
        { cwd: folder, env: dir.length > 0 ? {} : asUser() },
        columns,
      );
      const lines = stripVTControlCharacters(stdout).split(/\r?\n/).filter(Boolean);
      expect(lines[0]).toMatch(/^ID +NAME/);
      expect(lines.some((line) => line.includes('editor-invoice'))).toBe(true);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(lines.join('\n')).not.toContain('?');
    }
  });

  it('truncates names wider than the terminal', async () => {
    const path = join(folder, 'long');
    await run(['templates', 'new', path], { cwd: folder });
    writeFileSync(join(path, 'template.json'), JSON.stringify({ name: `Long ${'name '.repeat(30)}end` }));
    const target = ['--data-dir', dataDir, '--team', 'default'];
    await run(['templates', 'push', path, ...target], { cwd: folder });
    const { stdout } = await onTerminal(['templates', 'list', ...target], { cwd: folder }, 60);
    const lines = stripVTControlCharacters(stdout).split(/\r?\n/).filter(Boolean);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines.some((line) => line.includes('…'))).toBe(true);
  });
});
