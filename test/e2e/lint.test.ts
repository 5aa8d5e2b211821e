/** What keeps a PDF from being accessible, as a check of templates and a render report it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { root, run } from '../support/run.ts';

const layout = `<!doctype html>
<html lang="en">
<title>{% block title %}{% endblock %}</title>
{% block body %}{% endblock %}
</html>`;
const files = {
  'a/template.html': `{% extends 'layout.html' %}
{% block title %}Invoice{% endblock %}
{% block body %}
  <h1>{{ title }}</h1>
  {% include 'logo.html' %}
{% endblock %}`,
  'a/partials/layout.html': layout,
  'a/partials/logo.html': '<img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>">',
  'a/data.json': '{ "title": "Invoice" }',
};
const hint = { ...files, 'a/partials/logo.html': '<a href="/">https://example.com/terms-of-delivery</a>' };
const logo =
  '<img> has no text alternative: add alt with what it shows, or alt="" for decoration. (image-alt)';

describe('templates check', () => {
  it('warns with file, line and column, in the file that has the fault', async () => {
    const cwd = temporaryFolder(files);
    const { stdout, stderr, exitCode } = await run(['templates', 'check', './a'], { cwd });
    expect(stderr).toBe(`warning: a/partials/logo.html:1:1: ${logo}\n`);
    expect(stdout).toBe('./a\tok\t0 errors\t1 warning\t0 hints\n');
    expect(exitCode).toBe(0);
  });

  it('checks the templates in a folder of templates', async () => {
    const cwd = temporaryFolder({
      'all/b/template.html': '<p>{% if %}',
      'all/c/template.html': '<p>C',
      'all/notes.txt': '',
    });
    const { stdout, exitCode } = await run(['templates', 'check', 'all'], { cwd });
    expect(stdout).toMatch(/^all\/b\tfailed\t.*\nall\/c\tok\t.*\n$/);
    expect(exitCode).toBe(5);
  });

  it('fails on warnings with --strict, whatever they are about', async () => {
    const cwd = temporaryFolder(files);
    const { stdout, stderr, exitCode } = await run(['templates', 'check', 'a', '--strict'], { cwd });
    expect(stdout).toBe('a\tfailed\t0 errors\t1 warning\t0 hints\n');
    expect(stderr).toContain('error: 1 of 1 template with warnings, which --strict does not accept.');
    expect(exitCode).toBe(5);
    const unused = temporaryFolder({ ...hint, 'a/style.css': '' });
    expect((await run(['templates', 'check', 'a', '--strict'], { cwd: unused })).exitCode).toBe(5);
  });

  it('never fails on hints', async () => {
    const cwd = temporaryFolder(hint);
    const { stdout, stderr, exitCode } = await run(['templates', 'check', 'a', '--strict'], { cwd });
    expect(stderr).toMatch(
      /^hint: a\/partials\/logo\.html:1:1: The text of this link is an address.*\(link-address\)\n$/,
    );
    expect(stdout).toBe('a\tok\t0 errors\t0 warnings\t1 hint\n');
    expect(exitCode).toBe(0);
  });

  it('warns of what PDF/UA forbids if the template asks for it', async () => {
    const html = '<!doctype html><html lang="en"><title>T</title><h2>Two</h2>';
    const cwd = temporaryFolder({ 'a/template.html': html, 'a/template.json': '{ "pdfua": true }' });
    const { stderr, exitCode } = await run(['templates', 'check', 'a', '--strict'], { cwd });
    expect(stderr).toMatch(/^warning: a\/template\.html:1:48: The first heading is an h2.*\(heading-first\)/);
    expect(exitCode).toBe(5);
    const render = await run(['generate', './a'], { cwd });
    expect(render.stderr).toMatch(/source +a\/template\.html:1:48: The first heading is an h2/);
    expect(render.exitCode).toBe(6);
  });

  it('prints all fields with --json', async () => {
    const cwd = temporaryFolder(files);
    const { stdout, exitCode } = await run(['templates', 'check', 'a', '--json'], { cwd });
    expect(JSON.parse(stdout)).toEqual({
      templates: [
        {
          path: 'a',
          ok: true,
          errors: [],
          warnings: [],
          accessibility: [
            {
              rule: 'image-alt',
              severity: 'warning',
              message: logo.replace(' (image-alt)', ''),
              file: 'a/partials/logo.html',
              line: 1,
              column: 1,
              pdfua: '7.3',
              wcag: '1.1.1',
            },
          ],
        },
      ],
    });
    expect(exitCode).toBe(0);
    const strict = await run(['templates', 'check', 'a', '--json', '--strict'], { cwd });
    expect(JSON.parse(strict.stdout).templates[0].ok).toBe(false);
    expect(strict.exitCode).toBe(5);
  });

  it('says nothing about accessibility while there are errors', async () => {
    const cwd = temporaryFolder({ ...files, 'a/header.html': '{{ 1 + }}' });
    const { stderr } = await run(['templates', 'check', 'a'], { cwd });
    expect(stderr).not.toContain('image-alt');
  });

  it('finds what an editor template lacks', async () => {
    const logo = {
      name: 'logo',
      type: 'svg',
      content: '<svg/>',
      position: { x: 0, y: 0 },
      width: 9,
      height: 9,
    };
    const page = { width: 210, height: 297, padding: [0, 0, 0, 0] };
    const cwd = temporaryFolder({ 'a/editor.json': JSON.stringify({ schemas: [[logo]], basePdf: page }) });
    const { stderr, exitCode } = await run(['templates', 'check', 'a', '--strict'], { cwd });
    expect(stderr).toMatch(/a\/editor\.json:1:\d+: page 1, field logo: say what .*\(image-alt\)/);
    expect(exitCode).toBe(5);
  });

  it('has nothing to say about the examples', async () => {
    const cwd = join(root, 'templates-examples');
    const { stdout, stderr, exitCode } = await run(['templates', 'check', ...readdirSync(cwd), '--strict'], {
      cwd,
    });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).not.toMatch(/[1-9]\d* hint/);
  });
});

describe('a render', () => {
  const page =
    '<html lang="en"><title>Page</title>\n<h1>Page</h1><img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>">\n<p style="color:#ccc">Pale</p>';

  it('says nothing about accessibility unless it is asked', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    const { stderr, exitCode } = await run(['html', 'page.html'], { cwd });
    expect(stderr).toMatch(/^page\.pdf {2}local/);
    expect((await run(['html', 'page.html', '--strict', '--force'], { cwd })).exitCode).toBe(exitCode);
  });

  it('warns with --lint, also of contrast, and has the findings in its report', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    const { stdout, stderr, exitCode } = await run(
      ['html', 'page.html', '--lint', '--report', '-', '-o', 'a.pdf'],
      {
        cwd,
      },
    );
    expect(stderr).toContain(`warning: page.html:2:14: ${logo}\n`);
    expect(stderr).toMatch(
      /warning: page\.html:3:1: The text "Pale" has a contrast of 1\.6:1 .*\(hint: text-contrast\)\n/,
    );
    expect(JSON.parse(stdout).accessibility).toMatchObject([
      { rule: 'image-alt', line: 2, severity: 'warning' },
      { rule: 'text-contrast', line: 3, severity: 'hint', wcag: '1.4.3' },
    ]);
    expect(exitCode).toBe(0);
  });

  it('fails with --lint --strict on warnings, and not on hints', async () => {
    const cwd = temporaryFolder({
      'page.html': page,
      'pale.html': page.replace('<img', '<img alt=""'),
      ...files,
    });
    const failed = await run(['html', 'page.html', '--lint', '--strict'], { cwd });
    expect(failed.stderr).toContain(`error: page.html:2:14: ${logo}`);
    expect(failed).toMatchObject({ exitCode: 6, stdout: '' });
    const pale = await run(['html', 'pale.html', '--lint', '--strict'], { cwd });
    expect(pale.stderr).toContain('text-contrast');
    expect(pale.exitCode).toBe(0);
    const template = await run(['generate', './a', '--lint', '--strict'], { cwd });
    expect(template.stderr).toContain(`error: a/partials/logo.html:1:1: ${logo}`);
    expect(template.exitCode).toBe(6);
  });

  it('finds contrast at the place of the template that makes the text', async () => {
    const cwd = temporaryFolder({
      ...files,
      'a/partials/logo.html': '<p class="dark">A</p>\n<p class="pale">{{ title }} of today</p>',
      'a/styles.css': '.pale { color: #ccc }',
    });
    const { stderr } = await run(['generate', './a', '--lint'], { cwd });
    expect(stderr).toMatch(
      /warning: a\/partials\/logo\.html:2:1: The text "Invoice of today" has a contrast/,
    );
  });

  it('warns once of the rows of a batch, and fails them with --strict', async () => {
    const cwd = temporaryFolder({ ...files, 'rows.csv': 'title\nOne\nTwo\n' });
    const rows = ['batch', './a', 'rows.csv', '-o', 'out/{{ title }}.pdf', '--lint'];
    const { stderr, exitCode } = await run(rows, { cwd });
    expect(stderr.match(/logo\.html:1:1: .*\(image-alt\)/g)).toHaveLength(1);
    expect(exitCode).toBe(0);
    const strict = await run([...rows, '--strict', '--force'], { cwd });
    expect(strict.stderr).toContain(`a/partials/logo.html:1:1: ${logo}`);
    expect(strict.exitCode).not.toBe(0);
  });

  it('warns of the templates of a merge, and fails it with --strict', async () => {
    const cwd = temporaryFolder(files);
    const merge = ['merge', './a', './a:a/data.json', '-o', 'all.pdf'];
    expect((await run(merge, { cwd })).stderr).not.toContain('image-alt');
    const { stderr, exitCode } = await run([...merge, '--lint'], { cwd });
    expect(stderr).toContain(`warning: ./a: a/partials/logo.html:1:1: ${logo}`);
    expect(exitCode).toBe(0);
    const strict = await run([...merge, '--lint', '--strict'], { cwd });
    expect(strict.stderr).toContain(logo);
    expect(strict.exitCode).toBe(6);
  });

  it('rejects --lint on a server', async () => {
    const cwd = temporaryFolder({ ...files, 'rows.csv': 'title\nOne\n' });
    for (const args of [
      ['generate', '12'],
      ['merge', '12', '13'],
      ['batch', '12', 'rows.csv', '-o', '{{ row_number }}.pdf'],
    ]) {
      const { stderr, exitCode } = await run([...args, '--lint'], { cwd });
      expect(stderr).toContain('--lint works only for local renders');
      expect(exitCode).toBe(2);
    }
  });
});
