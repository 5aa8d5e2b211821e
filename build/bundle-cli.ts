/**
 * Bundles the command line and the library into a few files. tsc emits 250, and finding, reading and linking them takes a
 * tenth of a command's time. What a render loads is in one file for each moment at which it is needed, so that what is
 * not needed to start the browser is loaded while it starts. Other dynamic imports stay in files of their own.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleNode } from './bundle-node.ts';
import { largeModules } from './large-modules.ts';
import { outputFolder } from './output-folder.ts';
import { entryFile, packageEntries } from './package-entries.ts';

await bundleNode({
  folder: 'bundle',
  entryPoints: {
    main: 'cli/main.js',
    'cache-directory': 'browser/install/cache-directory.js',
    // The library shares its files with the command line.
    ...Object.fromEntries(Object.entries(packageEntries).map(([name, module]) => [name, `${module}.js`])),
    ...largeModules,
  },
  files: {
    command: ['cli/main.js'],
    'start-render': [
      'cli/commands/html/html.js',
      'cli/commands/generate/generate.js',
      'cli/rendering/local-browser.js',
      'browser/single-use-browser.js',
    ],
    print: [
      'browser/print/print-in-context.js',
      'cli/rendering/local.js',
      'template/load/read-html-file.js',
      // Small, and with more than one user.
      'pdf/outline/space-titles.js',
      'render/long-documents/may-be-divided.js',
    ],
    // By itself, because `pdfapi/twig` loads nothing else.
    'template-language': ['twig/index.js'],
    fill: ['template/fill/in-process.js'],
  },
});

// Files that export nothing else: the entry points of the bundle may also export what other files of it need.
for (const [name, module] of Object.entries(packageEntries)) {
  const names = Object.keys(await import(pathToFileURL(join(outputFolder, `${module}.js`)).href));
  writeFileSync(
    join(outputFolder, 'bundle', entryFile(name)),
    `export { ${names.join(', ')} } from './${name}.js';\n`,
  );
}
