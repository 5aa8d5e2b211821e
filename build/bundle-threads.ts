/**
 * Bundles the modules that threads run. They are separate from the bundle of the command line, so that modules which
 * both use are not split off into further files, which would slow down the start of commands.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { bundleNode } from './bundle-node.ts';
import { largeModules } from './large-modules.ts';
import { outputFolder } from './output-folder.ts';

const workers = readdirSync(outputFolder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-worker.js'))
  .sort();

await bundleNode({
  folder: 'threads',
  entryPoints: Object.fromEntries(workers.map((path) => [basename(path, '.js'), path])),
  elsewhere: Object.fromEntries(
    Object.entries(largeModules).map(([name, path]) => [path, `../bundle/${name}.js`]),
  ),
});
// Threads are started from the module beside the one that starts them, in the sources as in the build.
for (const path of workers) {
  const bundled = relative(dirname(path), join('threads', basename(path))).replaceAll('\\', '/');
  writeFileSync(join(outputFolder, path), `import '${bundled}';\n`);
}
