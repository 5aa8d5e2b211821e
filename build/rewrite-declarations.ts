/**
 * Makes the declarations usable outside: tsc leaves the extension `.ts` in their imports, which names the sources, and
 * the package does not contain them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputFolder } from './output-folder.ts';

for (const name of readdirSync(outputFolder, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = join(outputFolder, name);
  const text = readFileSync(file, 'utf8');
  const rewritten = text.replace(/((?:from|import\() ?['"]\.{1,2}\/[^'"]*)\.ts(?=['"])/g, '$1.js');
  if (rewritten !== text) writeFileSync(file, rewritten);
}
