/** The rules of the tree that CONTRIBUTING.md describes: what may import what, folder sizes, one name for one thing. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../../src');

/** Layer → the layers that it may import beside itself. */
const layers: Record<string, readonly string[]> = {
  // The front door of the package.
  'index.ts': ['library', 'core', 'contract'],
  cli: ['library', 'client', 'server', 'mcp', 'studio', 'core', 'contract'],
  library: ['client', 'server', 'core', 'contract'],
  server: ['mcp', 'studio', 'core', 'store', 'contract'],
  mcp: ['core', 'contract'],
  studio: ['core', 'contract'],
  client: ['contract'],
  store: ['contract'],
  core: ['contract'],
  contract: [],
};

/** Folder of `core` → the folders of `core` that it may import beside itself. */
const coreFolders: Record<string, readonly string[]> = {
  fill: ['template/model', 'rows', 'twig', 'markdown', 'workers'],
  template: ['template/model', 'markdown', 'pdfme', 'rows', 'twig', 'json', 'workers'],
  markdown: ['template/model', 'twig'],
  pdfme: ['template/model', 'lint', 'language', 'twig', 'workers', 'json'],
  paged: ['browser', 'pdf', 'forms', 'fill', 'template/model', 'timeout', 'workers'],
  browser: ['template/model', 'large-pdf', 'pdf', 'lint', 'language', 'workers'],
  images: ['browser'],
  golden: ['browser'],
  'large-pdf': ['pdf'],
  'long-documents': ['browser', 'paged', 'pdf', 'printed', 'template/model', 'timeout', 'workers'],
  printed: ['browser', 'pdf'],
  // The pipeline.
  render: [
    'browser',
    'fill',
    'large-pdf',
    'lint',
    'long-documents',
    'paged',
    'pdf',
    'pdfme',
    'printed',
    'rows',
    'sealing',
    'template',
    'template/model',
    'twig',
  ],
  pdf: ['workers'],
  conformance: ['pdf', 'workers'],
  forms: ['pdf', 'workers'],
  // The network rules of documents, for the authorities of signatures.
  sealing: ['browser', 'pdf', 'signing', 'workers'],
  signing: [],
  arrangement: ['large-pdf', 'pdf', 'timeout'],
  timeout: ['pdf'],
  json: ['template/model'],
  rows: ['twig'],
  lint: ['workers'],
  'e-invoice': [],
  // Lists of the data that come from files.
  'template/model': ['rows', 'twig'],
  language: [],
  // Errors of the template language keep their place in the template when they leave a thread.
  workers: ['twig'],
  twig: [],
};

const maxFilesPerFolder = 20;

interface Import {
  /** Both relative to `src`, with forward slashes. */
  readonly from: string;
  readonly to: string;
  /** Neither `import type` nor `import()`. */
  readonly isEvaluated: boolean;
}

const slashed = (path: string) => path.split(sep).join('/');

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map(slashed)
  .filter((name) => name.endsWith('.ts'));

const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(join(source, from), 'utf8');
  const target = (path: string) => slashed(relative(source, resolve(source, dirname(from), path)));
  const fixed = [...text.matchAll(/^(?:import|export)\s([^;]*?)\bfrom '(\.[^']+)'/gm)].map(
    ([, names = '', path = '']) => ({ from, to: target(path), isEvaluated: !isOfTypesOnly(names) }),
  );
  const dynamic = [...text.matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, path = '']) => ({
    from,
    to: target(path),
    isEvaluated: false,
  }));
  return [...fixed, ...dynamic];
});

function isOfTypesOnly(names: string): boolean {
  const listed = /^\{(.*)\}\s*$/s.exec(names.trim())?.[1];
  if (listed === undefined) return names.startsWith('type ');
  return listed.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
}

const shown = (wrong: readonly Import[]) => wrong.map(({ from, to }) => `${from} → ${to}`);

it('every import between layers points down', () => {
  const layerOf = (path: string) => path.split('/')[0] ?? '';
  const wrong = imports.filter(
    ({ from, to }) => layerOf(from) !== layerOf(to) && !layers[layerOf(from)]?.includes(layerOf(to)),
  );
  expect(shown(wrong)).toEqual([]);
  expect(imports.length).toBeGreaterThan(1_000);
});

it('every import between the folders of core points down', () => {
  /** The longest name in `coreFolders`; undefined for files directly in `core`, which every folder may import. */
  const folderOf = (path: string) => {
    const [layer, folder, inner] = path.split('/');
    if (layer !== 'core' || folder === undefined || path.split('/').length === 2) return undefined;
    return `${folder}/${inner}` in coreFolders ? `${folder}/${inner}` : folder;
  };
  const wrong = imports.filter(({ from, to }) => {
    const [above, below] = [folderOf(from), folderOf(to)];
    if (above === undefined || below === undefined || above === below) return false;
    return !coreFolders[above]?.includes(below);
  });
  expect(shown(wrong)).toEqual([]);
  const folders = new Set(imports.flatMap(({ from }) => folderOf(from) ?? []));
  expect([...folders].filter((folder) => !(folder in coreFolders))).toEqual([]);
});

it('nothing in core imports the pipeline, which imports everything in core', () => {
  const isStep = (path: string) => path.startsWith('core/render/');
  const wrong = imports.filter(({ from, to }) => from.startsWith('core/') && isStep(to) && !isStep(from));
  expect(shown(wrong)).toEqual([]);
});

it('the template language imports nothing of the project, so that it could be published alone', () => {
  const twig = 'core/twig/';
  const wrong = imports.filter(({ from, to }) => from.startsWith(twig) && !to.startsWith(twig));
  expect(shown(wrong)).toEqual([]);
});

