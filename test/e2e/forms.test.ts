/** Forms on the command line: their fields are listed, and filled. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { makeForm } from '../support/forms/make-form.ts';
import { fixture } from '../support/pdf/fixture.ts';
import { hasQpdf, qpdf } from '../support/pdf/installed.ts';
import { run, shell } from '../support/run.ts';

const form = await makeForm();

function folder(files: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder(files);
  writeFileSync(join(cwd, 'form.pdf'), form);
  return cwd;
}

it('fields lists the fields as rows, and as JSON', async () => {
  const cwd = folder();
  const { stdout, exitCode } = await run(['fields', 'form.pdf'], { cwd });
  expect(exitCode).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'person.name\ttext\tNobody\t1\trequired\t\t',
    'person.zip\ttext\t\t1\tat most 5, comb\t\t',
    'notes\tmultiline\t\t1\t\t\t',
    'agree\tcheckbox\toff\t1\t\tYes\t',
    'colour\tradio\t\t1\t\tred | green\t',
    'country\tcombo\t\t1\t\tAustria | Belgium | Chile\t',
    'tags\tlist\t\t1\tseveral\tone | two | three\t',
    'fixed\ttext\tas it is\t1\tread-only\t\t',
    '',
  ]);
  const { stdout: json } = await shell('pdfapi fields - --json < form.pdf', { cwd });
  expect(JSON.parse(json).fields[1]).toEqual({
    name: 'person.zip',
    type: 'text',
    label: null,
    value: null,
    default: null,
    options: [],
    max_length: 5,
    required: false,
    read_only: false,
    multiple: false,
    editable: false,
    comb: true,
    signed: false,
    places: [{ page: 1, rect: [239.5, 449.5, 340.5, 470.5] }],
  });
});

it('fields says that a PDF has no form', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'plain.pdf'), fixture('plain'));
  const { stdout, stderr, exitCode } = await run(['fields', 'plain.pdf'], { cwd });
  expect([stdout, stderr, exitCode]).toEqual(['', 'The PDF has no form fields.\n', 0]);
});

it.skipIf(!hasQpdf)('fields opens a protected PDF with its password', async () => {
  const cwd = folder({ 'secret.txt': 'secret\n' });
  writeFileSync(join(cwd, 'locked.pdf'), qpdf(form, ['--encrypt', 'secret', 'owner', '256', '--']));
  const without = await run(['fields', 'locked.pdf'], { cwd });
  expect(without.exitCode).toBe(5);
  expect(without.stderr).toContain('locked.pdf: ');
  expect(without.stderr).toContain('--password-file');
  const { stdout } = await run(['fields', 'locked.pdf', '--password-file', 'secret.txt'], { cwd });
  expect(stdout).toContain('person.name\ttext\tNobody');
});
