import { defineConfig } from 'vitest/config';

/** These measure what documents and a busy machine do to each other, so no other test may run beside them. */
const alone = ['test/stress/hostile/**/*.test.ts', 'test/stress/busy/**/*.test.ts'];

const project = (name: string, order: number) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.ts`], exclude: alone, sequence: { groupOrder: order } },
});

export default defineConfig({
  test: {
    // Real browsers start in many of these files; the limit is for a loaded two-core machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    projects: [
      project('unit', 0),
      project('integration', 1),
      project('e2e', 2),
      project('stress', 3),
      { extends: true, test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 4 } } },
    ],
  },
});
