/** A file of rows that no other program sees and that leaves nothing to clear up. */
import { randomUUID } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFailure } from '#contract/files/file-failure';

export interface TemporaryFile {
  readonly descriptor: number;
  write(text: string): Promise<void>;
  delete(): Promise<void>;
}

/** Windows does not delete files that are open. Elsewhere nothing stays behind, however the process ends. */
const canDeleteOpenFiles = process.platform !== 'win32';

/** Throws `file_unwritable`. */
export async function createTemporaryFile(): Promise<TemporaryFile> {
  const path = join(tmpdir(), `pdfapi-rows-${randomUUID()}`);
  let handle: FileHandle;
  try {
    handle = await open(path, 'wx+', 0o600);
    if (canDeleteOpenFiles) unlinkSync(path);
  } catch (error) {
    throw fileFailure('file_unwritable', path, error, { hint: temporaryFolderHint });
  }
  let isDeleted = false;
  return {
    descriptor: handle.fd,
    async write(text) {
      try {
        await handle.appendFile(text);
      } catch (error) {
        throw fileFailure('file_unwritable', path, error, { hint: temporaryFolderHint });
      }
    },
    async delete() {
      if (isDeleted) return;
      isDeleted = true;
      await handle.close();
      if (!canDeleteOpenFiles) await unlink(path).catch(() => {});
    },
  };
}

const temporaryFolderHint =
  'Rows are copied to the temporary folder before they are printed. TMPDIR names another one.';
