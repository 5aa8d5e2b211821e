/** Measures documents of any length. Writes RESULTS.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeRun, lastSection } from '../result-sections.ts';
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
  sections.push(wanted.includes(name) ? withMachine(await measure()) : lastSection(path, name));
}
writeFileSync(
  path,
  `# Long documents

Written by \`npm run bench:long\`; do not edit. What is compared: [README.md](README.md).

${sections.join('\n')}`,
);

/** Sections may be measured on different ones. */
function withMachine(section: string): string {
  return `${section.trimEnd()}\n\n${describeRun()}\n`;
}
