/**
 * Writes generated-results.json: a sample of generated cases with the results of PHP Twig 3.28, for machines without
 * PHP. Run it with Node.js on a machine with that Twig, or set PDFAPI_TEST_TWIG to the path of its autoload.php.
 */
import { writeFileSync } from 'node:fs';
import { agree, isOlderThan, ownResult, phpResults, type Result, twigVersion } from '../beside-php.ts';
import { documentedDifferences } from './documented-differences.ts';
import { generateCases } from './templates.ts';
import { data } from './vocabulary.ts';

if (isOlderThan('3.28')) throw new Error(`PHP Twig 3.28 is needed, not ${twigVersion ?? 'none'}.`);

const all = generateCases(1_500, 2_026);
const results = phpResults(all);
const cases = all.flatMap(({ template, partials, strict }, index) => {
  const php = results[index] as Result;
  const each = { template, partials, strict, data };
  if (
    !agree(php, ownResult(each)) &&
    documentedDifferences.some(({ applies }) => applies(each, php, ownResult(each)))
  ) {
    return [];
  }
  // Errors of PHP itself have no line to compare.
  if (template.length > 300 || (php.output === undefined && (php.line ?? 0) < 1)) return [];
  return {
    template,
    // JSON omits undefined values.
    partials: Object.keys(partials).length > 0 ? partials : undefined,
    strict: strict || undefined,
    output: php.output,
    error: php.output === undefined ? php.line : undefined,
  };
});
const chosen = [
  ...cases.filter(({ error }) => error === undefined).slice(0, 450),
  ...cases.filter(({ error }) => error !== undefined).slice(0, 100),
];
writeFileSync(
  new URL('../generated-results.json', import.meta.url),
  `${JSON.stringify({ about: `What PHP Twig ${twigVersion} makes of generated templates, or the line of its error. Written by generator/freeze.ts.`, data, cases: chosen }, null, 2)}\n`,
);
