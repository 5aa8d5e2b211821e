/** Writes to stdout and stderr so that every byte arrives or the failure is known. */
import { fileFailure } from '#contract/files/file-failure';

/** The reader of stdout has gone (`| head`), so the process ends without a message. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** Resolves when the system has accepted all of it. Throws `OutputClosed`, or `file_unwritable` (a full disk). */
export async function writeStdout(content: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(content, (error) => {
      if (!error) resolve();
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(new OutputClosed());
      else reject(fileFailure('file_unwritable', 'stdout', error));
    });
  });
}

/** Never throws: there is no other channel to report the error on. */
export function writeStderr(text: string): void {
  process.stderr.write(text, () => {});
}

/** Stream errors arrive through the callbacks above; without listeners Node.js would end the process. */
export function quietStreams(): void {
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

/** Reads stdin to its end. */
export async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(chunk);
  } catch (error) {
    throw fileFailure('file_unreadable', 'stdin', error);
  }
  return Buffer.concat(chunks);
}
