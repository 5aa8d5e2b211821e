/** `npm run release` in a clone: it ends at what is not ready, and makes the files of a release and prints how to publish them. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { execa } from 'execa';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { published } from '../../../bench/published.ts';
import { writeReleaseFiles } from '../../../build/release-files.ts';
import { copyCheckout } from '../../e2e/package/checkout-copy.ts';
import { root } from '../../support/run.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
let checkout = '';

const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: checkout,
    stdio: 'pipe',
  });

const release = (...args: readonly string[]) =>
  execa(process.execPath, ['build/release.ts', ...args], {
    cwd: checkout,
    reject: false,
    env: { npm_config_package: undefined, npm_config_local_prefix: undefined },
  });

/** `npm run check` takes a minute, and `.ci/run` runs it anyway: in the clone it only says whether it passes. */
const setCheck = (exitCode: number) => {
  const file = join(checkout, 'package.json');
  const content = JSON.parse(readFileSync(file, 'utf8'));
  content.scripts.check = `node -e "process.exit(${exitCode})"`;
  writeFileSync(file, JSON.stringify(content, null, 2));
};

beforeAll(() => {
  checkout = copyCheckout();
  setCheck(0);
  git('init', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--message', 'All');
  measureAll();
}, 300_000);

/** Commits tables that say that everything was measured as it is. */
function measureAll(): void {
  const commit = String(git('rev-parse', '--short=12', 'HEAD')).trim();
  for (const name of Object.keys(published)) {
    const text = `# Results\n\nNode v24.0.0, 2 processors; 2026-11-30, commit ${commit}.\n`;
    writeFileSync(join(checkout, 'bench', name, 'RESULTS.md'), text);
  }
  git('add', '--all');
  git('commit', '--message', 'Measure');
}

beforeEach(() => {
  git('checkout', '--force', 'main');
  git('clean', '--force');
});

it('ends if there are changes that are not committed', async () => {
  appendFileSync(join(checkout, 'README.md'), '\nMore.\n');
  const { exitCode, stdout, stderr } = await release();
  expect(stderr).toBe('release: There are changes that are not committed.');
  expect(stdout).toBe('');
  expect(exitCode).toBe(1);
});

it('ends on a branch, at a version that is tagged, and without an entry in the changelog', async () => {
  git('checkout', '-b', 'feature');
  git('tag', `v${version}`);
  const file = join(checkout, 'CHANGELOG.md');
  const changelog = readFileSync(file, 'utf8');
  const commit = (text: string) => {
    writeFileSync(file, text);
    git('commit', '--all', '--message', 'Change the changelog');
  };

  commit(changelog.replace(`## [${version}]`, '## [Unreleased]'));
  const { exitCode, stderr } = await release();
  expect(stderr.split('\n')).toEqual([
    'release: The branch is not main.',
    `release: Version ${version} is tagged already.`,
    `release: CHANGELOG.md has no entry ## [${version}].`,
  ]);
  expect(exitCode).toBe(1);

  commit(changelog.replace(/^(## \[\d+\.\d+\.\d+\]) - \S+$/m, '$1'));
  expect((await release()).stderr).toContain(`release: The entry of ${version} in CHANGELOG.md has no date.`);
  git('tag', '--delete', `v${version}`);
});

it('ends if a published table is older than what it measures, or was measured with changes', async () => {
  appendFileSync(join(checkout, 'src/twig/index.ts'), '\n');
  appendFileSync(join(checkout, 'bench/twig/README.md'), '\nMore.\n');
  const seal = join(checkout, 'bench/seal/RESULTS.md');
  writeFileSync(seal, readFileSync(seal, 'utf8').replace(/\.\n$/, ' and changes.\n'));
  writeFileSync(join(checkout, 'bench/pdf/RESULTS.md'), '# Results\n\nNode v24.0.0, 2 processors.\n');
  git('commit', '--all', '--message', 'Change Twig');

  const { exitCode, stderr } = await release();
  const lines = stderr.split('\n');
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^release: bench\/twig\/RESULTS\.md was measured at [0-9a-f]{12}, before src\/twig\/index\.ts changed\.$/,
    ),
  );
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^release: bench\/seal\/RESULTS\.md was measured at [0-9a-f]{12}, with changes that were not committed\.$/,
    ),
  );
  expect(lines).toContain('release: bench/pdf/RESULTS.md does not say which commit was measured.');
  expect(stderr).not.toContain('bench/conformance');
  expect(exitCode).toBe(1);
  git('reset', '--hard', 'HEAD~1');
});

