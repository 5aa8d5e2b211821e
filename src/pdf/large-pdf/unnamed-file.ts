/** A temporary file without a name, which the system removes however this process ends. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFailure } from '#contract/files/file-failure';

/** Opens one for reading and writing. Throws `file_unwritable`. */
export async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `pdfapi-${randomBytes(12).toString('hex')}.tmp`);
  try {
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return file;
  } catch (error) {
    throw fileFailure('file_unwritable', path, error);
  }
}

/** Throws `file_unwritable`, such as when the disk is full. */
export async function appendTo(file: FileHandle, piece: Uint8Array): Promise<void> {
  try {
    await file.appendFile(piece);
  } catch (error) {
    throw fileFailure('file_unwritable', tmpdir(), error);
  }
}
