/** What the checker finds, as veraPDF numbers it. */
import { type ConformanceLevel, checkConformance } from '../../../src/conformance/index.ts';

/** Clause and test, as in `7.1-3`, each once, sorted. `clauses` limits them. */
export function breaches(pdf: Uint8Array, level: ConformanceLevel, clauses = /^/): string[] {
  const { findings } = checkConformance(pdf, { levels: [level] });
  const found = findings.filter(({ clause }) => clauses.test(clause));
  return [...new Set(found.map(({ clause, test }) => `${clause}-${test}`))].sort();
}
