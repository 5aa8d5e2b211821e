/** The files of `--attach`, under their own names. */
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import type { Attachment } from '#pdf';

/** The media types of common attachments. */
const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'text/xml',
  '.zip': 'application/zip',
};

/** `date` replaces the files' own dates if the PDF must be reproducible. Throws `file_unreadable` and `usage`. */
export async function readAttachments(
  files: readonly string[],
  date: Date | undefined,
): Promise<readonly Attachment[]> {
  const names = files.map((file) => basename(file));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Failure('usage', `--attach: two files are named ${twice}.`);
  return await Promise.all(
    files.map(async (file) => {
      try {
        const [data, { mtime }] = await Promise.all([readFile(file), stat(file)]);
        const type = types[extname(file).toLowerCase()];
        return { name: basename(file), data, modified: date ?? mtime, ...(type ? { type } : {}) };
      } catch (error) {
        throw fileFailure('file_unreadable', file, error);
      }
    }),
  );
}
