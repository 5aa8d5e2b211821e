/**
 * Three independent generators create clients from `/openapi.json`. Each client compiles in strict mode with a program
 * that calls every operation, and the responses of the real server match the types.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { routeExamples } from '../../../src/contract/openapi/examples.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { generators as packages } from './cached-packages.ts';

const { folder: generatorsFolder } = packages;
const isInstalled = existsSync(generatorsFolder);
if (!isInstalled) {
  if (process.env.PDFAPI_TEST_CLIENTS === 'required') throw new Error('First: npm run install-clients');
  console.warn('Generated clients are not tested here. To test them: npm run install-clients');
}

const server = await startTestServer({ flags: { rateLimit: '0' } });
const node = async (folder: string, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    // Some generators send telemetry.
    env: { ...process.env, DO_NOT_TRACK: '1' },
    maxBuffer: 64 * 1024 * 1024,
  }).catch(({ stdout, stderr, message }) => {
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  });
  return stdout;
};
const tool = (path: string): string => join(generatorsFolder, 'node_modules', path);

/** The command of each generator. It writes `generated/` from `openapi.json`. */
const generators = {
  'openapi-fetch': ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'generated/schema.d.ts'],
  'hey-api': ['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'generated'],
  'swagger-typescript-api': [
    'swagger-typescript-api/dist/cli.mjs',
    'generate',
    '-p',
    'openapi.json',
    '-o',
    'generated',
    '-n',
    'client.ts',
    '--generate-union-enums',
  ],
} as const;

const compilerOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

it.skipIf(!isInstalled).each(Object.keys(generators) as (keyof typeof generators)[])(
  'the client of %s compiles, and calls every operation',
  async (name) => {
    // The folder is inside that of the generators, so that generated imports resolve.
    const folder = mkdtempSync(join(generatorsFolder, 'run-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const description = await fetch(`${server.url}/openapi.json`);
    writeFileSync(join(folder, 'openapi.json'), await description.text());
    const [command, ...args] = generators[name];
    await node(folder, tool(command), ...args);
    await copyFile(join(import.meta.dirname, 'programs', `${name}.ts`), join(folder, 'program.ts'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    expect(await node(folder, tool('typescript/bin/tsc'), '-p', '.')).toBe('');

    await build({
      entryPoints: [join(folder, 'program.ts')],
      outfile: join(folder, 'program.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    });
    const start = `import { run } from './program.mjs';
const [url, token, certificate] = process.argv.slice(2);
console.log(JSON.stringify(await run(url, token, JSON.parse(certificate))));
`;
    writeFileSync(join(folder, 'start.mjs'), start);
    const [body] = Object.values(routeExamples.generate.bodies ?? {}) as { data: object }[];
    const token = String(server.server.token);
    const output = await node(folder, 'start.mjs', server.url, token, JSON.stringify(body?.data));
    const facts = JSON.parse(output);

    const pdf = [...Buffer.from('%PDF-')];
    expect(facts).toMatchObject({
      first: 'certificate',
      filename: 'c.pdf',
      address: expect.stringMatching(/^http.*\/documents\/.*\/c\.pdf\?expires=\d+&signature=/),
      expires_at: expect.stringMatching(/^\d{4}-.*[+-]\d\d:\d\d$/),
      binary: pdf,
      download: pdf,
      head: [200, true],
      plan: 'pro',
      days: 31,
      notFound: 'Template 99 not found.',
      fault: ['template', 1],
      stranger: [401, 'Unauthenticated.'],
    });
    expect(facts.names).toContain('invoice');
    const pagesOf = async (text: string) => (await readPdf(Buffer.from(text, 'base64'))).pages;
    expect((await pagesOf(facts.pdf)).join()).toContain('Ada Lovelace');
    expect(await pagesOf(facts.merged)).toHaveLength(2);
    expect((await pagesOf(facts.html)).join()).toContain('1');
  },
  180_000,
);
