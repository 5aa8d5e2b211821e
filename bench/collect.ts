/** Collects the results of all benches on one page. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const titles = {
  render: 'Rendering, and everybody else',
  corpus: 'Real pages',
  paged: 'Pages as in a book',
  serve: 'The server',
  nodes: 'Several servers on one database',
  fairness: 'One team beside another',
  'own-thread': 'Requests that are as large as the limits allow',
  startup: 'Start-up',
  package: 'Installation',
  twig: 'The template language',
  pdf: 'PDFs after printing',
  sweep: 'Public PDFs',
  long: 'Long documents',
  seal: 'Sealing',
  editor: 'Editor templates',
} as const;

const parts = Object.entries(titles).flatMap(([name, title]) => {
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
