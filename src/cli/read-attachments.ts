/** The files of `--attach`, under their own names. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Failure } from '../contract/errors.ts';
import { fileFailure } from '../contract/file-failure.ts';
import type { Attachment } from '../core/pdf/index.ts';

/** `date` stands for the files' own, where the PDF is to be the same again. Throws `file_unreadable` and `usage`. */
export async function readAttachments(
  files: readonly string[],
  date: Date | undefined,
): Promise<readonly Attachment[]> {
  const names = files.map((file) => basename(file));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Failure('usage', `--attach: two files are called ${twice}.`);
  return await Promise.all(
    files.map(async (file) => {
      try {
        const [data, { mtime }] = await Promise.all([readFile(file), stat(file)]);
        return { name: basename(file), data, modified: date ?? mtime };
      } catch (error) {
        throw fileFailure('file_unreadable', file, error);
      }
    }),
  );
}
