import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

// Threads, commands and servers of the tests start in a quarter of the processor time if Node.js keeps their compiled code.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile');

/** These measure what documents and a busy machine do to each other, so no other test may run beside them. */
const alone = ['test/stress/hostile/**/*.test.ts', 'test/stress/busy/**/*.test.ts'];

/** The tests of the store that must pass on every database. They run on SQLite as unit tests, and here on PostgreSQL. */
const storeTests = [
  'deleted-templates',
  'document-bytes/contract',
  'documents',
  'idempotency',
  'jobs',
  'large-template-files',
  'ledger',
  'ledger-gathered',
  'ledger-properties',
  'notices',
  'repair-usage',
  'sessions',
  'signing-keys',
  'stored-text',
  'team-removal',
  'teams',
  'templates',
  'tokens',
  'usage',
  'webhooks',
].map((name) => `test/unit/store/${name}.test.ts`);

/** The same for the server: what a client sees must not depend on the database. */
const serverTests = [
  'authentication',
  'document-ranges',
  'generate',
  'idempotency',
  'jobs',
  'manage',
  'manage-delete',
  'merge',
  'notices',
  'output',
  'quota-and-credits',
  'rate-limit',
  'sign',
  'stored-text',
  'studio',
  'upload',
  'usage',
  'webhooks',
  'wrong-clock',
].map((name) => `test/integration/server/${name}.test.ts`);
const longTests = ['server/job-worker', 'server/operations', 'store/webhook-sender'].map(
  (name) => `test/stress/${name}.test.ts`,
);

const project = (name: string, isolate = false) => ({
  extends: true as const,
  test: {
    name,
    isolate,
    include: [`test/${name}/**/*.test.ts`],
    exclude: alone,
    sequence: { groupOrder: 1 },
  },
});

export default defineConfig(({ mode }) => ({
  test: {
    env: mode === 'all' ? { PDFAPI_TEST_ALL: '1' } : {},
    // Only what hangs may reach it, on a machine that does ten other things too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Of the long tests many wait: for servers that die, package managers and time limits.
    maxWorkers: mode === 'all' ? 4 : 3,
    // The files share processes and their modules: loading those anew for each takes 0.7 s of processor time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // V8 may lose track of its pages of code when many threads come and go, and then ends the process with "Check failed:
    // jit_page.has_value()". Others have found that this flag prevents it.
    execArgv: ['--no-memory-protection-keys'],
    setupFiles: [
      'test/support/end-children.ts',
      'test/support/close-after-file.ts',
      ...(process.env.NODE_V8_COVERAGE ? ['test/support/reach/take-coverage.ts'] : []),
    ],
    // As the product does, Node.js loads the modules itself: offsets of its coverage are those of the sources.
    experimental: { viteModuleRunner: false },
    projects: [
      project('unit'),
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...storeTests, ...serverTests, ...longTests, 'test/postgres/**/*.test.ts'],
          env: { PDFAPI_TEST_STORE: 'postgres' },
          globalSetup: 'test/support/postgres/global-setup.ts',
          sequence: { groupOrder: 1 },
        },
      },
      project('integration'),
      project('e2e'),
      // They kill browsers of their process, and measure it.
      project('stress', true),
      {
        extends: true,
        test: { name: 'alone', include: alone, isolate: true, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
}));
