/** Waits until a file is on the disk. `FileHandle.sync` does that too, but Yarn's Plug'n'Play does not implement it. */
import { fsync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';

export const flushFile = (file: FileHandle): Promise<void> => promisify(fsync)(file.fd);
