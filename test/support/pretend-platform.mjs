/**
 * Loaded into a process (`--import`), makes it take the machine for the one that PRETENDED_PLATFORM names, such as
 * `darwin-arm64`, and hides /proc, which only Linux has.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [platform, arch] = process.env.PRETENDED_PLATFORM.split('-');
Object.defineProperty(process, 'platform', { value: platform });
Object.defineProperty(process, 'arch', { value: arch });

for (const name of ['readFileSync', 'readdirSync']) {
  const original = fs[name];
  fs[name] = (path, ...rest) => {
    if (!String(path).startsWith('/proc/')) return original(path, ...rest);
    throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' });
  };
}
syncBuiltinESMExports();
