/** Cases that do not pass, each with the reason. The test fails when one of them passes, so that the list stays true. */
export const knownFailures: Readonly<Record<string, string>> = {};
