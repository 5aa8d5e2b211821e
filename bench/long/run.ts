/** Measures documents of any length. Writes RESULTS.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { measureLists } from './lists.ts';
import { measureMerges } from './merges.ts';
import { measurePictures } from './pictures.ts';
import { measureTables } from './tables.ts';
import { measureTexts } from './texts.ts';

const wanted = (process.env.SECTIONS ?? 'pictures,tables,lists,texts,merges').split(',');
const measured = {
  pictures: measurePictures,
  tables: measureTables,
  lists: measureLists,
  texts: measureTexts,
  merges: measureMerges,
};
const path = join(import.meta.dirname, 'RESULTS.md');
const sections: string[] = [];
for (const [name, measure] of Object.entries(measured)) {
  sections.push(wanted.includes(name) ? withMachine(await measure()) : lastSection(name));
}
writeFileSync(
  path,
  `# Long documents

Written by \`npm run bench:long\`; do not edit. What is compared: [README.md](README.md).

${sections.join('\n')}`,
);

/** Sections may be measured on different ones. The load is that of the last minute, by this and other programs. */
function withMachine(section: string): string {
  const machine = `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}.`;
  return `${section.trimEnd()}\n\n${machine}\n`;
}

/** As it was measured before. */
function lastSection(name: string): string {
  const [, section = ''] =
    new RegExp(`(## ${name}\\n.*?)(?=\\n## |$)`, 'is').exec(readFileSync(path, 'utf8')) ?? [];
  return section;
}
