/** Files that somebody names on the command line. Pipes are among them: `<(…)` of a shell is one. */
import { constants, openSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { fileFailure } from '../../contract/file-failure.ts';

/** All of it. The signal ends the wait for a pipe. Throws `file_unreadable`. */
export async function readInput(path: string, signal?: AbortSignal): Promise<Buffer> {
  try {
    return (await stat(path)).isFIFO() ? await readPipe(path, signal) : await readFile(path);
  } catch (error) {
    throw fileFailure('file_unreadable', path, error);
  }
}

/** `readFile` would hold a thread until somebody writes, and without that thread the process cannot end. */
async function readPipe(path: string, signal: AbortSignal | undefined): Promise<Buffer> {
  const { Socket } = await import('node:net');
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true, writable: false, ...(signal ? { signal } : {}) });
  const chunks: Buffer[] = [];
  for await (const chunk of pipe) chunks.push(chunk);
  return Buffer.concat(chunks);
}
