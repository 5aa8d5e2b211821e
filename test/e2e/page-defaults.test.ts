/** The page defaults of a project's `pdfapi.json`, with the real browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkConformance } from '../../src/conformance/index.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';

const project = {
  'pdfapi.json': '{ "format": "A5", "orientation": "landscape", "margins": "1in", "strict": true }',
  'plain.html': '<body style="margin: 0"><p>Text',
  'sized.html': '<style>@page { size: A3; margin: 0 } body { margin: 0 }</style><p>Text',
  'missing.html': '<p>{{ nothing }}',
  'letter/template.html': '<body style="margin: 0"><p>Text',
  'letter/template.json': '{ "format": "A4" }',
};

/** CSS and the template override the defaults, and an option overrides all of them. */
it.each<[string[], [number, number]]>([
  [
    ['html', 'plain.html'],
    [210, 148],
  ],
  [
    ['html', 'plain.html', '--portrait', '--format', 'A6'],
    [105, 148],
  ],
  [
    ['html', 'sized.html'],
    [297, 420],
  ],
  [
    ['generate', './letter'],
    [297, 210],
  ],
])('%j prints on paper of %j mm', async (args, millimetres) => {
  const cwd = temporaryFolder(project);
  const { exitCode, stderr } = await run([...args, '-o', 'x.pdf'], { cwd });
  expect(exitCode, stderr).toBe(0);
  const { sizes, place } = await readPdf(readFileSync(join(cwd, 'x.pdf')));
  expect([sizes[0]?.width, sizes[0]?.height]).toEqual(millimetres);
  // The margin from CSS, otherwise one inch.
  expect(place(1, 'Text').left).toBeCloseTo(args.includes('sized.html') ? 0 : 25.4, 0);
});

it('resolves relative links against base_url, and --base-url overrides it', async () => {
  const cwd = temporaryFolder({
    'pdfapi.json': '{ "base_url": "https://project.example/docs/" }',
    'page.html': '<a href="../a.html">a</a>',
    'card/template.html': '<a href="../a.html">a</a>',
    'card/template.json': '{ "base_url": "https://template.example/docs/" }',
    'rows.csv': 'x\n1\n',
  });
  const linksOf = async (name: string, ...args: string[]) => {
    const { exitCode, stderr } = await run([...args, '-o', name], { cwd });
    expect(exitCode, stderr).toBe(0);
    return (await readPdf(readFileSync(join(cwd, name)))).links;
  };
  expect(await linksOf('a.pdf', 'html', 'page.html')).toEqual(['https://project.example/a.html']);
  expect(await linksOf('b.pdf', 'generate', './card')).toEqual(['https://template.example/a.html']);
  const option = ['--base-url', 'https://option.example/docs/'];
  expect(await linksOf('c.pdf', 'generate', './card', ...option)).toEqual(['https://option.example/a.html']);
  const batch = await run(['batch', './card', 'rows.csv', '-o', 'row-{{ x }}.pdf', ...option], { cwd });
  expect(batch.exitCode, batch.stderr).toBe(0);
  const row = await readPdf(readFileSync(join(cwd, 'row-1.pdf')));
  expect(row.links).toEqual(['https://option.example/a.html']);
  const wrong = await run(['html', 'page.html', '--base-url', 'example.com'], { cwd });
  expect(wrong.stderr).toContain('--base-url "example.com" is not a valid base address for links.');
  expect(wrong.exitCode).toBe(2);
  writeFileSync(join(cwd, 'card/template.json'), '{ "base_url": "docs/" }');
  const template = await run(['generate', './card'], { cwd });
  expect(template.stderr).toContain('base_url  must be an address, such as https://example.com/docs/');
  expect(template.exitCode).toBe(5);
  const { stdout } = await run(['config', 'list'], { cwd });
  expect(stdout).toContain('base_url\thttps://project.example/docs/');
});

