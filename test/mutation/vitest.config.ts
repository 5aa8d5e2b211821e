/** For `npm run mutation`: the tests that mutants are held against, those of the mutated parts without a browser. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/{unit,integration}/store/{full-disk,idempotency,ledger,notices,teams,usage}.test.ts',
      'test/{unit,integration}/core/browser/egress/!(browser-*).test.ts',
      'test/{unit,integration}/server/{authentication,rate-limit,signed-url}.test.ts',
    ],
    // Many mutants hang: a minute for each would be hours. The longest test takes three seconds.
    testTimeout: 10_000,
    maxWorkers: 1,
  },
});
