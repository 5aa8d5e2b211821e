/**
 * Installs the package from its tarball with each package manager in use, and makes PDFs with it: from the command line,
 * from a program and over HTTP, without the checkout.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { installedPackages, installScripts } from '../../e2e/package/installed-packages.ts';
import { type ToolName, toolPath } from '../../e2e/package/package-managers.ts';
import { root } from '../../support/run.ts';
import { createWorkspace, runAction } from './github-runner.ts';

// Downloads 200 MB, so only CI runs it: see `.ci/run`.
const installs = process.env.PDFAPI_TEST_INSTALL === '1';
if (!installs)
  console.warn('Installing the package is not tested. To test it: PDFAPI_TEST_INSTALL=1 npm run test:stress');

/** Limits of an installation on x86-64 Linux with its compressed browser: packages, and MB on the disk. */
const maxPackages = 80;
const maxMb = 120;
const maxMbWithoutBrowser = 45;

const home = mkdtempSync(join(tmpdir(), 'pdfapi-installed-'));
// If root runs the tests, the browser runs as another user, who must be able to enter its folder.
chmodSync(home, 0o755);
const at = (...names: string[]) => join(home, ...names);
let tarball = '';

interface Manager {
  readonly tool: ToolName;
  /** Arguments, and the folder that commands are in. */
  readonly local: () => string[];
  readonly global?: (prefix: string) => { readonly args: string[]; readonly bin: string };
  /** Arguments of one call without an installation. */
  readonly once?: (args: readonly string[]) => string[];
  /** Calls the installed command through the package manager. */
  readonly run?: (args: readonly string[]) => string[];
}

const npm = (version: 9 | 10 | 11): Manager => ({
  tool: `npm ${version}`,
  local: () => ['install', '--no-audit', '--no-fund', tarball],
  global: (prefix) => ({
    args: ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', tarball],
    bin: join(prefix, 'bin'),
  }),
  // What `npx` does.
  once: (args) => ['exec', '--yes', '--package', tarball, '--', 'pdfapi', ...args],
});

const managers: readonly Manager[] = [
  npm(9),
  npm(10),
  npm(11),
  {
    tool: 'pnpm',
    local: () => ['add', tarball],
    global: (prefix) => ({ args: ['add', '--global', tarball], bin: join(prefix, 'bin') }),
    once: (args) => ['dlx', tarball, ...args],
  },
  {
    tool: 'yarn 1',
    local: () => ['add', '--non-interactive', `file:${tarball}`],
    global: (prefix) => ({
      args: [
        'global',
        'add',
        `file:${tarball}`,
        '--prefix',
        prefix,
        '--global-folder',
        join(prefix, 'global'),
      ],
      bin: join(prefix, 'bin'),
    }),
  },
  {
    // With Plug'n'Play, its default: there is no node_modules.
    tool: 'yarn 4',
    local: () => ['add', `pdfapi@file:${tarball}`],
    once: (args) => ['dlx', '-p', `pdfapi@file:${tarball}`, 'pdfapi', ...args],
    run: (args) => ['pdfapi', ...args],
  },
];

/** Nothing of the user's: caches, stores and settings of all package managers are in the temporary folder. */
const environment = (bin = '', browsers = 'browsers'): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|PDFAPI_)/i.test(name))),
  PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
  npm_config_cache: at('npm-cache'),
  // A registry can be behind a certificate that only this machine trusts.
  NODE_USE_SYSTEM_CA: '1',
  // Where pnpm installs commands globally.
  PNPM_HOME: bin === '' ? at('pnpm-home') : dirname(bin),
  XDG_DATA_HOME: at('data'),
  XDG_CACHE_HOME: at('cache'),
  XDG_STATE_HOME: at('state'),
  YARN_CACHE_FOLDER: undefined,
  YARN_GLOBAL_FOLDER: at('yarn'),
  YARN_ENABLE_TELEMETRY: '0',
  YARN_ENABLE_IMMUTABLE_INSTALLS: '0',
  // Yarn 4 reads no .npmrc.
  YARN_NPM_REGISTRY_SERVER: registry,
  YARN_UNSAFE_HTTP_WHITELIST: registry && new URL(registry).hostname,
  PDFAPI_CACHE_DIR: at(browsers),
  PDFAPI_CONFIG_DIR: at('no-profile'),
});
let registry: string | undefined;

