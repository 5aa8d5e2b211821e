import { configDefaults, defineConfig } from 'vitest/config';

/** These measure what documents do to each other: other tests beside them would be measured too. */
const apart = ['test/hostile/**/*.test.ts'];

export default defineConfig({
  test: {
    // Real browsers start in many of these files; the limit is for a loaded two-core machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...apart],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: apart, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
