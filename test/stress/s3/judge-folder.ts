/** The folder for moto, an S3 server whose signatures are checked by the client of AWS itself. It takes 320 MB. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCacheDirectory } from '../../../src/core/browser/install/cache-directory.ts';

/** The exact versions of what is installed. Another list gives another folder. */
export const requirementsFile = join(import.meta.dirname, 'requirements.txt');

const hash = createHash('sha256').update(readFileSync(requirementsFile)).digest('hex');

export const judgeFolder = join(defaultCacheDirectory(process.env), `s3-judge-${hash.slice(0, 12)}`);

/** A program of the environment of Python in the folder. */
export const judgeProgram = (name: string): string => join(judgeFolder, 'bin', name);
