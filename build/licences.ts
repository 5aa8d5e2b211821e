/** Collects the licences of the packages in a bundle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the licence texts as one text, in which a text that many packages share, such as that of MIT, is written once.
 * `inputs` are the paths of the bundled files.
 */
export function licences(inputs: readonly string[]): string {
  const packages = new Set(
    inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  const first = new Map<string, string>();
  return [...packages]
    .sort()
    .map((path) => licenceOf(path, first))
    .join('\n');
}

/** `first`: the package that has a text first, by its words. */
function licenceOf(path: string, first: Map<string, string>): string {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const file = readdirSync(path).find((each) => /^licen[cs]e/i.test(each));
  const text =
    file !== undefined && existsSync(join(path, file)) ? readFileSync(join(path, file), 'utf8') : '';
  // What comes before is the title and whose copyright it is.
  const at = Math.max(text.search(/^.*Permission (?:is hereby granted|to use)/m), 0);
  const words = text.slice(at).replace(/\s+/g, ' ').trim();
  const known = first.get(words);
  if (words !== '' && known === undefined) first.set(words, name);
  const shown = known === undefined ? text : `${text.slice(0, at)}And the text of ${known} above.`;
  return `${'='.repeat(80)}\n${name} ${version} (${license ?? 'see below'})\n\n${shown.trim()}\n`;
}
