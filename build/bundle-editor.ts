import { build } from 'esbuild';
import { readFileSync, rmSync } from 'node:fs';
const banner = "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";
const r = await build({ entryPoints: ['src/core/editor/pdfme-entry.ts'], outfile: 'dist/core/editor/pdfme.js', bundle: true, platform: 'node', format: 'esm', target: 'node22', minify: true, legalComments: 'none', define: { fetch: 'undefined' }, banner: { js: banner }, metafile: true, logLevel: 'warning' });
const inputs = Object.entries(r.metafile.outputs)[0]?.[1].inputs ?? {};
const by: Record<string, number> = {};
for (const [k, v] of Object.entries(inputs)) { const m = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(k); by[m?.[1] ?? k] = (by[m?.[1] ?? k] ?? 0) + v.bytesInOutput; }
console.log(Object.entries(by).sort((a, b) => b[1] - a[1]).slice(0, 30));
