/**
 * Reports any change in a folder. File system events make it fast; a scan of all files once a second makes it reliable
 * if events are lost or unsupported: network drives, folders shared with a container, a folder that is deleted and
 * recreated, a system without free watches.
 */
import { type FSWatcher, watch } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderWatch {
  close(): void;
}

export interface FolderWatchOptions {
  /** Excludes files, such as those that a change itself creates. The path begins with the folder. */
  readonly isIgnored?: ((path: string) => boolean) | undefined;
}

/** Editors write, rename and set times in several steps. Milliseconds. */
const pauseMs = 30;
const intervalMs = 1_000;
/** The pause after a scan is at least twenty times its duration. */
const pauseFactor = 20;
/** A folder with more files is not a template, and is rejected when it is read. */
const maxFiles = 10_000;

/** Calls `onChange` once when the watch is active, so that no change after a first scan is missed. */
export function watchFolder(
  folder: string,
  onChange: () => void,
  { isIgnored: isResult = () => false }: FolderWatchOptions = {},
): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let seen: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isScanning = false;
  let isRescanNeeded = false;
  let isClosed = false;

  function scanAfter(ms: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(scan, ms);
  }

  async function scan(): Promise<void> {
    if (isScanning) {
      isRescanNeeded = true;
      return;
    }
    isScanning = true;
    const start = performance.now();
    const folders = new Set<string>();
    const files: WalkedFile[] = [];
    const onFolder = (path: string) => {
      folders.add(path);
      attend(path);
    };
    await walk(folder, [], onFolder, files);
    isScanning = false;
    if (isClosed) return;
    for (const path of watchers.keys()) if (!folders.has(path)) ignore(path);
    const found = files
      .filter(({ path }) => !isResult(path))
      .map(({ line }) => line)
      .join('\n');
    if (found !== seen) {
      seen = found;
      onChange();
    }
    if (isRescanNeeded) scanAfter(pauseMs);
    else scanAfter(Math.max(intervalMs, pauseFactor * (performance.now() - start)));
    isRescanNeeded = false;
  }

  /** One watch per folder: recursive ones lose files on Linux when an editor replaces them. */
  function attend(path: string): void {
    if (isClosed || watchers.has(path)) return;
    try {
      const watcher = watch(path, (_event, name) => {
        if (name === null || !isIgnored(name)) scanAfter(pauseMs);
      });
      watchers.set(path, watcher);
      watcher.on('error', () => ignore(path));
    } catch {
      // The folder is gone, or the system has no free watches: the scan every second finds changes.
    }
  }

  function ignore(path: string): void {
    watchers.get(path)?.close();
    watchers.delete(path);
  }

  void scan();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const path of [...watchers.keys()]) ignore(path);
    },
  };
}

/** Files that no template reads: hidden files, editor backups, installed packages. */
const isIgnored = (name: string): boolean =>
  name.startsWith('.') || name.endsWith('~') || name === 'node_modules';

interface WalkedFile {
  readonly path: string;
  /** The path, and the attributes that change when the file is written. */
  readonly line: string;
}

/** Each folder is reported before it is read. */
async function walk(
  folder: string,
  above: readonly string[],
  onFolder: (path: string) => void,
  files: WalkedFile[],
): Promise<void> {
  try {
    const real = await realpath(folder);
    // The link leads to one of its own parent folders.
    if (above.includes(real)) return;
    onFolder(folder);
    const names = (await readdir(folder)).filter((name) => !isIgnored(name));
    await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        if (!found || files.length > maxFiles) return;
        if (found.isDirectory()) await walk(path, [...above, real], onFolder, files);
        else files.push({ path, line: `${path} ${found.ino} ${found.size} ${found.mtimeMs}` });
      }),
    );
    // Sorted, because the files arrive in the order of completion.
    if (above.length === 0) files.sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch {
    // It has disappeared or is unreadable, so nothing in it can change.
  }
}
