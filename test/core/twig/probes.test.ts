import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compile, parseData } from '../../../src/core/twig/index.ts';

interface Probes {
  cases: { name: string; group: string; template: string; expect: string }[];
}

const text = readFileSync(new URL('probes.json', import.meta.url), 'utf8');
const { cases } = JSON.parse(text) as Probes;
// Cut out of the text, because JSON.parse loses the order of keys such as "10".
const data = parseData(
  text.slice(text.indexOf('"data":') + 7, text.indexOf('"cases":')).replace(/,\s*$/, ''),
);

/** Decisions of safety that go before PHP's result. */
const refused = new Map([['include string template', 'template_from_string compiles text out of the data']]);

const trimmed = (output: string) => output.replace(/^[\n ]+|[\n ]+$/g, '');

describe('what PHP Twig prints', () => {
  for (const probe of cases) {
    const reason = refused.get(probe.name);
    if (reason) {
      it(`is refused: ${probe.name} (${reason})`, () => {
        expect(() => compile(probe.template).render(data)).toThrow(/Unknown function/);
      });
    } else {
      it(`${probe.group}: ${probe.name}`, () => {
        expect(trimmed(compile(probe.template).render(data))).toBe(trimmed(probe.expect));
      });
    }
  }
});
