/**
 * Installs the package from its tarball into an empty folder, as a user does, and measures it: packages, size, and the time
 * to the first PDF. The packages of others are installed in the same way. Writes RESULTS.md.
 *
 *   npm run bench:package
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installedPackages, installScripts } from '../../test/e2e/package/installed-packages.ts';
import { describeRun } from '../result-sections.ts';

const root = resolve(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'pdfapi-bench-package-'));
// If root runs it, the browser runs as another user, who must be able to enter its folder.
chmodSync(home, 0o755);

/** What others install to make PDFs. Their browsers, of 200 to 400 MB, come from elsewhere and are not downloaded. */
const others = ['puppeteer', 'md-to-pdf', 'playwright-core'];

const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|PDFAPI_)/i.test(name))),
  npm_config_cache: join(home, 'npm-cache'),
  PDFAPI_CACHE_DIR: join(home, 'cache'),
  PDFAPI_CONFIG_DIR: join(home, 'config'),
  PUPPETEER_SKIP_DOWNLOAD: '1',
};

interface Installation {
  readonly folder: string;
  readonly name: string;
  readonly packages: number;
  readonly megabytes: number;
  readonly scripts: number;
  readonly seconds: number;
  readonly again: number;
}

try {
  execFileSync('npm', ['pack', '--pack-destination', home], { cwd: root, stdio: 'ignore' });
  const tarball = join(home, readdirSync(home).find((name) => name.endsWith('.tgz')) ?? '');
  const own = install('pdfapi', tarball);
  const first = print(own.folder);
  const second = print(own.folder);
  const rows = [own, ...others.map((name) => install(name, name))].map(
    ({ name, packages, megabytes, scripts, seconds, again }) =>
      `| ${name} | ${packages} | ${megabytes.toFixed(1)} | ${scripts} | ${seconds.toFixed(1)} | ${again.toFixed(1)} |`,
  );
  writeFileSync(
    join(import.meta.dirname, 'RESULTS.md'),
    `# The package

Installed with npm into an empty folder, on x86-64 Linux. The goals are 80 packages, 120 MB with the browser, and no install
script of any package. ${describeRun()}

\`MB\` is what the folder takes on the disk (\`du\`, millions of bytes). pdfapi's includes its browser, compressed. The
browsers of the others are downloaded separately and are not included. \`again\` is a second installation, with the packages in
npm's cache.

| package | packages | MB | install scripts | seconds | again |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

| pdfapi | |
| --- | ---: |
| tarball | ${(statSync(tarball).size / 1e6).toFixed(1)} MB |
| unpacked browser, in the cache | ${diskMegabytes(environment.PDFAPI_CACHE_DIR).toFixed(0)} MB |
| first PDF (\`pdfapi html\`), with unpacking the browser | ${first.toFixed(1)} s |
| second PDF | ${second.toFixed(2)} s |
`,
  );
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
}

function install(name: string, spec: string): Installation {
  const install = (folder: string): number => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{}\n');
    const before = performance.now();
    execFileSync('npm', ['install', '--no-audit', '--no-fund', spec], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return (performance.now() - before) / 1000;
  };
  const folder = join(home, name);
  const seconds = install(folder);
  const again = install(`${folder}-again`);
  rmSync(`${folder}-again`, { recursive: true, force: true });
  const packages = installedPackages(join(folder, 'node_modules'));
  return {
    folder,
    name,
    packages: packages.length,
    megabytes: diskMegabytes(join(folder, 'node_modules')),
    scripts: installScripts(packages).length,
    seconds,
    again,
  };
}

/** Returns the seconds of one PDF. */
function print(folder: string): number {
  writeFileSync(join(folder, 'page.html'), '<h1>Hello</h1>');
  const before = performance.now();
  execFileSync(join(folder, 'node_modules/.bin/pdfapi'), ['html', 'page.html', '-o', 'page.pdf'], {
    cwd: folder,
    env: environment,
    stdio: 'ignore',
  });
  return (performance.now() - before) / 1000;
}

function diskMegabytes(path: string): number {
  const kilobytes = /^\d+/.exec(execFileSync('du', ['-sk', path], { encoding: 'utf8' }))?.[0];
  return (Number(kilobytes) * 1024) / 1e6;
}
