/** moto, an S3 server whose signatures are checked by the client of AWS itself. It takes 320 MB. */
import { join } from 'node:path';
import { PythonEnvironment } from '../../support/python-environment.ts';

export const judge = PythonEnvironment.inCache('s3-judge', join(import.meta.dirname, 'requirements.txt'));
