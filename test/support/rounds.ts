/** Whether this run takes the time for everything. */
const isThorough = process.env.PDFAPI_TEST_ALL === '1';

/**
 * How often a test tries something at random: a few times in `npm test`, so that a contributor need not wait, and many times in
 * `npm run test:all`.
 */
export const rounds = (few: number, many: number): number => (isThorough ? many : few);
