/** Starts PostgreSQL for a test run that needs it, or uses the server that `PDFAPI_TEST_DATABASE_URL` names. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An administrator's address; empty if this machine has no PostgreSQL for tests. */
    readonly postgres: string;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const named = process.env.PDFAPI_TEST_DATABASE_URL;
  if (named !== undefined) {
    project.provide('postgres', named);
    return undefined;
  }
  const server = await startPostgres();
  if (!server) {
    process.stderr.write(
      'The tests with PostgreSQL are skipped: no binaries for this platform are installed.\n',
    );
  }
  project.provide('postgres', server?.url ?? '');
  return async () => await server?.stop();
}
