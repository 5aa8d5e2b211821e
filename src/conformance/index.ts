/**
 * Checks PDFs for PDF/A-2, PDF/A-3 and PDF/UA-1, and names each breach by the clause and test that veraPDF gives it.
 */
export { type CheckedFile, type ConformanceReport, checkConformance } from './check-conformance.ts';
export { checkConformanceInThread } from './check-in-thread.ts';
export { type ConformanceLevel, type ConformanceStandard, conformanceLevels } from './levels.ts';
export type { ConformanceFinding, LevelFinding } from './model/finding-collector.ts';
