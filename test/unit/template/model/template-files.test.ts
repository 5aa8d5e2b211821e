/** Which files may become part of a template. */
import { expect, it } from 'vitest';
import { rejectTemplateFile } from '../../../../src/template/model/template-files.ts';

it.each([
  'template.html',
  'editor.json',
  'invoice.xml',
  'base.pdf',
  'README.md',
  'items.csv',
  'chart.js',
  'partials/row.html.twig',
  'partials/terms.md',
  'assets/LOGO.PNG',
  'assets/photo.jpeg',
  'assets/photo.tif',
  'assets/letterhead.pdf',
  'assets/chart.mjs',
  'assets/map.geojson',
  'assets/rates.yaml',
  'assets/print.icc',
  'fonts/inter.woff2',
  'fonts/inter.eot',
  'fonts/LICENSE',
  'fonts/OFL.txt',
  'fonts/Inter-LICENSE',
  'fonts/LICENSE-2.0',
])('%s may be a file of a template', (path) => {
  expect(rejectTemplateFile(path)).toBeUndefined();
});

it.each([
  'assets/setup.exe',
  'assets/run.sh',
  'assets/run',
  'assets/a.license.exe',
  'assets/module.wasm',
  'assets/film.mp4',
  'assets/archive.zip',
  'fonts/install.py',
  'partials/x.php',
])('%s may not, and the reason says what may', (path) => {
  expect(rejectTemplateFile(path)).toMatch(
    /^a template has documents, styles, scripts, pictures, fonts and data, but not (?:\.\w+|files without an extension)$/,
  );
});

it.each([
  'node_modules/x.js',
  'node_modules/x.csv',
  'assets/node_modules/x.png',
  'partials/Node_Modules/x.html',
  'Makefile',
  'notes.docx',
])('%s is in no place where a template has files', (path) => {
  expect(rejectTemplateFile(path)).toMatch(/^allowed are its named files, partials\//);
});
