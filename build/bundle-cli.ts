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

await bundleNode({
  folder: 'bundle',
  entryPoints: {
    main: 'cli/main.js',
    'cache-directory': 'browser/install/cache-directory.js',
    // The library shares its files with the command line.
    index: 'index.js',
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
    print: ['browser/print/print-in-context.js', 'cli/rendering/local.js', 'template/load/read-html-file.js'],
    fill: ['template/fill/in-process.js'],
  },
});

// A file that exports nothing else: the entry point of the bundle may also export what other files of it need.
const names = Object.keys(await import(pathToFileURL(join(outputFolder, 'index.js')).href));
writeFileSync(
  join(outputFolder, 'bundle', 'library.js'),
  `export { ${names.join(', ')} } from './index.js';\n`,
);
