/** `npm run docs`: writes the pages of `docs` that are generated from the code. A test compares them. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { referenceDocs } from './reference-docs.ts';

for (const [name, text] of Object.entries(referenceDocs())) {
  writeFileSync(resolve(import.meta.dirname, '../docs', name), text);
}
