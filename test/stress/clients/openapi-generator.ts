/** OpenAPI Generator, which makes the clients of the folder `clients`, and the packages that its clients for Python need. */
import { join } from 'node:path';
import { defaultCacheDirectory } from '../../../src/browser/install/cache-directory.ts';
import { PythonEnvironment } from '../../support/python-environment.ts';

const version = '7.25.0';

export const openApiGenerator = {
  /** In Maven's repository. */
  artifact: `org.openapitools:openapi-generator-cli:${version}`,
  sha256: '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
  folder: join(defaultCacheDirectory(process.env), `openapi-generator-${version}`),
  file: `openapi-generator-cli-${version}.jar`,
};

export const pythonPackages = PythonEnvironment.inCache(
  'client-python',
  join(import.meta.dirname, 'requirements.txt'),
);
