/** `pdfapi html`: the page that is printed, its settings, its scripts and its report. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { run } from '../../support/run.ts';

const page = '<!doctype html><title>T</title><h1>Hello {{ name }}</h1>';
const summary = /^(\S+) {2}local · (\d+ pages?) · [\d.]+ [KM]?B · [\d.]+ m?s\n$/;
const read = (folder: string, name: string) => readPdf(readFileSync(join(folder, name)));

describe('oversized documents', () => {
  it.each<[string[], RegExp]>([
    [
      [],
      /ran out while printing\. This step had run for \d+\.\d s, for 1 KB of HTML\.\nLong documents print in half the time .*: --no-tags\. For more time: --timeout 2m\.\n/,
    ],
    [
      ['--no-tags'],
      /ran out while printing\. This step .*\.\nFor more time: --timeout 2m\. Or print it in parts and combine them with pdfapi merge\.\n/,
    ],
  ])('get a hint when the time runs out during printing: %j', async (args, message) => {
    const html = '<p>x<script>addEventListener("beforeprint", () => { for (;;); })</script>';
    const cwd = temporaryFolder({ 'page.html': html });
    const { stderr, exitCode } = await run(['html', 'page.html', '--timeout', '5s', ...args], { cwd });
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(7);
  });

  it('are not advised to disable Twig if they are too long for it', async () => {
    const cwd = temporaryFolder({ 'page.html': `{{ name }}${'x'.repeat(10_000_001)}` });
    const { stderr, exitCode } = await run(['html', 'page.html'], { cwd });
    expect(stderr).toContain('Split it into several documents and combine them with pdfapi merge.');
    expect(stderr).not.toContain('--no-twig');
    expect(exitCode).toBe(5);
  });
});

describe('braces without data', () => {
  const vue = '<ul id="app"><li v-for="i in items">{{ i.name }} — {{ total }}</ul>';

  it.each<[string, string, RegExp]>([
    ['of Vue', vue, /^warning: no data was given, .* It looks like a page of Vue\.$/m],
    ['of Angular', '<p ng-repeat="i in items">{{ i.name }}', /looks like a page of Angular\.$/m],
    ['of no framework', '<p>Dear {{ name }}', /-d fills it in, --no-twig silences this warning\.$/m],
  ])('%s are printed unchanged, with a warning', async (_, html, warning) => {
    const cwd = temporaryFolder({ 'page.html': html });
    const { stderr, exitCode } = await run(['html', 'page.html'], { cwd });
    expect(stderr).toMatch(warning);
    expect(exitCode).toBe(0);
    expect((await read(cwd, 'page.pdf')).pages[0]).toMatch(/\{\{ (?:i\.)?name \}\}/);
  });

  it.each<[string, string, string[], string]>([
    ['data came', '<p>Dear {{ name }}!', ['-s', 'other=1'], 'Dear !'],
    ['one of them prints', '<p>{{ name }}{{ 1 + 1 }}', [], '2'],
    ['the page has other Twig', '{% set name = "" %}<p>{{ name }}Ada', [], 'Ada'],
    ['--twig says that they are Twig', '<p>Dear {{ name }}!', ['--twig'], 'Dear !'],
  ])('are filled when %s', async (_, html, args, text) => {
    const cwd = temporaryFolder({ 'page.html': html });
    const { stderr, exitCode } = await run(['html', 'page.html', ...args], { cwd });
    expect(stderr).not.toContain('no data was given');
    expect(exitCode).toBe(0);
    expect((await read(cwd, 'page.pdf')).pages[0]).toBe(text);
  });

  it('cause no warning with --no-twig, and an error with --strict', async () => {
    const cwd = temporaryFolder({ 'page.html': vue });
    const plain = await run(['html', 'page.html', '--no-twig'], { cwd });
    expect(plain.stderr).not.toContain('warning');
    expect((await read(cwd, 'page.pdf')).pages[0]).toContain('{{ i.name }}');
    const strict = await run(['html', 'page.html', '--strict', '--force'], { cwd });
    expect(strict.exitCode).toBe(5);
    expect(strict.stderr).toContain('It looks like a page of Vue; --no-twig prints it as it is.');
  });

  it('that are not Twig get a hint that names their language', async () => {
    const cwd = temporaryFolder({ 'page.html': '<ul>{{#each items}}<li>{{this}}{{/each}}</ul>' });
    const { stderr, exitCode } = await run(['html', 'page.html'], { cwd });
    expect(stderr).toContain('It looks like a page of Handlebars; --no-twig prints it as it is.');
    expect(exitCode).toBe(5);
  });
});

describe('the page', () => {
  it('follows the options', async () => {
    const cwd = temporaryFolder({
      'page.html': page,
      'head.html': 'Top of {{ name }}',
      'foot.html': '<span class="pageNumber"></span> of <span class="totalPages"></span>',
    });
    const options = [
      '--format',
      'a5',
      '--landscape',
      '--margin',
      '20mm',
      '--header',
      'head.html',
      '--footer',
      'foot.html',
    ];
    const meta = ['--meta', 'title=For {{ name }}', '--meta', 'author=日本'];
    const { stderr, exitCode } = await run(['html', 'page.html', '-s', 'name=Ada', ...options, ...meta], {
      cwd,
    });
    expect(stderr).toMatch(summary);
    expect(exitCode).toBe(0);
    const pdf = await read(cwd, 'page.pdf');
    expect(pdf.sizes).toEqual([{ width: 210, height: 148 }]);
    expect(pdf.pages[0]).toMatch(/Top of Ada/);
    expect(pdf.pages[0]).toMatch(/1 of 1/);
    expect(pdf.info).toMatchObject({ Title: 'For Ada', Author: '日本' });
  });

  it('finds its files beside the HTML, or in --assets', async () => {
    const html = '<link rel="stylesheet" href="a.css"><p>x';
    const css = '@page { size: A5 }';
    const cwd = temporaryFolder({ 'in/page.html': html, 'in/a.css': css, 'files/a.css': css });
    expect((await run(['html', 'in/page.html', '--strict'], { cwd })).exitCode).toBe(0);
    expect((await read(cwd, 'page.pdf')).sizes).toEqual([{ width: 148, height: 210 }]);
    const piped = await run(['html', '-', '--assets', 'files', '--strict'], { cwd, input: html });
    expect(piped.exitCode).toBe(0);
    expect((await read(cwd, 'document.pdf')).sizes).toEqual([{ width: 148, height: 210 }]);
  });

  it('resolves its links against its own path below --assets', async () => {
    const cwd = temporaryFolder({
      'site/pages/a b/page.html':
        '<link rel=stylesheet href="../../css/a.css"><img src="x.svg"><img src="/top.svg"><a id="x" href="#x">x</a>',
      'site/pages/a b/head.html': '<img src="x.svg" height="9">Top',
      'site/css/a.css': '@page { size: A5 } p { background: url(../top.svg) }',
      'site/top.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'site/pages/a b/x.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    const args = ['html', 'site/pages/a b/page.html', '--assets', 'site', '--strict'];
    const { stderr, exitCode } = await run([...args, '--header', 'site/pages/a b/head.html'], { cwd });
    expect(exitCode, stderr).toBe(0);
    expect((await read(cwd, 'page.pdf')).sizes).toEqual([{ width: 148, height: 210 }]);
    const outside = await run(['html', 'site/pages/a b/page.html', '--assets', 'site/css', '-o', 'b.pdf'], {
      cwd,
    });
    expect(outside.stderr).toContain('x.svg did not load: there is no such file');
  });

  it('shows frames and fetches files from its folder', async () => {
    const cwd = temporaryFolder({
      'in/page.html':
        '<iframe src="parts/frame.html"></iframe><object data="parts/object.htm" type="text/html"></object><p id=out>-<script type="module">import { text } from "./m.mjs"; const { name } = await (await fetch("data.json")).json(); out.textContent = name + text</script>',
      'in/parts/frame.html': '<link rel=stylesheet href="f.css"><p>In a frame',
      'in/parts/f.css': 'p::after { content: " with style" }',
      'in/parts/object.htm': '<p>In an object',
      'in/m.mjs': 'export const text = " from a module"',
      'in/data.json': '{ "name": "Ada" }',
    });
    const { stderr, exitCode } = await run(['html', 'in/page.html', '--strict'], { cwd });
    expect(exitCode, stderr).toBe(0);
    const [text] = (await read(cwd, 'page.pdf')).pages;
    for (const part of ['In a frame with style', 'In an object', 'Ada from a module']) {
      expect(text).toContain(part);
    }
  });

  it('restricts frames and scripts like the page itself', async () => {
    const cwd = temporaryFolder({
      'in/page.html':
        '<iframe src="../above.html"></iframe><iframe src=".hidden/x.html"></iframe><iframe src="frame.html"></iframe>x',
      'in/frame.html': '<p>Frame<iframe src="key.pem"></iframe><img src="http://127.0.0.1:8099/x.png">',
      'in/.hidden/x.html': 'Hidden',
      'in/key.pem': 'Secret',
      'above.html': 'Above',
    });
    const { stderr } = await run(['html', 'in/page.html'], { cwd });
    expect(stderr).toContain("../above.html is outside the document's folder; allow it with --assets .");
    expect(stderr).toContain('.hidden/x.html did not load: hidden files are never used');
    expect(stderr).toContain('key.pem did not load');
    expect(stderr).toContain('http://127.0.0.1:8099/x.png was blocked');
    const [text] = (await read(cwd, 'page.pdf')).pages;
    expect(text).toContain('Frame');
    expect(text).not.toMatch(/Above|Hidden|Secret/);
  });

  it('names a file above its folder, and the folder that --assets needs', async () => {
    const cwd = temporaryFolder({
      'site/sub/page.html':
        '<link rel=stylesheet href="../imp.css"><link rel=stylesheet href="own.css"><img src="../gone.svg">x',
      'site/sub/own.css': 'p { background: url("../../up%20here/a.svg?v=1") }',
      'site/imp.css': '@page { size: A5 }',
      'up here/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    const page = 'site/sub/page.html';
    const { stderr } = await run(['html', page, '-s', 'x=1'], { cwd });
    expect(stderr).toContain("../imp.css is outside the document's folder; allow it with --assets site\n");
    expect(stderr).toContain('gone.svg did not load: there is no such file as ../gone.svg\n');
    const below = await run(['html', 'page.html'], { cwd: join(cwd, 'site/sub') });
    expect(below.stderr).toContain(
      "../imp.css is outside the document's folder; allow it with --assets ..\n",
    );
    const cured = await run(['html', page, '--assets', 'site', '--force'], { cwd });
    expect(cured.stderr).not.toContain('imp.css');
    expect((await read(cwd, 'page.pdf')).sizes).toEqual([{ width: 148, height: 210 }]);
  });

  it('names a file that a style sheet expects above the folder', async () => {
    const cwd = temporaryFolder({
      'sub/page.html': '<link rel=stylesheet href="css/own.css"><p>x',
      'sub/css/own.css': 'p { background: url("../../up%20here/a.svg?v=1") }',
      'up here/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    const { stderr } = await run(['html', 'page.html'], { cwd: join(cwd, 'sub') });
    expect(stderr).toContain(
      "../../up%20here/a.svg is outside the document's folder; allow it with --assets ..\n",
    );
  });

  it('with a missing file warns, and fails with --strict', async () => {
    const cwd = temporaryFolder({ 'page.html': '<p>x<img src="gone.png">' });
    const lax = await run(['html', 'page.html'], { cwd });
    expect(lax.stderr).toMatch(/^warning: gone\.png did not load: /m);
    expect(lax.exitCode).toBe(0);
    const strict = await run(['html', 'page.html', '-o', 'strict.pdf', '--strict'], { cwd });
    expect(strict.stderr).toContain('gone.png');
    expect(strict.exitCode).toBe(6);
    expect(existsSync(join(cwd, 'strict.pdf'))).toBe(false);
  });

  it('with an undefined variable leaves it empty, and fails with --strict', async () => {
    const cwd = temporaryFolder({ 'page.html': '<p>{{ nobody }}' });
    expect((await run(['html', 'page.html'], { cwd })).exitCode).toBe(0);
    const { stderr, exitCode } = await run(['html', 'page.html', '-o', 'b.pdf', '--strict'], { cwd });
    expect(stderr).toMatch(/page\.html:1:\d+: .*nobody/);
    expect(exitCode).toBe(5);
  });

  it('runs scripts, and none with --no-scripts', async () => {
    const cwd = temporaryFolder({ 'page.html': '<p id=p>plain<script>p.textContent = "scripted"</script>' });
    await run(['html', 'page.html'], { cwd });
    await run(['html', 'page.html', '--no-scripts', '-o', 'none.pdf'], { cwd });
    expect((await read(cwd, 'page.pdf')).pages[0]).toContain('scripted');
    expect((await read(cwd, 'none.pdf')).pages[0]).toContain('plain');
  });

  it('that never ends is stopped at its deadline', async () => {
    const cwd = temporaryFolder({ 'page.html': '<script>while (true);</script>' });
    const { stderr, exitCode } = await run(['--timeout', '2s', 'html', 'page.html'], { cwd });
    expect(stderr).toMatch(/^error: No PDF within 2 s/);
    expect(exitCode).toBe(7);
    expect(readdirSync(cwd)).toEqual(['page.html']);
  });

  it('has the same bytes twice with --reproducible, and the date of SOURCE_DATE_EPOCH', async () => {
    const cwd = temporaryFolder({ 'page.html': `${page}{{ "now"|date("Y") }}` });
    await run(['html', 'page.html', '-o', 'a.pdf', '--reproducible'], { cwd });
    await run(['html', 'page.html', '-o', 'b.pdf', '--reproducible'], { cwd });
    expect(readFileSync(join(cwd, 'a.pdf')).equals(readFileSync(join(cwd, 'b.pdf')))).toBe(true);
    expect((await read(cwd, 'a.pdf')).info.CreationDate).toMatch(/^D:19700101000000/);
    await run(['html', 'page.html', '-o', 'c.pdf'], { cwd, env: { SOURCE_DATE_EPOCH: '1700000000' } });
    const dated = await read(cwd, 'c.pdf');
    expect(dated.info.CreationDate).toMatch(/^D:20231114221320/);
    expect(dated.pages[0]).toContain('2023');
  });

  it('has the same bytes with --reproducible if scripts show the date, in any time zone at any time', async () => {
    const scripted = `<p id="shown"></p><script>
      shown.textContent = [new Date().toLocaleString(), Math.random()].join(' ')</script>`;
    const cwd = temporaryFolder({ 'page.html': scripted, 'head.html': '<b class="date"></b>' });
    const args = ['html', 'page.html', '--header', 'head.html', '--margin-top', '20mm'];
    const places = [
      { TZ: 'Asia/Tokyo', LANG: 'ja_JP.UTF-8' },
      { TZ: 'America/Lima', LC_ALL: 'de_DE.UTF-8' },
    ];
    for (const [i, env] of places.entries()) {
      await run([...args, '-o', `${i}.pdf`], { cwd, env: { ...env, SOURCE_DATE_EPOCH: '1700000000' } });
    }
    expect((await read(cwd, '0.pdf')).pages[0]).toMatch(
      /11\/14\/2023, 10:13:20 PM 0\.\d+[\s\S]*11\/14\/23, 10:13 PM/,
    );
    expect(readFileSync(join(cwd, '1.pdf')).equals(readFileSync(join(cwd, '0.pdf')))).toBe(true);
  });

  it('warns every time it is rendered without the sandbox', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    const env = { PDFAPI_NO_SANDBOX: '1' };
    expect((await run(['html', 'page.html', '-q'], { cwd, env })).stderr).toMatch(
      /^warning: the browser sandbox is off/,
    );
    expect((await run(['html', 'page.html', '-y', '--no-sandbox'], { cwd })).stderr).toMatch(
      /^warning: the browser sandbox/,
    );
  });
});

describe('--report', () => {
  it('writes a file beside the PDF', async () => {
    const cwd = temporaryFolder({ 'page.html': `${page}<script>console.log("hi")</script>` });
    const { stdout } = await run(['html', 'page.html', '--report', 'r.json'], { cwd });
    expect(stdout).toBe('page.pdf\n');
    expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))).toMatchObject({
      pages: 1,
      bytes: expect.any(Number),
      timings: { total: expect.any(Number) },
      fonts: [{ family: expect.any(String) }],
      console: [{ text: 'hi' }],
    });
  });

  it('is written if the document fails because of its findings', async () => {
    const cwd = temporaryFolder({ 'page.html': '<img src="gone.png"><img src=".hidden.png">x' });
    const failed = await run(['html', 'page.html', '--strict', '--report', 'r.json'], { cwd });
    expect(failed.exitCode).toBe(6);
    expect(readdirSync(cwd).sort()).toEqual(['page.html', 'r.json']);
    const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'));
    expect(report).toMatchObject({
      error: { code: 'strict', exit: 6 },
      failed: expect.arrayContaining([
        { url: 'gone.png', reason: 'there is no such file' },
        { url: '.hidden.png', reason: 'hidden files are never used' },
      ]),
    });
    const piped = await run(['html', 'page.html', '--strict', '--report', '-'], { cwd });
    expect(JSON.parse(piped.stdout).error.code).toBe('strict');
  });

  it('is written on a timeout, with the findings until then', async () => {
    const html = '<script>console.log("before"); window.pdfapiReady = new Promise(() => {})</script><p>x';
    const cwd = temporaryFolder({ 'page.html': html });
    const { exitCode } = await run(['html', 'page.html', '--timeout', '3s', '--report', 'r.json'], { cwd });
    expect(exitCode).toBe(7);
    expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))).toMatchObject({
      error: { code: 'timeout' },
      console: [{ text: 'before' }],
    });
  });

  it('goes to stdout instead of the path', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    const { stdout } = await run(['html', 'page.html', '--report', '-'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ pages: 1 });
    expect(existsSync(join(cwd, 'page.pdf'))).toBe(true);
  });
});

describe('a page that its scripts have not finished', () => {
  const html =
    '<p>Text</p><script>PagedConfig = { before: () => new Promise(() => {}) }; PagedPolyfill = { chunker: { rendered: false } }</script>';
  const warning = 'Paged.js had not laid out all pages when the document was printed: give it more time';

  it('is printed with a warning', async () => {
    const cwd = temporaryFolder({ 'page.html': html });
    const { exitCode, stderr } = await run(['html', 'page.html'], { cwd });
    expect(stderr).toContain(`${warning} with --timeout`);
    expect(exitCode).toBe(0);
    expect((await read(cwd, 'page.pdf')).pages[0]).toBe('Text');
  });

  it('is an error with --strict', async () => {
    const cwd = temporaryFolder({ 'page.html': html });
    const { exitCode, stderr } = await run(['html', 'page.html', '--strict'], { cwd });
    expect(stderr).toContain(warning);
    expect(exitCode).toBe(6);
    expect(readdirSync(cwd)).toEqual(['page.html']);
  });
});

describe('a page that is not a template', () => {
  const braces = '<style>@media print{#a{color:red}}</style><p id="a">{{ vue }} {% x %}';

  it('is printed unchanged with --no-twig', async () => {
    const cwd = temporaryFolder({ 'page.html': braces });
    expect((await run(['html', 'page.html', '--no-twig'], { cwd })).exitCode).toBe(0);
    expect((await read(cwd, 'page.pdf')).pages[0]).toBe('{{ vue }} {% x %}');
  });

  it('is not blamed for an error in a property', async () => {
    const cwd = temporaryFolder({ 'page.html': '<p>x' });
    const { exitCode, stderr } = await run(['html', 'page.html', '--meta', 'title=No. {{ 1|nope }}'], {
      cwd,
    });
    expect(stderr).toMatch(/^error: --meta title:1:10: .*nope/);
    expect(stderr).toContain('  1 │ No. {{ 1|nope }}\n');
    expect(stderr).not.toContain('--no-twig');
    expect(exitCode).toBe(5);
  });

  it('gets a hint if its braces are not Twig', async () => {
    const cwd = temporaryFolder({ 'page.html': braces });
    const { exitCode, stderr } = await run(['html', 'page.html'], { cwd });
    expect(exitCode).toBe(5);
    expect(stderr).toContain('--no-twig');
  });
});
