import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { lintRules } from '../../../src/template/lint/index.ts';

it('docs/accessibility.md lists every rule with its severity, clause and criterion', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../../docs/accessibility.md'), 'utf8');
  const rows = text.split('\n').flatMap((line) => {
    const [, rule = '', what = '', pdfua, wcag] = line.split('|').map((cell) => cell.trim());
    if (!rule.startsWith('`')) return [];
    return [
      { rule: rule.slice(1, -1), severity: what.startsWith('hint: ') ? 'hint' : 'warning', pdfua, wcag },
    ];
  });
  expect(rows).toEqual(
    Object.entries(lintRules).map(([rule, { severity, pdfua = '', wcag }]) => ({
      rule,
      severity,
      pdfua,
      wcag,
    })),
  );
});
