/**
 * Renders an editor template with pdfapi and with pdfme's own generator, and compares both with the HTML invoice of the
 * examples printed without scripts. Also measures what bundling saves. Writes RESULTS.md.
 */
import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBrowserPool } from '../../src/browser/browser-pool.ts';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { render } from '../../src/render/render.ts';
import { Deadline } from '../../src/runtime/deadline.ts';
import { examplesFolder } from '../../src/template/load/examples-folder.ts';
import { readTemplateFolder } from '../../src/template/load/read-template-folder.ts';
import { startEditorPool } from '../../src/template/pdfme/editor-pool.ts';
import { median } from '../median.ts';
import { describeRun } from '../result-sections.ts';

const rounds = Number(process.env.ROUNDS ?? 15);
const root = new URL('../..', import.meta.url).pathname;
const peers = createRequire(new URL('../peers/package.json', import.meta.url));

const browser = startBrowserPool({
  cacheDirectory: defaultCacheDirectory(process.env),
  environment: process.env,
  sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
});
const editor = startEditorPool();

/** An example template with its own sample data. `rows` repeats the first item. */
async function ours(name: string, rows?: number): Promise<() => Promise<number>> {
  const folder = join(examplesFolder, name);
  const { template } = await readTemplateFolder(folder);
  const data = JSON.parse(readFileSync(join(folder, 'data.json'), 'utf8'));
  if (rows !== undefined) data.items = Array.from({ length: rows }, () => data.items[0]);
  return async () => {
    const deadline = new Deadline(120_000);
    try {
      const { pdf } = await render({ template, data, owner: 'bench' }, { browser, editor, deadline });
      return pdf.length;
    } finally {
      deadline.close();
    }
  };
}

interface Element {
  readonly name: string;
  readonly type: string;
  readonly content?: string;
}

/** pdfme's generator with the layout of the same example. It gets filled texts, because its expressions are not Twig. */
async function pdfme(rows: number): Promise<(() => Promise<number>) | undefined> {
  let generate: (order: object) => Promise<Uint8Array>;
  let plugins: Readonly<Record<string, unknown>>;
  try {
    const load = (name: string) => import(pathToFileURL(peers.resolve(name)).href);
    ({ generate } = await load('@pdfme/generator'));
    plugins = await load('@pdfme/schemas');
  } catch {
    return undefined;
  }
  const document = JSON.parse(readFileSync(join(examplesFolder, 'editor-invoice', 'editor.json'), 'utf8'));
  const { barcodes, ...kinds } = plugins as { barcodes: object };
  const pages = (document.schemas as Element[][]).map((page) =>
    page
      .filter(({ type }) => type !== 'svg')
      .map((element) => ({ ...element, content: '', readOnly: false })),
  );
  const inputOf = ({ type, content = '' }: Element): string => {
    if (type === 'table') {
      const row = ['1', 'Hosting\nFor a year', '1', '120.00', '120.00'];
      return JSON.stringify(Array.from({ length: rows }, () => row));
    }
    return type === 'qrcode'
      ? 'https://pay.example/invoice'
      : content.replaceAll(/\{[{%].*?[}%]\}/g, 'Example');
  };
  const inputs = [
    Object.fromEntries(
      (document.schemas as Element[][]).flat().map((element) => [element.name, inputOf(element)]),
    ),
  ];
  const template = { basePdf: document.basePdf, schemas: pages };
  const isPlugin = ([, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && 'pdf' in value;
  const known = Object.fromEntries(Object.entries({ ...kinds, ...barcodes }).filter(isPlugin));
  const fonts = new URL('../../src/template/pdfme/fonts/', import.meta.url);
  const files = readdirSync(fonts).filter((name) => name.endsWith('.ttf'));
  const font = Object.fromEntries(
    files.map((name) => [
      name.replace('.ttf', ''),
      { data: readFileSync(new URL(name, fonts)), fallback: name === 'OpenSans-Regular.ttf' },
    ]),
  );
  return async () => (await generate({ template, inputs, plugins: known, options: { font } })).length;
}

async function compare(
  title: string,
  ways: readonly ((() => Promise<number>) | undefined)[],
): Promise<string> {
  const times: number[][] = ways.map(() => []);
  const sizes: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const [index, way] of ways.entries()) {
      if (!way) continue;
      const started = performance.now();
      sizes[index] = await way();
      // The first round loads and compiles.
      if (round > 0) times[index]?.push(performance.now() - started);
    }
  }
  const cells = ways.map((way, index) =>
    way
      ? `${median(times[index] ?? []).toFixed(0)} ms, ${((sizes[index] ?? 0) / 1024).toFixed(0)} KB`
      : 'not installed',
  );
  const line = `| ${title} | ${cells.join(' | ')} |`;
  console.log(line);
  return line;
}

/** The milliseconds that a new process takes to import it, minus those of an empty process. */
function importTime(file: string): number {
  const run = (code: string) => {
    const times = Array.from({ length: 3 }, () => {
      const started = performance.now();
      execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
      return performance.now() - started;
    });
    return median(times);
  };
  return run(`await import(${JSON.stringify(file)})`) - run('');
}

function megabytes(path: string): number {
  if (!lstatSync(path).isDirectory()) return statSync(path).size / 2 ** 20;
  return readdirSync(path).reduce((sum, name) => sum + megabytes(join(path, name)), 0);
}

const lines = [
  await compare('2 positions, one page', [
    await ours('editor-invoice', 2),
    await pdfme(2),
    await ours('invoice', 2),
  ]),
  await compare('100 positions', [
    await ours('editor-invoice', 100),
    await pdfme(100),
    await ours('invoice', 100),
  ]),
];
await browser.close();
await editor.close();

const bundle = join(root, 'dist/template/pdfme/pdfme.js');
const own = join(root, 'node_modules/@pdfme/schemas/dist/index.js');
const results = `# Results

Written by \`npm run bench:editor\`; do not edit. ${describeRun()}
Medians of ${rounds} turns, warm, from data to finished PDF. pdfme fills no template here: it gets filled texts.

| invoice | editor template | pdfme's generator | HTML template |
|---|---:|---:|---:|
${lines.join('\n')}

| pdfme | size on disk | import in a new process |
|---|---:|---:|
| bundled, as pdfapi ships it | ${megabytes(bundle).toFixed(1)} MB | ${importTime(bundle).toFixed(0)} ms |
| its packages as they come | ${['schemas', 'common', 'pdf-lib'].reduce((sum, name) => sum + megabytes(join(root, 'node_modules/@pdfme', name)), 0).toFixed(1)} MB without what they need | ${importTime(own).toFixed(0)} ms |
`;
writeFileSync(new URL('RESULTS.md', import.meta.url), results);
console.log(results);
process.exit(0);
