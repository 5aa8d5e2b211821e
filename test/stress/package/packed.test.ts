/** Checks the contents of the package from `npm pack`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, it } from 'vitest';
import { copyCheckout } from '../../e2e/package/checkout-copy.ts';
import { npmScript, npmVersions } from '../../e2e/package/package-managers.ts';

let checkout = '';
const beside = (name: string) => join(dirname(checkout), name);

const node = (args: readonly string[], cwd = checkout) =>
  execa(process.execPath, args, {
    cwd,
    env: {
      PATH: [dirname(process.execPath), process.env.PATH].join(':'),
      // Set by the npm that runs the tests.
      npm_config_package: undefined,
      npm_config_local_prefix: undefined,
      PDFAPI_URL: undefined,
      PDFAPI_CONFIG_DIR: beside('no-profile'),
    },
  });

beforeAll(async () => {
  checkout = copyCheckout();
  mkdirSync(join(checkout, 'dist-000000000000/bundle'), { recursive: true });
  writeFileSync(join(checkout, 'dist-000000000000/bundle/main.js'), '// A superseded build.');
  await node(['build/build.ts']);
}, 300_000);

for (const version of npmVersions) {
  const npm = npmScript(version, 'npm');
  it.skipIf(npm === undefined)(
    `npm ${version} packs one build and the files that it reads`,
    async () => {
      const { stdout } = await node([npm ?? '', 'pack', '--dry-run', '--json', '--ignore-scripts']);
      const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
      const paths: string[] = files.map(({ path }: { path: string }) => path);
      const builds = new Set(
        paths.filter((path) => path.startsWith('dist')).map((path) => path.split('/')[0]),
      );
      expect([...builds]).toEqual([expect.stringMatching(/^dist-[0-9a-f]{12}/)]);
      expect([...builds]).not.toContain('dist-000000000000');
      const [build] = builds;
      expect(paths).toEqual(
        expect.arrayContaining([
          ...[
            'bin/pdfapi.js',
            'lib/index.js',
            'lib/index.d.ts',
            'lib/twig.js',
            'lib/check.d.ts',
            'package.json',
            'README.md',
            'LICENSE',
          ],
          ...[
            `${build}/bundle/main.js`,
            `${build}/bundle/index.js`,
            `${build}/index.d.ts`,
            `${build}/template/pdfme/pdfme.js`,
            `${build}/studio/designer.js.br`,
            `${build}/better-sqlite3/prebuilds/linux-arm64.node`,
          ],
          'templates-examples/invoice/template.html',
        ]),
      );
      expect(
        paths.filter((path) => /^(?:action|bench|deploy|examples|test|node_modules|\.npmrc)/.test(path)),
      ).toEqual([]);
    },
    300_000,
  );
}
