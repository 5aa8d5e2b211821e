/** Writes the manual page from the program with all its commands. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { manPage } from './man-page.ts';
import { outputFolder } from './output-folder.ts';
import { wholeProgram } from './whole-program.ts';

const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// The date of the release, so that equal sources give equal builds.
const [, date = ''] =
  /^## \[\d[^\]]*\] - (\d{4}-\d\d-\d\d)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
writeFileSync(join(outputFolder, 'pdfapi.1'), manPage(await wholeProgram(), { version, date }));
