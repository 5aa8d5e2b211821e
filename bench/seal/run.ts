/** Measures what sealing costs. Writes RESULTS.md. See README.md. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { protectSection } from './protect.ts';

const rounds = Number(process.env.ROUNDS ?? 60);

const sections = [protectSection(rounds)];
writeFileSync(
  join(import.meta.dirname, 'RESULTS.md'),
  `# Results

Written by \`npm run bench:seal\`; do not edit. Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}.

${sections.join('\n')}`,
);
