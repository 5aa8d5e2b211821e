/** Bundles libraries that are published as modules only, or that are compiled with the page, into `node_modules/built`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const rows = `Array.from({ length: 30 }, (_, i) => ({ name: 'Item ' + (i + 1), price: (i * 3.5).toFixed(2) }))`;

const bundles: Readonly<Record<string, string>> = {
  'preact.js': `import { h, render } from 'preact';
    render(h('ul', null, ${rows}.map((row) => h('li', null, row.name, ' ', row.price))), document.getElementById('root'));`,
  'lit.js': `import { LitElement, html, css } from 'lit';
    customElements.define('price-list', class extends LitElement {
      static styles = css\`li { color: teal }\`;
      render() { return html\`<ul>\${${rows}.map((row) => html\`<li>\${row.name} \${row.price}</li>\`)}</ul>\`; }
    });
    document.getElementById('root').append(document.createElement('price-list'));`,
  'highlight.js': `import highlight from 'highlight.js/lib/common'; highlight.highlightAll();`,
  'markdown-it.js': `import markdownit from 'markdown-it'; window.markdownit = markdownit;`,
  'vivliostyle.js': `import * as Vivliostyle from '@vivliostyle/core'; window.Vivliostyle = Vivliostyle;`,
};

const svelte = `<script>
  let rows = $state([]);
  $effect(() => { const timer = setTimeout(() => { rows = ${rows} }, 200); return () => clearTimeout(timer) });
</script>
{#each rows as row}<p>{row.name} <b>{row.price}</b></p>{/each}
<style>b { color: crimson }</style>`;

interface Compiler {
  compile(source: string, options: object): { readonly js: { readonly code: string } };
}

/** `folder` contains `node_modules`. */
export async function buildLibraries(folder: string): Promise<void> {
  const built = join(folder, 'node_modules', 'built');
  mkdirSync(built, { recursive: true });
  for (const [name, contents] of Object.entries(bundles)) await bundle(name, contents);

  const require = createRequire(join(folder, 'package.json'));
  const { compile } = require('svelte/compiler') as Compiler;
  const { js } = compile(svelte, { css: 'injected', generate: 'client', filename: 'List.svelte' });
  writeFileSync(join(built, 'List.js'), js.code);
  await bundle(
    'svelte.js',
    `import { mount } from 'svelte'; import List from './node_modules/built/List.js'; mount(List, { target: document.getElementById('root') });`,
  );

  writeFileSync(join(built, 'tailwind.in.css'), '@tailwind base; @tailwind components; @tailwind utilities;');
  const pages = join(import.meta.dirname, 'pages', 'frameworks.ts');
  const tailwind = join(folder, 'node_modules', 'tailwindcss', 'lib', 'cli.js');
  const options = [
    '-i',
    join(built, 'tailwind.in.css'),
    '-o',
    join(built, 'tailwind.css'),
    '--content',
    pages,
  ];
  execFileSync(process.execPath, [tailwind, ...options], { cwd: folder, stdio: ['ignore', 2, 2] });

  async function bundle(name: string, contents: string): Promise<void> {
    await build({
      stdin: { contents, resolveDir: folder },
      outfile: join(built, name),
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2022',
      conditions: ['browser'],
    });
  }
}
