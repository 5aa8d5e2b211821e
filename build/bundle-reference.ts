/**
 * Writes Scalar's API reference, the API documentation page, as one script for browsers, and the script that starts it.
 * The package of Scalar serves its script from a route. Requesting it once during the build avoids installing the package with pdfapi.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import scalar from '@scalar/fastify-api-reference';
import { build } from 'esbuild';
import fastify from 'fastify';
import { licences } from './licences.ts';
import { outputFolder } from './output-folder.ts';

const folder = `${outputFolder}/reference`;

const app = fastify();
await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
const response = await app.inject('/reference/js/scalar.js');
if (response.statusCode !== 200) throw new Error(`The script of the reference page: ${response.statusCode}`);

mkdirSync(folder, { recursive: true });
await build({
  entryPoints: ['src/server/api/docs-page/start.ts'],
  outdir: folder,
  bundle: true,
  target: 'es2022',
  minify: true,
  logLevel: 'warning',
});
// Its source map is not part of the package.
writeFileSync(`${folder}/scalar.js`, response.body.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
writeFileSync(`${folder}/scalar.LICENSES.txt`, licences(['node_modules/@scalar/fastify-api-reference/dist']));
