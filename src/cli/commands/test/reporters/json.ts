/** `--json`: all results as one object on stdout. */
import { failureAsJson } from '../../../failure.ts';
import { writeStdout } from '../../../io/streams.ts';
import type { Reporter } from './reporter.ts';

export const jsonReporter = (): Reporter => ({
  async end({ results, approved, skipped, ms }) {
    const cases = results.map((result) => ({
      template: result.folder,
      case: result.name,
      result: result.result,
      golden: result.golden,
      approved: approved.has(result),
      pages: result.pages,
      differences: result.differences,
      error: result.error && failureAsJson(result.error),
      machine_fonts: result.machineFonts,
      warnings: result.warnings,
      ms: result.ms,
    }));
    await writeStdout(`${JSON.stringify({ cases, skipped, ms })}\n`);
  },
});
