import { families } from '../../test/integration/render/paged/cases/index.ts';
import { knownFailures } from '../../test/integration/render/paged/known-failures.ts';

/** How many cases after the specifications are printed right, and why others are not, in Markdown. */
export function casesSection(): string {
  const cases = Object.entries(families).map(([family, list]) => ({
    family,
    count: list.length,
    failing: list.filter(({ name }) => Object.hasOwn(knownFailures, name)),
  }));
  const all = cases.reduce((sum, { count }) => sum + count, 0);
  const rows = cases.map(
    ({ family, count, failing }) => `| ${family} | ${count} | ${count - failing.length} |`,
  );
  const reasons = cases.flatMap(({ failing }) =>
    failing.map(({ name }) => `- ${name}: ${knownFailures[name]}`),
  );
  return `## Cases after the specifications

\`test/integration/render/paged\` has ${all} documents with the pages that the specifications ask for.

| family | cases | right |
|---|---:|---:|
${rows.join('\n')}

Not right, and why:

${reasons.join('\n')}
`;
}
