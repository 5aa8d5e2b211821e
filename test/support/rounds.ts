/** Whether this run takes the time for everything. */
const isThorough = process.env.PDFAPI_TEST_ALL === '1';

/** Times that number. */
const factor = Number(process.env.PDFAPI_TEST_ROUNDS ?? 1);

/**
 * How often a test tries something at random: a few times in `npm test`, so that a contributor need not wait, and more often in
 * `npm run test:all`. `PDFAPI_TEST_ROUNDS=10` makes it ten times that, before a release or for a night.
 */
export const rounds = (few: number, many = few): number => Math.ceil((isThorough ? many : few) * factor);
