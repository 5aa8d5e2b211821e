/** Renders the templates from stdin, and writes the outcome of each to stdout as one line of JSON. */
import { readFileSync } from 'node:fs';
import { compile } from '../../../src/twig/index.ts';

export interface Outcome {
  readonly name: string;
  readonly error: string | null;
  readonly line: number;
  /** The partial that the error is in, if any. */
  readonly template: string | null;
  readonly detail: string;
}

interface Work {
  readonly cases: Record<string, string>;
  readonly partials: Record<string, string>;
}

const { cases, partials } = JSON.parse(readFileSync(0, 'utf8')) as Work;
for (const [name, template] of Object.entries(cases)) {
  let found: Partial<Outcome> & { name?: string } = {};
  try {
    compile(template, { partials }).render({});
  } catch (error) {
    found = error as Partial<Outcome>;
  }
  const outcome: Outcome = {
    name,
    error: found.name ?? null,
    line: found.line ?? 0,
    template: found.template ?? null,
    detail: found.detail ?? '',
  };
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