it('no library writes into PDFs beside the PDF layer, but the one that draws editor templates', () => {
  const users = files.filter((name) =>
    /from '@(?:cantoo|pdfme)\/pdf-lib'/.test(readFileSync(join(source, name), 'utf8')),
  );
  expect(users.filter((name) => !name.startsWith('core/pdfme/'))).toEqual([]);
  expect(users.length).toBeGreaterThan(0);
});

/** What the tree has one of: the text that betrays it → the only files that may have it. */
const singleMechanisms: readonly (readonly [mechanism: string, text: RegExp, files: readonly string[]])[] = [
  [
    'headers and footers are laid over the pages',
    /\b(?:displayHeaderFooter|headerTemplate|footerTemplate)\b/,
    [],
  ],
  ['fonts for drawn text', /new PdfName\('CIDFontType2'\)/, ['core/pdf/fonts/bundled-font.ts']],
  ['ToUnicode maps', /beginbfchar\\n/, ['core/pdf/fonts/to-unicode.ts']],
];

it.each(singleMechanisms)('%s, by one mechanism', (_mechanism, text, where) => {
  expect(files.filter((name) => text.test(readFileSync(join(source, name), 'utf8')))).toEqual(where);
});

it('every program is TypeScript, that of pages too', () => {
  const programs = readdirSync(source, { recursive: true, encoding: 'utf8' });
  expect(programs.filter((name) => /\.[cm]?jsx?$/.test(name))).toEqual([]);
});

it('no modules import each other in a cycle', () => {
  const targets = new Map<string, string[]>();
  for (const { from, to, isEvaluated } of imports) {
    if (isEvaluated) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || finished.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    finished.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

it(`no folder has more than ${maxFilesPerFolder} files of its own`, () => {
  const folders = readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const counts = Map.groupBy(folders, ({ parentPath }) => slashed(relative(source, parentPath)));
  const large = [...counts].filter(([, { length }]) => length > maxFilesPerFolder);
  expect(large.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
});

/** Small files that only one other file imports, because they hold one of several things of the same kind. */
const smallFiles = [
  // Where a newcomer looks for a handler or a script by its name.
  /^server\/api\//,
  /^core\/browser\/page-scripts\//,
  /^store\/database\/migrations\//,
  // One fact about a document each.
  /^core\/browser\/print\/document-/,
  // One reader for each format of rows.
  /^cli\/commands\/batch\/rows\/read-\w+-rows\.ts$/,
  // The program of a thread.
  /-worker\.ts$/,
];

/** Imports of the build and of tests: what has a test of its own is a unit of its own. */
const importsFromOutside = ['build', 'test'].flatMap((folder) =>
  readdirSync(resolve(source, '..', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(resolve(source, '..', folder, name), 'utf8');
      const paths = [...text.matchAll(/\bfrom '[./]+\/src\/([^']+)'/g)];
      return paths.map(([, to = '']) => ({ from: `${folder}/${slashed(name)}`, to }));
    }),
);

const isEntryOfFolder = (path: string) => path.endsWith('/index.ts');

it('a file of fewer than 15 lines is part of the only file that imports it', () => {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of [...imports, ...importsFromOutside]) {
    importers.set(to, (importers.get(to) ?? new Set()).add(from));
  }
  const fragments = files.filter((name) => {
    const [importer, ...others] = importers.get(name) ?? [];
    if (importer === undefined || others.length > 0 || isEntryOfFolder(importer)) return false;
    const lines = readFileSync(join(source, name), 'utf8').trimEnd().split('\n').length;
    return lines < 15 && !smallFiles.some((pattern) => pattern.test(name));
  });
  expect(fragments).toEqual([]);
});

it('no two files export the same name', () => {
  const owners = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8');
    const names = text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm);
    // A schema and the type of its values share a name within one file.
    for (const name of new Set([...names].map(([, each = '']) => each))) {
      owners.set(name, [...(owners.get(name) ?? []), file]);
    }
  }
  const shared = [...owners].filter(([, { length }]) => length > 1);
  expect(shared.map(([name, where]) => `${name}: ${where.join(', ')}`)).toEqual([]);
  expect(owners.size).toBeGreaterThan(500);
});

it('a page script uses nothing outside its function, because only the function is sent to the page', () => {
  const scripts = files.filter((name) => name.startsWith('core/browser/page-scripts/'));
  const wrong = scripts.flatMap((name) => {
    const text = readFileSync(join(source, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const statements = text.split('\n').filter((line) => /^[^\s})]/.test(line));
    const others = statements.filter(
      (line) => !/^(?:import type|(?:export )?(?:interface|type)|export (?:async )?function) /.test(line),
    );
    const functions = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, word = '']) => word);
    const called = functions.filter((word) => text.match(new RegExp(`\\b${word}\\b`, 'g'))?.length !== 1);
    return [...others, ...called].map((line) => `${name}: ${line}`);
  });
  expect(wrong).toEqual([]);
  expect(scripts.length).toBeGreaterThan(20);
});

it('what tests share closes with `afterFile`, because `afterAll` is dropped within a test', () => {
  const support = resolve(import.meta.dirname, '../support');
  const setUps = ['close-after-file.ts', join('reach', 'take-coverage.ts')];
  const misplaced = readdirSync(support, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      !setUps.includes(name) &&
      /import {[^}]*\bafterAll\b/.test(readFileSync(join(support, name), 'utf8')),
  );
  expect(misplaced).toEqual([]);
});
