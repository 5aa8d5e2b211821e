/** Describes the errors of the operating system for a file. */
import { Failure, type FailureDetails } from '../errors.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'no such file',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  EIO: 'the disk reported an error',
};

/** Builds the failure to read or write a file, such as `Cannot read data.json: no such file.` */
export function fileFailure(
  code: 'file_unreadable' | 'file_unwritable',
  path: string,
  cause: unknown,
  details: FailureDetails = {},
): Failure {
  const errno = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  const isRead = code === 'file_unreadable';
  // When writing, ENOENT means that the folder is missing.
  const known = errno === 'ENOENT' && !isRead ? 'no such folder' : reasons[errno];
  const reason = known ?? (errno || 'unknown reason');
  const verb = isRead ? 'read' : 'write';
  return new Failure(code, `Cannot ${verb} ${path}: ${reason}.`, { ...details, cause });
}
