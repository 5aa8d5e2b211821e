import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compile, parseData } from '../../../src/twig/index.ts';

interface Probes {
  cases: { name: string; group: string; template: string; expect: string }[];
}

const text = readFileSync(new URL('../../support/twig/probes.json', import.meta.url), 'utf8');
const { cases } = JSON.parse(text) as Probes;
// Cut from the text, because JSON.parse loses the order of keys like "10".
const data = parseData(
  text.slice(text.indexOf('"data":') + 7, text.indexOf('"cases":')).replace(/,\s*$/, ''),
);

/** Probes that are rejected for security reasons, whatever PHP prints. */
const refused = new Map([['include string template', 'template_from_string compiles text out of the data']]);

const trimmed = (output: string) => output.replace(/^[\n ]+|[\n ]+$/g, '');

describe('the output of PHP Twig', () => {
  for (const probe of cases) {
    const reason = refused.get(probe.name);
    if (reason) {
      it(`is replaced by an error: ${probe.name} (${reason})`, () => {
        expect(() => compile(probe.template).render(data)).toThrow(/Unknown function/);
      });
    } else {
      it(`${probe.group}: ${probe.name}`, () => {
        expect(trimmed(compile(probe.template).render(data))).toBe(trimmed(probe.expect));
      });
    }
  }
});