it('pdfa and pdfua apply to what the template and the options do not set', async () => {
  const page = '<!doctype html><html lang="en"><title>T</title><h1>Hello</h1>';
  const cwd = temporaryFolder({
    'pdfapi.json': '{ "pdfa": "3u", "pdfua": true }',
    'page.html': page,
    'card/template.html': page,
    'card/template.json': '{ "pdfa": "2b", "pdfua": false }',
    'plain/template.html': page,
    'rows.csv': 'x\n1\n',
  });
  const levelsOf = async (name: string, ...args: string[]) => {
    const { exitCode, stderr } = await run([...args, '-o', name], { cwd });
    expect(exitCode, stderr).toBe(0);
    const { claimed, findings } = checkConformance(readFileSync(join(cwd, name.replace('{{ x }}', '1'))));
    expect(findings).toEqual([]);
    return claimed;
  };
  expect(await levelsOf('a.pdf', 'html', 'page.html')).toEqual(['pdfa-3u', 'pdfua-1']);
  expect(await levelsOf('b.pdf', 'html', 'page.html', '--pdfa', '3a')).toEqual(['pdfa-3a', 'pdfua-1']);
  expect(await levelsOf('c.pdf', 'generate', './card')).toEqual(['pdfa-2b']);
  expect(await levelsOf('{{ x }}.pdf', 'batch', './plain', 'rows.csv')).toEqual(['pdfa-3u', 'pdfua-1']);
  expect(await levelsOf('d.pdf', 'merge', './plain', 'a.pdf')).toEqual(['pdfa-3u', 'pdfua-1']);
  const { stdout } = await run(['config', 'list'], { cwd });
  expect(stdout).toContain('pdfa\t3u\npdfua\ttrue\n');
});

it('strict applies unless --no-strict is given', async () => {
  const cwd = temporaryFolder(project);
  const strict = await run(['html', 'missing.html'], { cwd });
  expect(strict.stderr).toContain('Variable "nothing" does not exist');
  expect(strict.exitCode).toBe(5);
  expect((await run(['html', 'missing.html', '--no-strict'], { cwd })).exitCode).toBe(0);
});

it('config list shows the origin of the settings', async () => {
  const cwd = temporaryFolder(project);
  const { stdout } = await run(['config', 'list', '--show-origin'], { cwd });
  const origin = join(cwd, 'pdfapi.json');
  for (const line of [`format\tA5\t${origin}`, `margins\t1in\t${origin}`, `strict\ttrue\t${origin}`]) {
    expect(stdout).toContain(line);
  }
});

it('writes numbers and dates as pdfapi.json says, and --locale and --time-zone override it', async () => {
  const cwd = temporaryFolder({
    'pdfapi.json': '{ "locale": "de", "time_zone": "Europe/Vienna" }',
    'page.html': "<p>{{ 1234.5|format_number }} {{ '2026-07-01T10:00:00Z'|date('H:i') }}",
    'letter/template.html':
      "<p>{{ 1234.5|format_number }} {{ '2026-07-01T10:00:00Z'|date('H:i') }} {{ row }}",
    'rows.csv': 'row\n1\n',
  });
  const printed = async (args: string[]) => {
    const { exitCode, stderr } = await run(args, { cwd });
    expect(exitCode, stderr).toBe(0);
    return (await readPdf(readFileSync(join(cwd, 'x.pdf')))).pages.join(' ');
  };
  const other = ['--locale', 'en', '--time-zone', 'Asia/Tokyo'];
  expect(await printed(['html', 'page.html', '-o', 'x.pdf'])).toContain('1.234,5 12:00');
  expect(await printed(['html', 'page.html', '-o', 'x.pdf', ...other])).toContain('1,234.5 19:00');
  const batch = ['batch', './letter', 'rows.csv', '--merge-into', 'x.pdf', '--force'];
  expect(await printed([...batch, ...other])).toContain('1,234.5 19:00');
  const wrong = await run(['html', 'page.html', '--time-zone', 'Europe/Viena'], { cwd });
  expect([wrong.exitCode, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('Did you mean "Europe/Vienna"?'),
  ]);
});
