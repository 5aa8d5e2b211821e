/** The package as a TypeScript program imports it: the built entry, its types, and what it must not do. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-types-'));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/pdfapi'), 'junction');
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), 'junction');
  write('package.json', '{ "type": "module" }');
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2024',
        lib: ['es2024', 'esnext.disposable'],
        types: ['node'],
        strict: true,
        noEmit: true,
        skipLibCheck: true,
      },
      include: ['*.ts'],
    }),
  );
});

const compile = (...options: string[]) =>
  execa(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, ...options], {
    cwd: folder,
    reject: false,
  });

it('compiles a program with every function, and infers the types of rows and results', async () => {
  write(
    'program.ts',
    `import { compileTemplate, createClient, mergePdfs, openRenderer, PdfapiError, startServer, type RenderedPdf } from 'pdfapi';
     await using renderer = await openRenderer({ workers: 2, timeoutMs: 10_000 });
     const one: RenderedPdf = await renderer.render({ template: './a', data: { n: 1n }, format: 'a4', margins: '1in 2cm' });
     for await (const { row, pdf } of renderer.rows({ template: { 'template.html': '' }, rows: [{ n: 1 }] })) {
       const n: number = row.n;
       const bytes: Uint8Array = pdf;
       console.log(n, bytes);
     }
     for await (const result of renderer.rows({ template: './a', rows: [{ n: 1 }], continueOnError: true })) {
       if (result.error) console.log(result.error.code, result.row.n);
       else console.log(result.pdf.length);
     }
     const merged = await mergePdfs([one.pdf, { pdf: one.pdf, title: 'b' }]);
     const text: string = compileTemplate('{{ a }}').render({ a: 1 });
     await using server = await startServer({ port: 0 });
     const client = createClient({ url: server.url, token: server.token ?? '' });
     const { url } = await client.generate(1, { output: 'url' });
     const { pdf } = await client.generate(1);
     const address: string = url;
     try { await client.usage(); } catch (error) { if (error instanceof PdfapiError && error.code === 'rate_limited') console.log(error.errors); }
     console.log(merged.pages, text, address, pdf);
     new Response(merged.stream());`,
  );
  const { stdout, exitCode } = await compile();
  expect(stdout).toBe('');
  expect(exitCode).toBe(0);
});

it('has types that a compiler without those of browsers also checks', async () => {
  write('program.ts', "export * from 'pdfapi';");
  const { stdout, exitCode } = await compile('--skipLibCheck', 'false');
  expect(stdout).toBe('');
  expect(exitCode).toBe(0);
});

it('reports a misspelled option and a wrong result as type errors', async () => {
  write(
    'program.ts',
    `import { createClient, openRenderer } from 'pdfapi';
     const renderer = await openRenderer();
     await renderer.html('a', { formt: 'A4' });
     const { url } = await createClient({ url: 'http://a', token: 'b' }).generate(1);`,
  );
  const { stdout } = await compile();
  expect(stdout).toContain("'formt' does not exist");
  expect(stdout).toContain("'url' does not exist");
  expect(stdout.match(/error TS/g)).toHaveLength(2);
});

it('loads neither a browser driver, nor a server, nor a PDF library before it is used', async () => {
  write(
    'program.js',
    `import { registerHooks } from 'node:module';
     const loaded = [];
     registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
     const signals = () => process.eventNames().filter((name) => String(name).startsWith('SIG')).length;
     const before = signals();
     const { compileTemplate } = await import('pdfapi');
     console.log(JSON.stringify({
       text: compileTemplate('Hello {{ name }}').render({ name: 'Ada' }),
       heavy: loaded.filter((url) => /node_modules.(?:fastify|better-sqlite3|@cantoo|undici|@inquirer|ora|chalk)/.test(url)),
       signals: signals() - before,
     }));`,
  );
  const { stdout } = await execa(process.execPath, ['program.js'], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({ text: 'Hello Ada', heavy: [], signals: 0 });
});
