/**
 * Loaded into the command (`--import`), lets one of its writes fail, or ends the process there: those of node:fs below
 * FAIL_BELOW and the statements that write to SQLite, counted from 1. FAIL_AT is the number, FAIL_LOG a file that gets a
 * line for each of them, and FAIL_MODE one of these:
 *
 * - `full`: the disk is full from there on. What needs no room still works, such as removing a file.
 * - `io`: the device reports an error, once.
 * - `kill`: SIGKILL, with half of the bytes written.
 */
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const { FAIL_AT, FAIL_BELOW, FAIL_MODE, FAIL_LOG } = process.env;
const at = Number(FAIL_AT ?? Number.POSITIVE_INFINITY);
const { appendFileSync, writeSync: writeNow } = fs;
let count = 0;

/** Returns whether this write is to fail. `needsRoom`: a full disk would refuse it. */
function strikes(label, { needsRoom = true, half = () => {} } = {}) {
  count++;
  appendFileSync(FAIL_LOG, `${count} ${label}\n`);
  const isHit = FAIL_MODE === 'full' ? count >= at && needsRoom : count === at;
  if (!isHit) return false;
  half();
  if (FAIL_MODE === 'kill') process.kill(process.pid, 'SIGKILL');
  return true;
}

const [code, text] = FAIL_MODE === 'full' ? ['ENOSPC', 'no space left on device'] : ['EIO', 'i/o error'];
const fileError = (syscall, path) =>
  Object.assign(new Error(`${code}: ${text}, ${syscall} '${path}'`), { code, syscall, path, errno: -1 });

const isOurs = (path) => typeof path === 'string' && path.startsWith(`${FAIL_BELOW}${sep}`);
const shown = (path) => path.slice(FAIL_BELOW.length + 1).replaceAll(/[\w-]{22,}|[0-9a-f]{12}/g, '…');
const creates = (flags) => typeof flags === 'string' && /[wax+]/.test(flags);

/** The path of each file that is open for writing. */
const open = new Map();

function guard(object, name, act) {
  const original = object[name];
  object[name] = act(original);
}

/** The functions of node:fs whose first argument is a path; of `rename` and `link` it is the second one that matters. */
const byPath = { mkdir: true, rename: true, link: true, copyFile: true, rm: false, unlink: false };

function guardFiles() {
  for (const [name, needsRoom] of Object.entries(byPath)) {
    const label = (path) => `${name} ${shown(path)}`;
    guard(fs, `${name}Sync`, (original) => (path, ...rest) => {
      if (isOurs(path) && strikes(label(path), { needsRoom })) throw fileError(name, path);
      return original(path, ...rest);
    });
    guard(fs.promises, name, (original) => async (path, ...rest) => {
      if (isOurs(path) && strikes(label(path), { needsRoom })) throw fileError(name, path);
      return await original(path, ...rest);
    });
  }
  guard(fs, 'openSync', (original) => (path, flags, ...rest) => {
    if (!isOurs(path) || !creates(flags)) return original(path, flags, ...rest);
    if (strikes(`open ${shown(path)}`)) throw fileError('open', path);
    const file = original(path, flags, ...rest);
    open.set(file, path);
    return file;
  });
  guard(fs, 'writeSync', (original) => (file, ...rest) => {
    const path = open.get(file);
    const half = () => original(file, String(rest[0]).slice(0, 5));
    if (path && strikes(`write ${shown(path)}`, { half })) throw fileError('write', path);
    return original(file, ...rest);
  });
  guard(fs, 'fsyncSync', (original) => (file) => {
    const path = open.get(file);
    if (path && strikes(`fsync ${shown(path)}`, { needsRoom: false })) throw fileError('fsync', path);
    return original(file);
  });
  guard(fs, 'fsync', (original) => (file, done) => {
    const path = open.get(file);
    if (path && strikes(`fsync ${shown(path)}`, { needsRoom: false })) {
      process.nextTick(done, fileError('fsync', path));
    } else original(file, done);
  });
  guard(fs, 'closeSync', (original) => (file) => {
    open.delete(file);
    original(file);
  });
  guard(fs.promises, 'open', (original) => async (path, flags = 'r', ...rest) => {
    if (isOurs(path) && creates(flags) && strikes(`open ${shown(path)}`)) throw fileError('open', path);
    const file = await original(path, flags, ...rest);
    if (isOurs(path)) guardHandle(file, path);
    return file;
  });
}

function guardHandle(file, path) {
  open.set(file.fd, path);
  file.once('close', () => open.delete(file.fd));
  for (const name of ['write', 'writeFile']) {
    const original = file[name].bind(file);
    file[name] = async (content, ...rest) => {
      const half = () => content instanceof Uint8Array && writeNow(file.fd, content, 0, content.length >> 1);
      if (strikes(`write ${shown(path)}`, { half })) throw fileError('write', path);
      return await original(content, ...rest);
    };
  }
}

function guardDatabase() {
  const command = fs.realpathSync(process.argv[1]);
  const Sqlite = createRequire(command)('../dist/better-sqlite3/lib/index.js');
  const { prototype } = Sqlite;
  const { exec } = prototype;
  const check = (database, sql) => {
    const label = sql.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
    if (!strikes(label, { needsRoom: !/^BEGIN/.test(label) })) return;
    if (FAIL_MODE !== 'full') throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
    // As SQLite does.
    if (database.inTransaction) exec.call(database, 'ROLLBACK');
    throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
  };
  guard(
    prototype,
    'exec',
    (original) =>
      function (sql) {
        if (!/^\s*PRAGMA synchronous/.test(sql)) check(this, sql);
        return original.call(this, sql);
      },
  );
  guard(
    prototype,
    'pragma',
    (original) =>
      function (sql, ...rest) {
        if (/journal_mode\s*=/.test(sql)) check(this, sql);
        return original.call(this, sql, ...rest);
      },
  );
  guard(
    prototype,
    'backup',
    (original) =>
      async function (...values) {
        check(this, 'backup');
        return await original.apply(this, values);
      },
  );
  guard(
    prototype,
    'prepare',
    (original) =>
      function (sql) {
        const statement = original.call(this, sql);
        const writes =
          !/^\s*(?:BEGIN|ROLLBACK)$/.test(sql) && (!statement.readonly || /^\s*COMMIT/.test(sql));
        if (!writes) return statement;
        for (const name of ['run', 'get', 'all']) {
          const perform = statement[name];
          Object.defineProperty(statement, name, {
            value: (...values) => {
              check(this, sql);
              return perform.apply(statement, values);
            },
          });
        }
        return statement;
      },
  );
}

if (isMainThread && process.argv[1]) {
  guardFiles();
  guardDatabase();
  syncBuiltinESMExports();
}
