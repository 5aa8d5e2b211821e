/** `pdfapi wkhtmltopdf` as programs start it: its PDFs, what it says, and how it ends. */
import { mkdirSync, openSync, readFileSync, readSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { bare, launcher, run, runForBytes } from '../support/run.ts';

const read = (folder: string, name: string) => readPdf(readFileSync(join(folder, name)));
const wk = async (cwd: string, args: readonly string[], input?: string) =>
  await run(['wkhtmltopdf', ...args], { cwd, ...(input === undefined ? {} : { input }) });

const breaking = '<div style="page-break-before: always"></div>';
const book = {
  'cover.html': '<title>Cover</title><h1>The cover</h1>',
  'a.html': `<title>Part A</title><h1>One</h1><p>x<h2>Two</h2>${breaking}<h1>Three</h1>`,
  'b.html': `<title>Part B</title><h2>Four</h2><h4>Five {{ braces }}</h4>${breaking}<p>end`,
};

/** A header as wkhtmltopdf's manual has it: a script puts the fields of the query string into elements. */
const scripted = `<!DOCTYPE html><html><head><script>
function subst() {
  var vars = {}, pairs = document.location.search.substring(1).split('&');
  for (var i in pairs) { var pair = pairs[i].split('=', 2); vars[pair[0]] = decodeURI(pair[1]); }
  ['page', 'topage', 'section', 'title', 'sitepage'].forEach(function (name) {
    var all = document.getElementsByClassName(name);
    for (var j = 0; j < all.length; j++) all[j].textContent = vars[name];
  });
}
</script></head><body style="margin: 0; background: #eef" onload="subst()">
<p style="margin: 0; height: 12mm">head <b class="page"></b>/<b class="topage"></b> <i class="section"></i></p>
</body></html>`;

describe('paper', () => {
  it('has the size, the orientation and the margins of the flags', async () => {
    const cwd = temporaryFolder({ 'in.html': '<p style="margin: 0">Text' });
    await wk(cwd, ['-q', '-s', 'Letter', '-O', 'Landscape', '-T', '2in', '-L', '35mm', 'in.html', 'out.pdf']);
    await wk(cwd, ['-q', '--page-width', '100', '--page-height', '12cm', 'in.html', 'own.pdf']);
    const pdf = await read(cwd, 'out.pdf');
    expect(pdf.sizes).toEqual([{ width: 279, height: 216 }]);
    // The margin of the body is 8 pixels.
    expect(pdf.place(1, 'Text').left).toBeCloseTo(35 + 2.1, 0);
    expect(pdf.place(1, 'Text').top).toBeGreaterThan(50.8 + 2);
    expect(pdf.place(1, 'Text').top).toBeLessThan(50.8 + 8);
    const own = await read(cwd, 'own.pdf');
    expect(own.sizes).toEqual([{ width: 100, height: 120 }]);
    expect(own.place(1, 'Text').left).toBeCloseTo(10 + 2.1, 0);
  });

  it('shows styles for screens and backgrounds, unless flags ask for others', async () => {
    const style =
      '<style>@media print { p::after { content: "PRINT" } } @media screen { p::after { content: "SCREEN" } }</style>';
    const html = `${style}<body style="margin: 0"><div style="height: 50mm; background: red"></div><p>on `;
    const cwd = temporaryFolder({ 'in.html': html });
    await wk(cwd, ['-q', 'in.html', 'a.pdf']);
    await wk(cwd, ['-q', '--print-media-type', '--no-background', '--zoom', '0.5', 'in.html', 'b.pdf']);
    await wk(cwd, ['-q', '-g', 'in.html', 'c.pdf']);
    const [a, b, c] = [await read(cwd, 'a.pdf'), await read(cwd, 'b.pdf'), await read(cwd, 'c.pdf')];
    expect(a.pages[0]).toContain('SCREEN');
    expect((await a.picture(1)).at(100, 30)).toEqual([255, 0, 0]);
    expect(b.pages[0]).toContain('PRINT');
    expect((await b.picture(1)).at(100, 20)).toEqual([255, 255, 255]);
    expect(b.place(1, 'on').size).toBeCloseTo(a.place(1, 'on').size / 2, 1);
    const grey = (await c.picture(1)).at(100, 30);
    expect(new Set(grey).size).toBe(1);
    expect(grey[0]).toBeLessThan(200);
    expect((await c.picture(1)).at(5, 280)).toEqual([255, 255, 255]);
  });

  it('is there as often as --copies says', async () => {
    const cwd = temporaryFolder(book);
    await wk(cwd, ['-q', '--copies', '2', 'a.html', 'a.pdf']);
    await wk(cwd, ['-q', '--copies', '2', '--no-collate', 'a.html', 'b.pdf']);
    const firstWords = async (name: string) =>
      (await read(cwd, name)).pages.map((text) => text.split(/\s/)[0]);
    expect(await firstWords('a.pdf')).toEqual(['One', 'Three', 'One', 'Three']);
    expect(await firstWords('b.pdf')).toEqual(['One', 'One', 'Three', 'Three']);
  });
});

describe('several objects', () => {
  it('are one PDF, with headers, numbers over all pages, a table of contents and an outline', async () => {
    const cwd = temporaryFolder(book);
    const texts = [
      '--header-left',
      '[section]/[subsection]',
      '--header-line',
      '--footer-center',
      '[page] of [topage]',
    ];
    const ran = await wk(cwd, [
      ...[
        '--title',
        'The book',
        ...texts,
        '--footer-right',
        '[sitepage] of [sitepages], [title] of [doctitle]',
      ],
      ...['cover', 'cover.html', 'toc', '--toc-header-text', 'Contents', 'a.html'],
      ...['b.html', '--header-right', '[webpage] {{ 1 }}', '--dump-outline', 'o.xml', 'out.pdf'],
    ]);
    expect(ran.exitCode).toBe(0);
    const pdf = await read(cwd, 'out.pdf');
    expect(pdf.pages).toHaveLength(6);
    expect(pdf.info.Title).toBe('The book');
    // The cover has neither header nor footer, but is counted.
    expect(pdf.pages[0]?.trim()).toBe('The cover');
    const shows = (page: number, ...texts: string[]) => {
      for (const text of texts) expect(pdf.pages[page - 1]).toContain(text);
    };
    shows(2, 'Contents', '2 of 6', '1 of 1, Contents of The book');
    expect(pdf.pages[1]).toMatch(/One\s*3\s*Two\s*3\s*Three\s*4\s*Four\s*5\s*Five \{\{ braces \}\}\s*5/);
    shows(3, 'One/Two', '3 of 6', '1 of 2, Part A of The book');
    shows(4, 'Three/', '4 of 6', '2 of 2, Part A of The book');
    shows(5, 'Four/Five {{ braces }}', 'b.html {{ 1 }}', '5 of 6');
    shows(6, 'Four/Five {{ braces }}', '6 of 6');
    expect(pdf.indentedOutline).toEqual(['Contents', 'One', ' Two', 'Three', 'Four', ' Five {{ braces }}']);
    expect(readFileSync(join(cwd, 'o.xml'), 'utf8')).toContain('<item title="Two" page="3"');
  });

  it('have entries in the table of contents that lead to their headings', async () => {
    const cwd = temporaryFolder(book);
    await wk(cwd, ['-q', '--page-offset', '10', 'toc', 'a.html', 'b.html', 'out.pdf']);
    const bytes = readFileSync(join(cwd, 'out.pdf'));
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const links = await (await pdf.getPage(1)).getAnnotations();
    const targets = await Promise.all(
      links.map(async ({ dest }) => {
        const [ref, , , top] = (await pdf.getDestination(dest)) ?? [];
        return [await pdf.getPageIndex(ref), Math.round(top)];
      }),
    );
    expect(targets.map(([page]) => page)).toEqual([1, 1, 2, 3, 3]);
    const [, two] = targets;
    expect(two?.[1]).toBeLessThan(targets[0]?.[1] ?? 0);
    expect((await readPdf(bytes)).pages[0]).toMatch(/One\s*12\s*Two\s*12\s*Three\s*13/);
  });

  it('leave out what flags leave out', async () => {
    const cwd = temporaryFolder(book);
    const excluded = ['a.html', 'b.html', '--exclude-from-outline'];
    await wk(cwd, ['-q', '--outline-depth', '1', 'toc', '--disable-toc-links', ...excluded, 'a.pdf']);
    await wk(cwd, ['-q', '--no-outline', 'a.html', 'b.pdf']);
    const [a, b] = [await read(cwd, 'a.pdf'), await read(cwd, 'b.pdf')];
    expect(a.indentedOutline).toEqual(['Table of Contents', 'One', 'Three']);
    expect(a.pages[0]).not.toContain('Four');
    expect(a.links).toEqual([]);
    expect(b.outline).toEqual([]);
  });
});

describe('a header that is a page', () => {
  it('gets the fields of each page, and the margin that it needs', async () => {
    const cwd = temporaryFolder({ ...book, 'head.html': scripted });
    const args = [
      '-q',
      '--header-html',
      'head.html',
      '--header-spacing',
      '3',
      'cover',
      'cover.html',
      'a.html',
      'b.html',
    ];
    expect((await wk(cwd, [...args, 'out.pdf'])).exitCode).toBe(0);
    const pdf = await read(cwd, 'out.pdf');
    expect(pdf.pages[0]).not.toContain('head');
    const heads = pdf.pages.slice(1).map((text) => /head (\d)\s*\/\s*(\d)\s*(\S*)/.exec(text)?.slice(1));
    expect(heads).toEqual([
      ['2', '5', 'One'],
      ['3', '5', 'Three'],
      ['4', '5', 'Four'],
      ['5', '5', 'Four'],
    ]);
    expect(pdf.place(2, 'head').top).toBeLessThan(12);
    // It is 12 mm high, and 3 mm are between it and the heading.
    expect(pdf.place(2, 'One').top).toBeGreaterThan(15);
    const picture = await pdf.picture(2);
    expect(picture.at(100, 6)).toEqual([238, 238, 255]);
    expect(picture.at(100, 14)).toEqual([255, 255, 255]);
  });

  it('stands at the end of a margin that is given', async () => {
    const cwd = temporaryFolder({ ...book, 'foot.html': '<body style="margin:0"><p style="margin:0">foot' });
    await wk(cwd, [
      '-q',
      '-B',
      '60mm',
      '--footer-html',
      'foot.html',
      '--footer-spacing',
      '10',
      'a.html',
      'out.pdf',
    ]);
    const pdf = await read(cwd, 'out.pdf');
    // Fonts differ by a millimetre in where their first line is.
    const tops = [1, 2].map((page) => Math.abs(pdf.place(page, 'foot').top - (297 - 60 + 10 + 4)));
    expect(Math.max(...tops)).toBeLessThan(1.2);
  });

  it('is refused as a text of HTML', async () => {
    const cwd = temporaryFolder(book);
    const { exitCode, stderr } = await wk(cwd, ['--header-html', '<p>head', 'a.html', 'out.pdf']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('--header-html should be a URL and not a string containing HTML code');
  });
});

describe('input and output', () => {
  it('are stdin and stdout as -', async () => {
    const given = { cwd: temporaryFolder(), input: '<h1>Piped</h1>' };
    const { stdout, stderr, exitCode } = await runForBytes(['wkhtmltopdf', '-', '-'], given);
    expect(exitCode).toBe(0);
    expect((await readPdf(stdout)).pages[0]).toContain('Piped');
    const said = Buffer.from(stderr).toString();
    expect(said).toMatch(/^Loading pages \(1\/6\) +\n\[/);
    expect(said).toMatch(/Page 1 of 1 +\nDone +\n$/);
  });

  it('overwrite a file, in the place that a wrapper has open', async () => {
    const cwd = temporaryFolder({ ...book, 'out.pdf': 'x'.repeat(100_000) });
    const opened = openSync(join(cwd, 'out.pdf'), 'r');
    expect((await wk(cwd, ['--quiet', 'a.html', 'out.pdf'])).stderr).toBe('');
    const bytes = Buffer.alloc(5);
    readSync(opened, bytes, 0, 5, 0);
    expect(bytes.toString()).toBe('%PDF-');
  });

  it('are lines of arguments with --read-args-from-stdin', async () => {
    const cwd = temporaryFolder(book);
    const lines = "--title 'First of all' a.html 1.pdf\n\nmissing.html 2.pdf\nb.html 3.pdf\n";
    const { exitCode } = await wk(cwd, ['-q', '-s', 'A5', '--read-args-from-stdin'], lines);
    expect(exitCode).toBe(1);
    expect((await read(cwd, '1.pdf')).info.Title).toBe('First of all');
    expect((await read(cwd, '3.pdf')).sizes[0]).toEqual({ width: 148, height: 210 });
  });

  it('work through a link with the name of wkhtmltopdf', async () => {
    const cwd = temporaryFolder(book);
    const link = join(cwd, 'wkhtmltopdf');
    symlinkSync(launcher, link);
    const start = async (...args: string[]) =>
      await execa(process.execPath, [link, ...args], { cwd, env: bare, stdin: 'ignore', reject: false });
    expect((await start('--version')).stdout).toMatch(/^wkhtmltopdf 0\.12\.6 \(with patched qt\)\npdfapi \d/);
    expect((await start('-V')).stdout).toMatch(/^wkhtmltopdf /);
    expect((await start('--extended-help')).stdout).toContain('--toc-text-size-shrink <real>');
    expect((await start('-q', '-s', 'A6', 'a.html', 'out.pdf')).exitCode).toBe(0);
    expect((await read(cwd, 'out.pdf')).sizes[0]).toEqual({ width: 105, height: 148 });
  });
});

describe('local files', () => {
  const files = {
    'in/page.html': '<link rel="stylesheet" href="../css/s.css"><p>text',
    'css/s.css': 'p::after { content: " styled" }',
  };

  it.each([
    ['are not read', [], false],
    ['are read with --enable-local-file-access', ['--enable-local-file-access'], true],
    ['are read if --allow names their folder', ['--allow', 'css'], true],
    ['are not read if --allow names another', ['--allow', 'in'], false],
  ])('%s', async (_, flags, isStyled) => {
    const cwd = temporaryFolder(files);
    const { exitCode, stderr } = await wk(cwd, ['--log-level', 'warn', ...flags, 'in/page.html', 'out.pdf']);
    expect(exitCode).toBe(0);
    expect((await read(cwd, 'out.pdf')).pages[0]?.includes('styled')).toBe(isStyled);
    expect(stderr.includes('access to local files is off')).toBe(!isStyled);
  });

  it('are read by file: addresses and absolute paths', async () => {
    const cwd = temporaryFolder(files);
    mkdirSync(join(cwd, 'other'));
    const sheet = `<link rel="stylesheet" href="file://${join(cwd, 'css/s.css')}"><p>text`;
    const ran = await wk(cwd, ['-q', '--enable-local-file-access', '-', 'out.pdf'], sheet);
    expect(ran.exitCode).toBe(0);
    expect((await read(cwd, 'out.pdf')).pages[0]).toContain('styled');
  });

  it('of the system do not get into a page by an iframe', async () => {
    const page = '<iframe src="file:///etc/passwd"></iframe><iframe src="/etc/passwd"></iframe><p>mine';
    const cwd = temporaryFolder({ 'in.html': page });
    await wk(cwd, ['-q', 'in.html', 'out.pdf']);
    expect((await read(cwd, 'out.pdf')).pages.join()).not.toContain('root:');
  });
});

interface Site {
  readonly address: string;
  readonly seen: readonly IncomingMessage[];
}

async function startSite(): Promise<Site> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const status = Number(/^\/(\d{3})/.exec(request.url ?? '')?.[1] ?? 200);
    response.writeHead(status, { 'content-type': 'text/html' });
    const script = "setTimeout(() => { p.textContent = 'late'; window.status = 'done' }, 1500)";
    response.end(`<title>Site</title><p id="p">early</p><script>${script}</script><p id="w"></p>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

describe('a web page', () => {
  it('gets the cookies, headers and the password of flags', async () => {
    const cwd = temporaryFolder();
    const { address, seen } = await startSite();
    const login = ['--username', 'ada', '--password', 'secret'];
    const sent = ['--cookie', 'session', 'a%20b', '--custom-header', 'X-Key', 'k', ...login];
    expect((await wk(cwd, ['-q', ...sent, `${address}/page`, 'out.pdf'])).exitCode).toBe(0);
    expect(seen[0]?.headers).toMatchObject({
      cookie: 'session=a%20b',
      'x-key': 'k',
      authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}`,
    });
  });

  it('is waited for, with scripts of flags and a window of a size', async () => {
    const cwd = temporaryFolder();
    const { address } = await startSite();
    const script = "document.getElementById('w').textContent = 'wide ' + innerWidth";
    const flags = ['--window-status', 'done', '--viewport-size', '1000x500', '--run-script', script];
    writeFileSync(join(cwd, 's.css'), 'p::before { content: "styled " }');
    await wk(cwd, ['-q', ...flags, '--user-style-sheet', 's.css', address, 'out.pdf']);
    await wk(cwd, ['-q', '--disable-javascript', address, 'none.pdf']);
    expect((await read(cwd, 'out.pdf')).pages[0]).toMatch(/styled late\s+styled wide 1000/);
    expect((await read(cwd, 'none.pdf')).pages[0]).toContain('early');
  });

  it.each([
    ['404', 2],
    ['401', 3],
    ['500', 1],
  ])('with status %s ends with %i, and is printed or left out if flags say so', async (status, code) => {
    const cwd = temporaryFolder(book);
    const { address } = await startSite();
    const failed = await wk(cwd, [`${address}/${status}`, 'out.pdf']);
    expect(failed.exitCode).toBe(code);
    expect(failed.stderr).toContain(`Exit with code ${code} due to http error: ${status}`);
    const handled = async (how: string) =>
      await wk(cwd, ['-q', '--load-error-handling', how, `${address}/${status}`, 'a.html', `${how}.pdf`]);
    expect((await handled('ignore')).exitCode).toBe(0);
    expect((await handled('skip')).exitCode).toBe(0);
    expect((await read(cwd, 'ignore.pdf')).pages).toHaveLength(3);
    expect((await read(cwd, 'skip.pdf')).pages).toHaveLength(2);
  });

  it('reaches no other host of this machine', async () => {
    const { address, seen } = await startSite();
    const cwd = temporaryFolder({ 'in.html': `<img src="${address}/picture"><p>x` });
    const { stderr, exitCode } = await wk(cwd, ['--log-level', 'warn', 'in.html', 'out.pdf']);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Warning: .*\/picture was blocked/);
    expect(seen).toEqual([]);
    const host = address.slice('http://'.length);
    await wk(cwd, ['-q', '--allow-host', host, 'in.html', 'out.pdf']);
    expect(seen).toHaveLength(1);
  });
});