/** A folder that npm, pnpm and Yarn take for a project. */
function makeProject(name: string): string {
  const folder = at(name);
  // A test that is run again begins with an empty folder.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }\n');
  writeFileSync(join(folder, 'yarn.lock'), '');
  writeFileSync(join(folder, 'page.html'), '<h1>Hello {{ name }}</h1>');
  return folder;
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  bin?: string,
  browsers?: string,
): Promise<string> {
  const { stdout, stderr, exitCode, shortMessage } = await execa(command, args, {
    cwd,
    env: environment(bin, browsers),
    extendEnv: false,
    reject: false,
  });
  expect(exitCode, `${shortMessage}\n${stderr}\n${stdout}`).toBe(0);
  return stdout;
}

const expectPdf = (file: string) => expect(readFileSync(file).subarray(0, 5).toString(), file).toBe('%PDF-');

beforeAll(async () => {
  if (!installs) return;
  const options = { cwd: root, encoding: 'utf8' } as const;
  registry = execFileSync('npm', ['config', 'get', 'registry'], options).trim();
  execFileSync('npm', ['pack', '--pack-destination', home], options);
  tarball = at(readdirSync(home).find((name) => name.endsWith('.tgz')) ?? '');
}, 300_000);
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

const printing = (name: string) => ['html', 'page.html', '-s', 'name=Ada', '-o', name];
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

for (const { tool, local, global, once: onceWith, run: runWith } of managers) {
  const script = installs ? toolPath(tool) : undefined;

  describe.skipIf(script === undefined)(`the package with ${tool}`, () => {
    const manage = (args: readonly string[], cwd: string, bin?: string) =>
      // With Plug'n'Play, the browser is unpacked from an archive in an archive.
      run(process.execPath, [script ?? '', ...args], cwd, bin, runWith && 'browsers-of-yarn');

    it('installs into an empty folder within its limits, runs no scripts, and prints', async () => {
      const folder = makeProject(`local ${tool}`.replaceAll(' ', '-'));
      await manage(local(), folder);
      const call = (args: readonly string[]) =>
        runWith ? manage(runWith(args), folder) : run(join(folder, 'node_modules/.bin/pdfapi'), args, folder);
      expect(await call(['--version'])).toBe(version);
      await call(printing('first.pdf'));
      expectPdf(join(folder, 'first.pdf'));

      // Yarn 4 keeps most packages as archives, and these are the other managers' packages.
      if (runWith) return;
      const packages = installedPackages(join(folder, 'node_modules'));
      expect(packages.map(({ name }) => name)).toContain('pdfapi');
      expect(packages.length).toBeLessThanOrEqual(maxPackages);
      expect(installScripts(packages)).toEqual([]);
      const kilobytes = Number(
        /^\d+/.exec(execFileSync('du', ['-sk', join(folder, 'node_modules')]).toString())?.[0],
      );
      expect((kilobytes * 1024) / 1e6).toBeLessThanOrEqual(maxMb);
    }, 300_000);

    it.skipIf(global === undefined)(
      'installs globally, and prints',
      async () => {
        const folder = makeProject(`global ${tool}`.replaceAll(' ', '-'));
        const { args, bin } = global?.(join(folder, 'prefix')) ?? { args: [], bin: '' };
        await manage(args, folder, bin);
        expect(await run(join(bin, 'pdfapi'), ['--version'], folder)).toBe(version);
        await run(join(bin, 'pdfapi'), printing('first.pdf'), folder);
        expectPdf(join(folder, 'first.pdf'));
      },
      300_000,
    );

    it.skipIf(onceWith === undefined)(
      'prints without being installed',
      async () => {
        const folder = makeProject(`once ${tool}`.replaceAll(' ', '-'));
        await manage(onceWith?.(printing('first.pdf')) ?? [], folder);
        expectPdf(join(folder, 'first.pdf'));
      },
      300_000,
    );
  });
}

