/** `pdfapi/twig` and `pdfapi/check` of the packed tarball, in plain ES modules and in TypeScript. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixture } from '../../support/pdf/fixture.ts';
import { root } from '../../support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-entries-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: root, stdio: 'pipe' });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['xzf', tarball], { cwd: folder });
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  // Without its packages: neither needs the browser.
  renameSync(join(folder, 'package'), join(folder, 'node_modules/pdfapi'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'report.pdf'), fixture('report'));
}, 300_000);

async function run(program: string) {
  writeFileSync(join(folder, 'program.js'), program);
  const { stdout, stderr, exitCode } = await execa(process.execPath, ['program.js'], {
    cwd: folder,
    reject: false,
  });
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  return stdout;
}

const programsOf = (page: string) =>
  [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/```js\n(.*?)```/gs)].map(
    ([, text = '']) => text,
  );

/** The output that the comments behind `console.log` promise; `[…]` is any text. */
const promised = (program: string) =>
  new RegExp(
    [...program.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm)]
      .map(([, text = '']) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\\[…\\]', '.*'))
      .join('\\n'),
  );

it.each(['twig-for-programs.md', 'check-for-programs.md'])(
  'the programs of docs/%s run as it says',
  async (page) => {
    const programs = programsOf(page);
    expect(programs.length).toBeGreaterThan(2);
    for (const program of programs) expect(await run(program)).toMatch(promised(program));
  },
);

it('pdfapi/twig loads the template language alone', async () => {
  const output = await run(`import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const { compile } = await import('pdfapi/twig');
    const text = compile("{{ '**a**'|markdown_to_html }}{{ qrcode('a')|slice(0, 4)|raw }}").render({});
    console.log(JSON.stringify({ text, loaded: loaded.filter((url) => url.startsWith('file:')) }));`);
  const { text, loaded } = JSON.parse(output);
  expect(text).toContain('<p><strong>a</strong></p>');
  const names = (loaded as string[]).map((url) =>
    url.replace(/.*\/(?=[^/]+\/)/, '').replace(/-[\w-]{8}\.js$/, '.js'),
  );
  expect(names.filter((name) => !name.startsWith('barcodes/'))).toEqual([
    'lib/twig.js',
    'lib/node-version.js',
    'bundle/library-twig.js',
    'bundle/twig.js',
    'bundle/template-language.js',
  ]);
});

it('pdfapi/check loads no server, and pdfapi loads no check', async () => {
  const loadedBy = async (entry: string) =>
    await run(`import { registerHooks } from 'node:module';
      registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });
      await import('${entry}');`);
  expect(await loadedBy('pdfapi/check')).not.toMatch(/bundle\/(?:serve|store|undici|template-language)-/);
  expect(await loadedBy('pdfapi')).not.toMatch(/bundle\/(?:conformance-|check\.js|twig\.js)/);
});

const compile = (...options: string[]) => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const settings =
    '--module nodenext --target es2024 --lib es2024,esnext.disposable --types node --strict --noEmit';
  const args = [compiler, ...settings.split(' '), '--exactOptionalPropertyTypes', ...options, 'program.ts'];
  return execa(process.execPath, args, { cwd: folder, reject: false });
};

it('both have types, which need neither those of browsers nor other packages', async () => {
  writeFileSync(
    join(folder, 'program.ts'),
    `import { checkPdf, PdfapiError, type ConformanceLevel } from 'pdfapi/check';
     import { compile, defaultLimits, NoticeCollector, TemplateError, type CompiledTemplate } from 'pdfapi/twig';
     const notices = new NoticeCollector();
     const template: CompiledTemplate = compile('{{ 1|euros }}', {
       filters: { euros: (amount: number) => \`€\${amount.toFixed(2)}\`, same: (value) => value },
       functions: { day: (from: Date, days: number) => new Date(+from + days) },
       limits: { steps: defaultLimits.steps * 2 },
     });
     const text: string = template.render({}, { notices, timeZone: 'Europe/Vienna' });
     try { compile(text); } catch (error) { if (error instanceof TemplateError) console.log(error.file, error.line + error.column); }
     const levels: ConformanceLevel[] = ['pdfa-3a'];
     const { findings } = await checkPdf(new Uint8Array(), { levels });
     for (const { clause, page } of findings) console.log(clause.length, page?.toFixed());
     console.log(PdfapiError.name);`,
  );
  const { stdout, exitCode } = await compile();
  expect(stdout).toBe('');
  expect(exitCode).toBe(0);
});

it('reports a wrong level and a misspelled option as type errors', async () => {
  writeFileSync(
    join(folder, 'program.ts'),
    `import { checkPdf } from 'pdfapi/check';
     import { compile } from 'pdfapi/twig';
     await checkPdf(new Uint8Array(), { levels: ['pdfa-1b'] });
     compile('', { partial: {} });`,
  );
  const { stdout } = await compile();
  expect(stdout).toContain('"pdfa-1b"');
  expect(stdout).toContain("'partial' does not exist");
  expect(stdout.match(/error TS/g)).toHaveLength(2);
});
