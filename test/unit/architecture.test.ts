/** The rules of the tree that CONTRIBUTING.md describes: what may import what, folder sizes, one name for one thing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { expect, it } from 'vitest';
import { findImport, isOfTypesOnly, sourceFolder } from '../support/find-import.ts';

const source = sourceFolder;

/** The rooms of `src` by floor. An import may only lead to a floor further down. */
const floors: readonly (readonly string[])[] = [
  // The front door of the package.
  ['index.ts', 'cli'],
  ['library'],
  ['server'],
  ['mcp', 'studio'],
  ['render'],
  ['browser'],
  ['template'],
  ['conformance', 'forms'],
  ['pdf'],
  ['runtime'],
  ['client', 'store'],
  ['contract', 'twig', 'signing', 'e-invoice'],
];

/** Rooms that could be published alone, with the only rooms that they import. */
const alone: Readonly<Record<string, readonly string[]>> = {
  twig: [],
  signing: [],
  'e-invoice': [],
  contract: [],
  conformance: ['pdf', 'runtime'],
};

/** What template language, checks and formats have in common: a template that is read. */
const reading = ['assets', 'check', 'data', 'load', 'schema'];

/** Of the rooms that hold several libraries: folder → the folders of its room that it may import beside itself. */
const libraries: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  template: {
    ...Object.fromEntries(
      reading.map((folder) => [folder, [...reading, 'json', 'markdown', 'model', 'pdfme', 'rows']]),
    ),
    fill: ['markdown', 'model', 'rows'],
    pdfme: ['json', 'language', 'lint', 'model'],
    markdown: ['model'],
    json: ['model'],
    language: [],
    lint: [],
    // Lists of the data that come from files.
    model: ['rows'],
    rows: [],
  },
  render: {
    'long-documents': ['paged', 'printed'],
    stamp: ['paged'],
    arrangement: [],
    golden: [],
    images: [],
    paged: [],
    printed: [],
    sealing: [],
  },
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

const fixedImports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(join(source, from), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s([^;]*?)\bfrom '([.#][^']+)'/gm)].map(
    ([, names = '', path = '']) => ({
      from,
      to: findImport(from, path) ?? '',
      isEvaluated: !isOfTypesOnly(names),
    }),
  );
});
const dynamicImports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(join(source, from), 'utf8');
  return [...text.matchAll(/\bimport\(\s*'([.#][^']+)'/g)].map(([, path = '']) => ({
    from,
    to: findImport(from, path) ?? '',
    isEvaluated: false,
  }));
});
const imports = [...fixedImports, ...dynamicImports];

const roomOf = (path: string): string => path.split('/')[0] ?? '';

const shown = (wrong: readonly Import[]) => wrong.map(({ from, to }) => `${from} → ${to}`);

it('every import between rooms leads to a floor further down', () => {
  const floorOf = (path: string) => floors.findIndex((rooms) => rooms.includes(roomOf(path)));
  const wrong = imports.filter(({ from, to }) => roomOf(from) !== roomOf(to) && floorOf(from) >= floorOf(to));
  expect(shown(wrong)).toEqual([]);
  expect(files.filter((name) => floorOf(name) < 0)).toEqual([]);
  expect(imports.length).toBeGreaterThan(1_000);
});