describe.skipIf(!installs || toolPath('npm 11') === undefined)('a folder with only the tarball', () => {
  let folder = '';
  const pdfapi = (args: readonly string[]) => run(join(folder, 'node_modules/.bin/pdfapi'), args, folder);

  beforeAll(async () => {
    folder = makeProject('outside');
    await run(process.execPath, [toolPath('npm 11') ?? '', ...npm(11).local()], folder);
  }, 300_000);

  it('runs the quick start', async () => {
    await pdfapi(['generate', './node_modules/pdfapi/templates-examples/invoice', '-o', 'invoice.pdf']);
    expectPdf(join(folder, 'invoice.pdf'));
    await pdfapi(['templates', 'new', './form', '--from', 'editor-form']);
    await pdfapi(['generate', './form']);
    expectPdf(join(folder, 'form.pdf'));
  });

  it('runs the library’s example of the README', async () => {
    const readme = readFileSync(join(folder, 'node_modules/pdfapi/README.md'), 'utf8');
    const [, example = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
    expect(example).toContain("from 'pdfapi'");
    const program = `${example}\nconsole.log(Buffer.from(pdf).subarray(0, 5).toString());\n`;
    writeFileSync(join(folder, 'example.js'), program);
    expect(await run(process.execPath, ['example.js'], folder)).toBe('%PDF-');
  });

  it('has types that need no other package, even for a compiler that checks libraries', async () => {
    writeFileSync(
      join(folder, 'program.ts'),
      `import { createClient, openRenderer, startServer } from 'pdfapi';
      export const renderer = await openRenderer();
      export const server = await startServer({ log: console as never });
      const client = createClient({ url: 'http://127.0.0.1', token: '' });
      const { versions } = await client.manage.get(1);
      export const published: boolean | undefined = versions[0]?.published;
      // @ts-expect-error It is a number: the types of responses are not any.
      export const version: string | undefined = versions[0]?.version;
      `,
    );
    mkdirSync(join(folder, 'types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types']) {
      cpSync(join(root, 'node_modules', name), join(folder, 'types', name), { recursive: true });
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...{ module: 'nodenext', target: 'es2024', lib: ['es2024', 'esnext.disposable'], strict: true },
          ...{ noEmit: true, skipLibCheck: false, types: ['node'], typeRoots: ['types/@types'] },
          paths: { 'undici-types': ['./types/undici-types/index.d.ts'] },
        },
        files: ['program.ts'],
      }),
    );
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], folder);
  });

  it('serves: prints over HTTP, and shows the documentation and the studio', async () => {
    const bin = join(folder, 'node_modules/pdfapi/bin/pdfapi.js');
    const server = spawn(process.execPath, [bin, 'serve', '--port', '0', '--data-dir', 'data', '--json'], {
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [line] = await once(server.stdout, 'data');
    const { url, token } = JSON.parse(line);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const html = '<h1>Hello {{ name }}</h1>{{ qrcode(name) }}{{ barcode(name) }}';
    const body = JSON.stringify({ html, data: { name: 'Ada' }, output: 'binary' });
    const response = await fetch(`${url}/api/v1/html-to-pdf`, { method: 'POST', headers, body });
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const templates = await (await fetch(`${url}/api/v1/templates`, { headers })).json();
    const editor = templates.data.find(({ name }: { name: string }) => name === 'editor-invoice');
    const data = readFileSync(join(root, 'templates-examples/editor-invoice/data.json'), 'utf8');
    const generated = await fetch(`${url}/api/v1/templates/${editor.id}/generate`, {
      method: 'POST',
      headers,
      body: `{ "output": "binary", "data": ${data} }`,
    });
    expect(generated.status, await generated.clone().text()).toBe(200);
    for (const page of ['docs', 'docs/scalar.js', 'studio', 'openapi.json']) {
      expect((await fetch(`${url}/${page}`)).status, page).toBe(200);
    }
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  }, 60_000);

  const oldNode = toolPath('node 18');
  it.skipIf(oldNode === undefined)('says which version of Node.js it needs, in one sentence', async () => {
    const sentence =
      /pdfapi:? needs Node\.js 22\.22 or newer, and this is 18\.\d+\.\d+\. See https:\/\/nodejs\.org\b/;
    writeFileSync(join(folder, 'import.js'), "import { openRenderer } from 'pdfapi';\nopenRenderer();\n");
    for (const args of [['import.js'], ['node_modules/pdfapi/bin/pdfapi.js', '--version']]) {
      const { stderr, exitCode } = await execa(oldNode ?? '', args, { cwd: folder, reject: false });
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(sentence);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  });

  it('is what the GitHub Action installs', async () => {
    const workspace = createWorkspace(home, { 'hello/template.html': '<p>Hello</p>' });
    const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
    const given = { workspace, inputs: { version: tarball } };
    const { failed, outputs, steps, log } = await runAction(root, action, given);
    expect(failed, log).toBe(false);
    expect(steps).toContain('Install pdfapi');
    expect(readdirSync(outputs.pdfs ?? '')).toEqual(['hello.pdf']);
    expect(readdirSync(workspace)).toEqual(['hello']);
  }, 120_000);

  it.each(['gitlab-ci.yml', 'pdf-templates.yml'])(
    'is what the job %s of examples/ci installs, without a package.json',
    async (name) => {
      const workspace = at(`job-${name}`);
      cpSync(join(root, 'examples/ci'), workspace, { recursive: true });
      rmSync(join(workspace, 'package.json'));
      const job = parse(readFileSync(join(workspace, name), 'utf8'));
      const commands: string[] =
        job['pdf-templates']?.script ??
        job.jobs.templates.steps.flatMap(({ run }: { readonly run?: string }) => run ?? []);
      // It changes the machine.
      const script = commands.filter((command) => !command.startsWith('sudo ')).join('\n');
      const { all, exitCode } = await execa('bash', ['-e', '-c', script], {
        cwd: workspace,
        env: {
          ...environment(join(workspace, 'prefix/bin')),
          npm_config_prefix: join(workspace, 'prefix'),
          PACKAGE: tarball,
        },
        extendEnv: false,
        reject: false,
        all: true,
      });
      expect(exitCode, all).toBe(0);
      for (const template of ['invoice', 'reminder']) expectPdf(join(workspace, `pdfs/${template}.pdf`));
    },
    120_000,
  );

  it('is what examples/ci installs from vendor, as its README says', async () => {
    const workspace = at('ci-vendor');
    cpSync(join(root, 'examples/ci'), workspace, { recursive: true });
    const { pdfapi: spec } = JSON.parse(
      readFileSync(join(workspace, 'package.json'), 'utf8'),
    ).devDependencies;
    mkdirSync(join(workspace, 'vendor'));
    cpSync(tarball, join(workspace, spec.replace('file:', '')));
    for (const command of [['install', '--no-audit', '--no-fund'], ['test']]) {
      const { all, exitCode } = await execa('npm', command, {
        cwd: workspace,
        env: environment(),
        extendEnv: false,
        reject: false,
        all: true,
      });
      expect(exitCode, all).toBe(0);
    }
    for (const template of ['invoice', 'reminder']) expectPdf(join(workspace, `pdfs/${template}.pdf`));
  }, 120_000);

  it('installs without the browser, and says what is missing, or prints with the browser that is named', async () => {
    const small = makeProject('without-browser');
    const { stderr } = await execa(
      process.execPath,
      [toolPath('npm 11') ?? '', ...npm(11).local(), '--omit=optional'],
      { cwd: small, env: environment(), extendEnv: false },
    );
    // Of an installed tarball npm 11 asks whether its script `prepare` may run.
    expect(stderr).not.toContain('prepare');
    expect(installedPackages(join(small, 'node_modules')).map(({ name }) => name)).toEqual(['pdfapi']);
    const kilobytes = Number(
      /^\d+/.exec(execFileSync('du', ['-sk', join(small, 'node_modules')]).toString())?.[0],
    );
    expect((kilobytes * 1024) / 1e6).toBeLessThanOrEqual(maxMbWithoutBrowser);

    const print = (env: NodeJS.ProcessEnv) =>
      execa(process.execPath, [join(small, 'node_modules/pdfapi/bin/pdfapi.js'), ...printing('a.pdf')], {
        cwd: small,
        // The system may have a browser.
        env: { ...environment(), PATH: '', PDFAPI_CACHE_DIR: at('no-browsers'), ...env },
        extendEnv: false,
        reject: false,
      });
    const without = await print({});
    expect(without.stderr).toContain('No Chrome or Chromium was found on this machine.');
    expect(without.stderr).toContain('pdfapi browser install');
    expect(without.exitCode).toBe(6);
    const browser = (await pdfapi(['browser', 'path'])).trim();
    expect((await print({ PDFAPI_BROWSER: browser })).exitCode).toBe(0);
    expectPdf(join(small, 'a.pdf'));
  }, 120_000);

  it('names the licence of every package that is bundled', () => {
    const [build = ''] = readdirSync(join(folder, 'node_modules/pdfapi')).filter((name) =>
      name.startsWith('dist-'),
    );
    for (const name of ['bundle', 'threads', 'barcodes']) {
      const text = readFileSync(join(folder, 'node_modules/pdfapi', build, name, 'LICENSES.txt'), 'utf8');
      expect(text).toMatch(/^={80}\n\S+ \d+\.\d+\.\d+/);
      expect(text).not.toContain('(see below)\n\n\n');
    }
    expect(existsSync(join(folder, 'node_modules/pdfapi', build, 'better-sqlite3/LICENSE'))).toBe(true);
  });
});