it('ends if the check fails', async () => {
  setCheck(7);
  git('commit', '--all', '--message', 'Fail');
  measureAll();
  const { exitCode, stdout, stderr } = await release();
  expect(stderr).toMatch(/^release: npm run check\n/);
  expect(stdout).toBe('');
  expect(exitCode).toBe(1);
  git('reset', '--hard', 'HEAD~2');
});

describe('the files of a release', () => {
  let folder = '';
  beforeAll(() => {
    // Ignored by git.
    writeFileSync(join(checkout, 'deploy/database-password'), 'secret');
    folder = mkdtempSync(join(dirname(checkout), 'files-'));
    writeReleaseFiles(checkout, folder);
  }, 300_000);

  it('are the package, its parts, and all that makes and runs the image, but no password', () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .sort();
    const deploy = String(git('ls-files', 'deploy')).trim().split('\n');
    const [tarball, bill] = [`pdfapi-${version}.tgz`, `pdfapi-${version}.cdx.json`];
    expect(files).toEqual(['Dockerfile', 'SHA256SUMS', 'compose.yaml', ...deploy, tarball, bill].sort());
  });

  it('have checksums that sha256sum confirms', () => {
    const said = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    expect(said).toContain(`pdfapi-${version}.tgz: OK`);
    expect(said.trim().split('\n').length).toBe(
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length -
        1,
    );
  });

  it('name every bundled package with its checksum and its licence, and the browser as optional', () => {
    const bill = JSON.parse(readFileSync(join(folder, `pdfapi-${version}.cdx.json`), 'utf8'));
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'pdfapi', version } },
    });
    const components: { name: string; scope: string; purl: string; hashes: object[]; licenses: object[] }[] =
      bill.components;
    expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
    for (const { purl, hashes, licenses } of components) {
      expect(hashes, purl).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
      expect(licenses, purl).toHaveLength(1);
    }
    const scopes = Object.fromEntries(components.map(({ name, scope }) => [name, scope]));
    expect(scopes).toMatchObject({
      ...{ fastify: 'required', 'better-sqlite3': 'required', 'pdfjs-dist': 'required' },
      ...{ '@pdfme/ui': 'required', '@sparticuz/chromium': 'optional' },
    });
    // Neither the build nor the tests are part of it.
    expect(scopes).not.toHaveProperty('vitest');
    expect(scopes).not.toHaveProperty('rolldown');
  });
});

// It installs the package.
const installs = process.env.PDFAPI_TEST_INSTALL === '1';
if (!installs) console.warn('A release is not tested. To test it: PDFAPI_TEST_INSTALL=1 npm run test:stress');

it.skipIf(!installs)(
  'prints the checksum and the commands that publish, and a dry run keeps nothing',
  async () => {
    const dry = await release('--dry-run');
    expect(dry.exitCode, dry.stderr).toBe(0);
    expect(dry.stdout).toMatch(/^pdfapi \S+\nsha512-\S+\nNothing was kept\. To release: npm run release$/);
    expect(existsSync(join(checkout, 'release'))).toBe(false);

    const { exitCode, stdout, stderr } = await release();
    expect(exitCode, stderr).toBe(0);
    const tarball = `release/pdfapi-${version}.tgz`;
    const [publish, image = ''] = stdout.split('\n').slice(-2);
    expect(publish).toBe(`git tag v${version} && git push origin v${version} && npm publish ${tarball}`);
    expect(image).toMatch(
      /^docker buildx build .*--tag "\$REGISTRY\/pdfapi:\d+\.\d+\.\d+" .*--push release$/,
    );
    expect(existsSync(join(checkout, tarball))).toBe(true);
    expect(existsSync(join(dirname(checkout), 'empty'))).toBe(false);
  },
  600_000,
);
