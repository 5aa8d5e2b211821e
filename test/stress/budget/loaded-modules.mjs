/** Loaded before the command: writes to file descriptor 3 what the command has loaded of the package when it ends. */
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

let [modules, bytes] = [0, 0];
registerHooks({
  load(url, context, nextLoad) {
    const result = nextLoad(url, context);
    if (url.startsWith('file:')) {
      modules++;
      bytes += result.source?.length ?? 0;
    }
    return result;
  },
});
process.on('exit', () => writeSync(3, JSON.stringify({ modules, kilobytes: Math.ceil(bytes / 1_000) })));
