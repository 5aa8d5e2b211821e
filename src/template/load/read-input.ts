/** Files named on the command line. They may be pipes, such as `<(…)` of a shell. */
import { constants, openSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { fileFailure } from '#contract/files/file-failure';

/** Reads the whole file. The signal ends the wait for a pipe. Throws `file_unreadable`. */
export async function readInput(path: string, signal?: AbortSignal): Promise<Buffer> {
  try {
    return (await stat(path)).isFIFO() ? await readPipe(path, signal) : await readFile(path);
  } catch (error) {
    throw fileFailure('file_unreadable', path, error);
  }
}

/** `readFile` would block a thread until data is written, and the process cannot end while that thread is blocked. */
async function readPipe(path: string, signal: AbortSignal | undefined): Promise<Buffer> {
  const { Socket } = await import('node:net');
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true, writable: false, signal });
  const chunks: Buffer[] = [];
  for await (const chunk of pipe) chunks.push(chunk);
  return Buffer.concat(chunks);
}
