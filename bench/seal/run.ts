/** Measures what sealing costs. Writes RESULTS.md. See README.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeRun } from '../result-sections.ts';
import { arrangeSection } from './arrange.ts';
import { protectSection } from './protect.ts';
import { signSection } from './sign.ts';

const rounds = Number(process.env.ROUNDS ?? 60);

const sections = [protectSection(rounds), await signSection(rounds), arrangeSection(rounds)];
writeFileSync(
  join(import.meta.dirname, 'RESULTS.md'),
  `# Results

Written by \`npm run bench:seal\`; do not edit. ${describeRun()}

${sections.join('\n')}`,
);
