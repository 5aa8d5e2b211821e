/** Measures documents of any length. Writes RESULTS.md. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { measurePictures } from './pictures.ts';

const sections = [await measurePictures()];
writeFileSync(
  join(import.meta.dirname, 'RESULTS.md'),
  `# Long documents

Written by \`npm run bench:long\`; do not edit. Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} processors.
What is compared: [README.md](README.md).

${sections.join('\n')}`,
);