describe('what cannot be done', () => {
  it.each([
    [['--nonsense', 'a.html', 'out.pdf'], /^Unknown long argument --nonsense\n/],
    [['a.html'], /^You need to specify at least one input file, and exactly one output file\n/],
    [['-T', 'wide', 'a.html', 'out.pdf'], /^Invalid argument\(s\) parsed to --margin-top/],
    [['--ssl-key-path', 'k', 'a.html', 'out.pdf'], /^Error: --ssl-key-path is refused: /],
    [['--proxy', 'http://proxy', 'a.html', 'out.pdf'], /^Error: --proxy is refused: /],
    [['toc', '--xsl-style-sheet', 'x.xsl', 'a.html', 'out.pdf'], /^Error: --xsl-style-sheet is refused: /],
  ])('is an error with 1: %s', async (args, said) => {
    const { exitCode, stderr } = await wk(temporaryFolder(book), args);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(said);
  });

  it('is a warning for flags without an effect', async () => {
    const cwd = temporaryFolder(book);
    const { exitCode, stderr } = await wk(cwd, [
      '--log-level',
      'warn',
      '--dpi',
      '300',
      '-l',
      'a.html',
      'out.pdf',
    ]);
    expect(exitCode).toBe(0);
    expect(stderr.match(/^Warning: --(?:dpi|lowquality) has no effect: /gm)).toHaveLength(2);
  });

  it('names a page that is not there', async () => {
    const { exitCode, stderr } = await wk(temporaryFolder(), [
      '--log-level',
      'error',
      'missing.html',
      'out.pdf',
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      'Error: Failed loading page missing.html (sometimes it will work just to ignore this error with --load-error-handling ignore)\nThere is no such file.\nExit with code 1, due to unknown error.\n',
    );
  });
});
