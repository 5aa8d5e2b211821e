/**
 * Documents with their own fonts are the same on machines with other fonts, and a template that leans on the machine's is
 * named. There are five hundred seeded documents with PDFAPI_TEST_ROUNDS=50.
 */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startBrowserPool } from '../../../../src/browser/browser-pool.ts';
import { openRenderer } from '../../../../src/index.ts';
import { comparePdfs } from '../../../../src/render/golden/compare-pdfs.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { browserWithFonts } from '../../../support/browser/with-fonts.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';
import { htmlOf, partsOf, randomOf } from '../../../support/golden/seeded-document.ts';
import { browserOptions } from '../../../support/real-browser.ts';
import { rounds } from '../../../support/rounds.ts';
import { root, run } from '../../../support/run.ts';

const alarms = rounds(10);
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
// Root's browser runs as an unprivileged user.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Machines that have these fonts of the project, and no others. */
const machines = { regular: ['OpenSans-Regular.ttf'], italic: ['OpenSans-Italic.ttf'] } as const;
const browsers = Object.fromEntries(
  await Promise.all(
    Object.entries(machines).map(async ([name, fonts]) => {
      const path = join(folder, name, 'fonts');
      mkdirSync(path, { recursive: true });
      for (const font of fonts) copyFileSync(join(root, 'src/template/pdfme/fonts', font), join(path, font));
      return [name, await browserWithFonts(join(folder, name), path)] as const;
    }),
  ),
) as Record<keyof typeof machines, string>;

it.each(Object.entries(browsers))(
  'the examples are as approved on a machine with the font %s',
  async (_, path) => {
    const args = ['test', 'templates-examples', '--json'];
    const { stdout, stderr } = await run(args, { cwd: root, env: { PDFAPI_BROWSER: path } });
    const { cases } = JSON.parse(stdout) as {
      cases: readonly { template: string; result: string; machine_fonts: readonly string[] }[];
    };
    const examples = readdirSync(join(root, 'templates-examples'));
    expect(new Set(cases.map(({ template }) => template)).size, stderr).toBe(examples.length);
    for (const each of cases)
      expect(each, stderr).toMatchObject({
        result: /^(?:equal|alike)$/.exec(each.result)?.[0],
        machine_fonts: [],
      });
  },
  300_000,
);

it(`${alarms} seeded documents are the same on machines with other fonts`, async () => {
  const [first, second] = await Promise.all(
    [browsers.regular, browsers.italic].map((browserPath) =>
      openRenderer({ workers: 1, browserPath, sandbox: browserOptions.sandbox }),
    ),
  );
  const browser = startBrowserPool({ ...browserOptions, workers: 1 });
  const raised: string[] = [];
  try {
    for (let seed = 0; seed < alarms; seed++) {
      const html = htmlOf(partsOf(randomOf(20_000 + seed)));
      const options = { twig: false, reproducible: new Date(0) };
      const [before, after] = await Promise.all([first?.html(html, options), second?.html(html, options)]);
      if (!before || !after) throw new Error('There are two renderers.');
      const compared = await comparePdfs(
        browser,
        { before: before.pdf, after: after.pdf },
        () => new Deadline(60_000),
      );
      const { result, differences } = compared;
      if (result === 'different')
        raised.push(`seed ${seed}: ${differences.map(({ text }) => text).join('; ')}`);
    }
  } finally {
    await Promise.all([first?.close(), second?.close(), browser.close()]);
  }
  expect(raised).toEqual([]);
}, 3_600_000);

it('a template that leans on fonts of the machine differs on another one, and is named', async () => {
  const cwd = temporaryFolder({
    'note/template.html':
      '<!doctype html><html lang="en"><title>Note</title><p style="font-family: serif">Some words',
  });
  const test = async (browser: string, ...args: string[]) =>
    await run(['test', 'note', ...args], { cwd, env: { PDFAPI_BROWSER: browser } });
  const approved = await test(browsers.regular, '--update');
  expect([approved.exitCode, approved.stderr]).toEqual([
    0,
    expect.stringMatching(
      /note uses fonts of this machine \(Open Sans\): on another one, it may look different/,
    ),
  ]);
  const other = await test(browsers.italic);
  expect([other.exitCode, other.stdout]).toEqual([5, expect.stringMatching(/note\/data {2}different/)]);
  expect(other.stderr).toContain('fonts of this machine');
});
