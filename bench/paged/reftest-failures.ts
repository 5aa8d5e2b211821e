/** Reference tests that are known to fail, by suite and name, each with the reason. */
export const reftestFailures: Readonly<Record<string, string>> = {};
