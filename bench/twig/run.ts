/**
 * Measures compile and render times of the template engine and its peers. The runs alternate in one process, so that
 * a busy machine slows all engines equally. Writes RESULTS.md. See README.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from '../../src/twig/index.ts';
import { median } from '../median.ts';
import { describeRun } from '../result-sections.ts';
import { documents } from './data.ts';
import { type Engine, engines } from './engines.ts';

const rounds = Number(process.env.ROUNDS ?? 25);
/** The approximate time that one engine runs per round before the next engine's turn. */
const millisecondsPerTurn = 25;

const here = new URL('./', import.meta.url);
const sourceOf = (name: string) => readFileSync(new URL(`templates/${name}.twig`, here), 'utf8');

function timed(run: () => unknown, times: number): number {
  const started = performance.now();
  for (let i = 0; i < times; i++) run();
  return (performance.now() - started) / times;
}

/** Returns the median time of each run in milliseconds. The runs alternate. */
function inTurns(runs: (() => unknown)[]): number[] {
  const times = runs.map((run) => {
    // Warm up first, because a server renders a document many times.
    const until = performance.now() + 300;
    while (performance.now() < until) run();
    return Math.max(1, Math.round(millisecondsPerTurn / timed(run, 3)));
  });
  const measured: number[][] = runs.map(() => []);
  for (let round = 0; round < rounds; round++) {
    runs.forEach((run, index) => {
      measured[index]?.push(timed(run, times[index] as number));
    });
  }
  return measured.map(median);
}

/** Normalizes white space and the escaping of apostrophes, which differ between the engines. */
const comparable = (text: string) =>
  text
    .replace(/&#0?39;/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .trim();

const milliseconds = (value: number) => (value < 1 ? value.toFixed(3) : value.toFixed(2));

function table(title: string, all: Engine[], rows: [string, number[]][]): string {
  const head = `| ${title} | ${all.map((each) => each.name).join(' | ')} |`;
  const lines = rows.map(([name, values]) => {
    const own = values[0] as number;
    const cells = values.map((value, index) =>
      index === 0 ? milliseconds(value) : `${milliseconds(value)} (${(value / own).toFixed(1)}×)`,
    );
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return [head, `|---|${all.map(() => '---:').join('|')}|`, ...lines].join('\n');
}

const all = engines();
const rendered: [string, number[]][] = [];
const compiled: [string, number[]][] = [];
for (const [name, data] of Object.entries(documents)) {
  const source = sourceOf(name);
  const renders = all.map((engine) => engine.compile(source));
  const expected = comparable(renders[0]?.(data) ?? '');
  renders.forEach((render, index) => {
    if (comparable(render(data)) !== expected)
      console.error(`${name}: ${all[index]?.name} gives another text.`);
  });
  rendered.push([name, inTurns(renders.map((render) => () => render(data)))]);
  compiled.push([name, inTurns(all.map((engine) => () => engine.compile(source)))]);
}

const row = '<tr>{% if a.b %}{{ a.b|upper ~ "x" }} {{ a.c * 2 }}{% endif %}</tr>\n';
const sizes = [64, 128, 256, 512].map((kilobytes): string => {
  const source = row.repeat(Math.ceil((kilobytes * 1024) / row.length));
  const runs = Array.from({ length: 15 }, () => timed(() => compile(source), 1));
  const time = median(runs);
  return `| ${kilobytes} KB | ${time.toFixed(0)} ms | ${((time / kilobytes) * 1000).toFixed(0)} µs |`;
});

const text = `# Results

Written by \`npm run bench:twig\`; do not edit. ${describeRun()}
Milliseconds, medians of ${rounds} rounds in which the engines alternate; in parentheses the ratio to \`twig\`.

${table('render, warm', all, rendered)}

${table('compile', all, compiled)}

| source | compile | per KB |
|---|---:|---:|
${sizes.join('\n')}
`;
writeFileSync(new URL('RESULTS.md', here), text);
console.log(text);
