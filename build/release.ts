/**
 * Checks that a release can be published, writes its files into `release`, and prints the commands that publish them; it
 * publishes nothing itself.
 *
 *   npm run release [-- --dry-run]
 *
 * The tree must be clean and on `main`, the version new and in the changelog with its date, each published table younger than what
 * it measures, `npm run check` must pass, and the packed tarball must install into an empty folder and print there. `--dry-run`
 * reports all but the last two instead of ending, and deletes the files.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { outdatedResults } from '../bench/published.ts';
import { writeReleaseFiles } from './release-files.ts';

const root = resolve(import.meta.dirname, '..');
const isDryRun = process.argv.includes('--dry-run');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly version: string;
};

const faults = findFaults();
for (const fault of faults) console.error(`release: ${fault}`);
if (faults.length > 0 && !isDryRun) process.exit(1);

step('npm run check');
execFileSync('npm', ['run', 'check'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

step('npm pack');
// If root runs it, the browser runs as another user, who must be able to enter its folder.
const home = mkdtempSync(join(tmpdir(), 'pdfapi-release-'));
chmodSync(home, 0o755);
try {
  const files = join(home, 'release');
  mkdirSync(files);
  const tarball = writeReleaseFiles(root, files);
  step('npm install, in an empty folder');
  tryOut(tarball);
  const checksum = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  console.log(`${name} ${version}\nsha512-${checksum}`);
  if (isDryRun) console.log('Nothing was kept. To release: npm run release');
  else keep(files, basename(tarball));
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
}

/** Returns what is wrong with the state of the repository. */
function findFaults(): string[] {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const entry = changelog.split('\n').find((line) => line.startsWith(`## [${version}]`));
  return [
    ...(git('status', '--porcelain') === '' ? [] : ['There are changes that are not committed.']),
    ...(git('branch', '--show-current') === 'main' ? [] : ['The branch is not main.']),
    ...(git('tag', '--list', `v${version}`) === '' ? [] : [`Version ${version} is tagged already.`]),
    ...(entry === undefined
      ? [`CHANGELOG.md has no entry ## [${version}].`]
      : / - \d{4}-\d{2}-\d{2}$/.test(entry)
        ? []
        : [`The entry of ${version} in CHANGELOG.md has no date.`]),
    ...outdatedResults(root),
  ];
}

/** Moves the files into the checkout, in place of those of an earlier release, and prints what publishes them. */
function keep(files: string, tarball: string): void {
  const folder = join(root, 'release');
  rmSync(folder, { recursive: true, force: true });
  cpSync(files, folder, { recursive: true });
  const tags = [version, version.replace(/\.\d+$/, ''), 'latest'];
  console.log(`The files are in ${folder}. To publish them, with the address of a registry of images in REGISTRY:
git tag v${version} && git push origin v${version} && npm publish release/${tarball}
docker buildx build --platform linux/amd64,linux/arm64 ${tags
    .map((tag) => `--tag "$REGISTRY/${name}:${tag}"`)
    .join(' ')} --push release`);
}

/** Installs the tarball as a user does, and prints with the command and with the library. */
function tryOut(tarball: string): void {
  const folder = join(home, 'empty');
  mkdirSync(folder);
  const options = {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PDFAPI_CACHE_DIR: join(home, 'cache'), PDFAPI_CONFIG_DIR: join(home, 'config') },
    stdio: ['ignore', 'pipe', 'inherit'] as ('ignore' | 'pipe' | 'inherit')[],
  } as const;
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', tarball], options);
  const command = join(folder, 'node_modules/.bin', name);
  const shown = execFileSync(command, ['--version'], options).trim();
  if (shown !== version) throw new Error(`The installed command is version ${shown}.`);

  writeFileSync(join(folder, 'page.html'), '<h1>Hello</h1>');
  execFileSync(command, ['html', 'page.html', '-o', 'page.pdf'], options);
  assertPdf(readFileSync(join(folder, 'page.pdf')), 'The command');

  writeFileSync(
    join(folder, 'program.js'),
    `import { openRenderer } from '${name}';
const renderer = await openRenderer();
const { pdf } = await renderer.html('<h1>Hello</h1>');
await renderer.close();
process.stdout.write(Buffer.from(pdf).toString('base64'));
`,
  );
  assertPdf(Buffer.from(execFileSync(process.execPath, ['program.js'], options), 'base64'), 'The library');
}

function assertPdf(bytes: Buffer, what: string): void {
  if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error(`${what} did not print.`);
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function step(text: string): void {
  console.error(`release: ${text}`);
}
