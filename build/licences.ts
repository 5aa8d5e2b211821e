/** Collects the licences of the packages in a bundle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the licence texts as one text. `inputs` are the paths of the bundled files. */
export function licences(inputs: readonly string[]): string {
  const packages = new Set(
    inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  return [...packages].sort().map(licenceOf).join('\n');
}

function licenceOf(path: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const file = readdirSync(path).find((each) => /^licen[cs]e/i.test(each));
  const text =
    file !== undefined && existsSync(join(path, file)) ? readFileSync(join(path, file), 'utf8') : '';
  return `${'='.repeat(80)}\n${name} ${version} (${license ?? 'see below'})\n\n${text.trim()}\n`;
}