it('a room is entered by the doors that package.json names, and left by them alone', () => {
  const climbing = files.flatMap((from) => {
    const text = readFileSync(join(source, from), 'utf8');
    return [...text.matchAll(/\b(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, path = '']) => ({ from, to: findImport(from, path) ?? '' }))
      .filter(({ to }) => roomOf(to) !== roomOf(from) && from !== 'index.ts');
  });
  expect(climbing.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  // What lies two folders deep in a room is its own.
  const deep = imports.filter(({ from, to }) => roomOf(from) !== roomOf(to) && to.split('/').length > 3);
  expect(shown(deep)).toEqual([]);
  expect(imports.filter(({ to }) => to === '')).toEqual([]);
});

it.each(Object.entries(libraries))('the libraries of %s are ordered', (room, known) => {
  const inside = (path: string) => (path.split('/').length > 2 ? path.split('/')[1] : undefined);
  const wrong = imports.filter(({ from, to }) => {
    const [above, below] = [inside(from), inside(to)];
    if (roomOf(from) !== room || roomOf(to) !== room || !above || !below || above === below) return false;
    return !known[above]?.includes(below);
  });
  expect(shown(wrong)).toEqual([]);
  const folders = new Set(
    files.filter((name) => roomOf(name) === room).flatMap((name) => inside(name) ?? []),
  );
  expect([...folders].filter((folder) => !(folder in known))).toEqual([]);
});

it('no library of render imports the pipeline, which imports all of them', () => {
  const shared = /^render\/(?:pdf-work|merged-standards)\.ts$/;
  const wrong = imports.filter(
    ({ from, to }) => /^render\/[^/]+\//.test(from) && /^render\/[^/]+$/.test(to) && !shared.test(to),
  );
  expect(shown(wrong)).toEqual([]);
});

it.each(Object.entries(alone))('%s imports nothing of the product', (room, known) => {
  const wrong = imports.filter(
    ({ from, to }) => roomOf(from) === room && roomOf(to) !== room && !known.includes(roomOf(to)),
  );
  expect(shown(wrong)).toEqual([]);
});

it('no library writes into PDFs beside the PDF layer, but the one that draws editor templates', () => {
  const users = files.filter((name) =>
    /from '@(?:cantoo|pdfme)\/pdf-lib'/.test(readFileSync(join(source, name), 'utf8')),
  );
  expect(users.filter((name) => !name.startsWith('template/pdfme/'))).toEqual([]);
  expect(users.length).toBeGreaterThan(0);
});

/** What the tree has one of: the text that betrays it → the only files that may have it. */
const singleMechanisms: readonly (readonly [mechanism: string, text: RegExp, files: readonly string[]])[] = [
  [
    'headers and footers are laid over the pages',
    /\b(?:displayHeaderFooter|headerTemplate|footerTemplate)\b/,
    [],
  ],
  ['fonts for drawn text', /new PdfName\('CIDFontType2'\)/, ['pdf/fonts/bundled-font.ts']],
  ['ToUnicode maps', /beginbfchar\\n/, ['pdf/fonts/to-unicode.ts']],
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
  // Each room has a README.md besides.
  const folders = readdirSync(source, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'README.md',
  );
  const counts = Map.groupBy(folders, ({ parentPath }) => slashed(relative(source, parentPath)));
  const large = [...counts].filter(([, { length }]) => length > maxFilesPerFolder);
  expect(large.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
});

/** A file of up to this many lines is part of the only file that imports it. */
const maxFragmentLines = 40;

/** No file is longer, with what lived in files of its own before. Tables and page scripts are. */
const maxLines = 400;

/** Small files that only one other file imports, because they hold one of several things of the same kind. */
const smallFiles = [
  // Where a newcomer looks for a command, a handler or a script by its name.
  /^cli\/commands\//,
  /^server\/(?:api|studio)\//,
  /\/page-scripts\//,
  /^store\/database\/migrations\//,
  // One rule, check or element of a list each.
  /\/rules\//,
  /\/(?:check|assert)-[\w-]+\.ts$/,
  /-(?:problems|checks?|elements?|route|tools|step)\.ts$/,
  // One fact about a document, and one kind of page that prints it each.
  /^browser\/print\/(?:document|print)-/,
  // Tables.
  /-words\.ts$/,
  // The program of a thread.
  /-worker\.ts$/,
  // Of the pipeline and of the template language, one step and one tag each.
  /^render\/[\w-]+\.ts$/,
  /^twig\/(?:compiler|parser|library)\//,
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

it(`a file of up to ${maxFragmentLines} lines is part of the only file that imports it, if that has room for it`, () => {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of [...imports, ...importsFromOutside]) {
    importers.set(to, (importers.get(to) ?? new Set()).add(from));
  }
  const lazy = new Set(dynamicImports.map(({ to }) => to));
  const linesOf = (name: string) => readFileSync(join(source, name), 'utf8').trimEnd().split('\n').length;
  const fragments = files.filter((name) => {
    const [importer, ...others] = importers.get(name) ?? [];
    if (importer === undefined || others.length > 0 || isEntryOfFolder(importer)) return false;
    if (!files.includes(importer) || roomOf(importer) !== roomOf(name)) return false;
    if (lazy.has(name) || smallFiles.some((pattern) => pattern.test(name))) return false;
    const lines = linesOf(name);
    return lines <= maxFragmentLines && linesOf(importer) + lines <= maxLines - 20;
  });
  expect(fragments).toEqual([]);
});

it(`no file has more than ${maxLines} lines, except for a function that is sent to pages`, () => {
  const long = files.filter(
    (name) => readFileSync(join(source, name), 'utf8').trimEnd().split('\n').length > maxLines,
  );
  expect(long).toEqual(['browser/page-scripts/clock/page-clock.ts']);
});

it('each room has a README.md, and an index.ts of at most 25 lines if it has one door', () => {
  const rooms = floors.flat().filter((room) => !room.endsWith('.ts'));
  const read = (path: string) => readFileSync(join(source, path), 'utf8').trimEnd().split('\n').length;
  expect(rooms.filter((room) => read(`${room}/README.md`) > 18)).toEqual([]);
  const doors = files.filter((name) => /^[^/]+\/index\.ts$/.test(name));
  expect(doors.filter((name) => read(name) > 25)).toEqual([]);
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
  const scripts = files.filter((name) => name.includes('/page-scripts/'));
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
