/** Runs the programs of docs/library.md and of the README, as a reader who copies them would. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeForm } from '../../support/forms/make-form.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';
import { makePkcs12 } from '../../support/signing/make-pkcs12.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-library-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/pdfapi'), 'junction');
  cpSync(join(root, 'templates-examples/invoice'), join(folder, 'invoice'), { recursive: true });
  writeFileSync(join(folder, 'contract.pdf'), fixture('plain'));
  writeFileSync(join(folder, 'form.pdf'), await makeForm());
  const { key, certificate, chain } = makeIdentity().identity;
  const keys = [key.export({ format: 'der', type: 'pkcs8' })];
  const certificates = [certificate, ...chain].map(({ raw }) => raw);
  writeFileSync(join(folder, 'ada.p12'), makePkcs12({ keys, certificates, password: 'of the key' }));
});

const text = ['docs/library.md', 'README.md']
  .map((page) => readFileSync(join(root, page), 'utf8'))
  .join('\n');
const programs = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, program = '']) => program);

/** What each program prints; undefined for the one that serves until a signal. */
const outputs = [
  /^1 \[\]$/,
  /^2 1$/,
  // A PDF and a screenshot are written to files.
  /^$/,
  undefined,
  /^$/,
  /^2 \d+$/,
  // Images are written to files.
  /^$/,
  /^true \d+$/,
  /^Signature1 \[\]$/,
  /^person\.name text Nobody\n[\s\S]*\[\]$/,
  /^sales\.csv application\/octet-stream \d+$/,
  /^Invoice 2026-104 of 30\.11\.2026\n\[ 'number', 'due' \]$/,
  /^\d+ report\n(?:\d+ [\w-]+\n)*\d+ 1$/,
  /^(?:queued\n|running\n)*finished\n\d+$/,
  /^true$/,
  /^invalid_template\nUnknown filter "curency"\..*\n1 13$/,
  // The README's.
  /^$/,
];

it('has a program for each expected output', () => {
  expect(programs).toHaveLength(outputs.length);
});

it.each(
  programs.map((program, index) => [/import \{[^}]*\} from 'pdfapi'/.exec(program)?.[0], index] as const),
)('%s (program %i)', async (_, index) => {
  const file = `program-${index}.js`;
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const expected = outputs[index];
  // The server prints its address, so that it can be asked.
  const program = `${programs[index]}\n${expected ? '' : "server.once('listening', () => console.log(server.address().port));"}`;
  writeFileSync(join(folder, file), program);
  const running = execa(process.execPath, [file], { cwd: folder, reject: false });
  if (!expected) {
    const port = await new Promise<string>((resolvePort) =>
      running.stdout.once('data', (line) => resolvePort(String(line).trim())),
    );
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    running.kill('SIGTERM');
  }
  const { stdout, stderr, exitCode } = await running;
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  if (expected) expect(stdout).toMatch(expected);
});
