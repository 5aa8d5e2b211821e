/** Collects the results of all benches on one page. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { published } from './published.ts';

const parts = Object.entries(published).flatMap(([name, { title }]) => {
  const file = new URL(`${name}/RESULTS.md`, import.meta.url);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8')
    .replace(/^# .*\n/, '')
    .replaceAll(/^(#+) /gm, '#$1 ')
    .replaceAll('](README.md)', `](${name}/README.md)`);
  return [`## ${title}\n${text}`];
});
writeFileSync(
  new URL('RESULTS.md', import.meta.url),
  `# Results of all benches\n\nMade of the files of each; \`npm run bench\` runs all but the real pages, one after the other, in about half an hour.\n\n${parts.join('\n')}`,
);
