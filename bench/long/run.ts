/** Measures documents of any length. Writes RESULTS.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { measurePictures } from './pictures.ts';
import { measureTables } from './tables.ts';

const wanted = (process.env.SECTIONS ?? 'pictures,tables').split(',');
const measured = {
  pictures: measurePictures,
  tables: measureTables,
};
const path = join(import.meta.dirname, 'RESULTS.md');
const sections: string[] = [];
for (const [name, measure] of Object.entries(measured)) {
  sections.push(wanted.includes(name) ? await measure() : lastSection(name));
}
writeFileSync(
  path,
  `# Long documents

Written by \`npm run bench:long\`; do not edit. Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} processors.
What is compared: [README.md](README.md).

${sections.join('\n')}`,
);

/** As it was measured before. */
function lastSection(name: string): string {
  const [, section = ''] =
    new RegExp(`(## ${name}\\n.*?)(?=\\n## |$)`, 'is').exec(readFileSync(path, 'utf8')) ?? [];
  return section;
}
