#!/usr/bin/env node
/**
 * The launcher. Old versions of Node.js must be able to parse it, so that it can name the required version: it uses only
 * syntax and named imports of Node.js 12.20, the first version with `node:` imports.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Set in the child process, to prevent an endless loop of relaunches. */
const guard = 'PDFAPI_RELAUNCHED';

/** Milliseconds that the child process has to end after the launcher is gone. */
const maxEndMs = 10000;

const root = fileURLToPath(new URL('..', import.meta.url));
const needed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
/** A link with this name takes the place of that program. */
const standsFor = 'wkhtmltopdf';
if (basename(process.argv[1], '.exe') === standsFor) {
  process.argv.splice(1, 1, fileURLToPath(import.meta.url), standsFor);
}
const isRelaunched = process.env[guard] !== undefined;
delete process.env[guard];

if (isAtLeast(process.versions.node, needed)) start();
else relaunch();

function start() {
  const build = findBuild();
  if (build === undefined) return refuse('dist/ is missing. In the checkout, run: npm run build');
  if (isRelaunched && process.channel) endWithLauncher();
  const load = (name) => import(pathToFileURL(join(build, 'bundle', name)).href);
  load('cache-directory.js')
    .then(({ defaultCacheDirectory }) => {
      const cache = defaultCacheDirectory(process.env);
      // Not Node's default, a temporary directory that other users can write to: the cache contains code. And only
      // if the directory exists already, because creating it may hang (mkdir -p in /proc).
      if (existsSync(cache)) module.enableCompileCache(join(cache, 'compile'));
      return load('main.js');
    })
    .then((loaded) => loaded.main());
}

/**
 * Returns the folder of a build. In a checkout, `dist` is a link. It is resolved once, so that a build that replaces it
 * does not affect this command. The package contains only the folder.
 */
function findBuild() {
  const hasMain = (folder) => existsSync(join(folder, 'bundle', 'main.js'));
  const linked = join(root, 'dist');
  if (hasMain(linked)) return realpathSync(linked);
  return readdirSync(root)
    .filter((name) => name.startsWith('dist-'))
    .map((name) => join(root, name))
    .find(hasMain);
}

/**
 * Ends this process, as SIGTERM does, when the launcher is gone. A launcher that was killed with SIGKILL cannot forward
 * the signal, and a server or batch would keep running unnoticed.
 */
function endWithLauncher() {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), maxEndMs).unref();
  });
  // The channel alone must not keep the process alive.
  process.channel.unref();
}

/** Starts again with the Node.js that npm installed beside the package, if there is one. */
function relaunch() {
  const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (isRelaunched || !existsSync(node)) {
    return refuse(
      `needs Node.js ${needed} or newer, and this is ${process.versions.node}. See https://nodejs.org`,
    );
  }
  const child = spawn(node, process.argv.slice(1), {
    // The channel carries no messages. When it closes, the child knows that this process is gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, process.env, { [guard]: '1' }),
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => refuse(`${node} cannot be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    // Ends as the child ended, so that the shell sees the signal too.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function refuse(text) {
  process.stderr.write(`pdfapi: ${text}\n`);
  process.exitCode = 1;
}

/** `24.1.0` is at least `22.22`. */
function isAtLeast(version, minimum) {
  const [major, minor] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = minimum.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
