/** The files inside a PDF on the command line: they are listed, and extracted. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { attached } from '../support/pdf/attached.ts';
import { buildPdf, minimalObjects } from '../support/pdf/build-pdf.ts';
import { fixture } from '../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, qpdf } from '../support/pdf/installed.ts';
import { run, shell } from '../support/run.ts';

const xml = '<Invoice>ü</Invoice>';
const table = '1,2\n'.repeat(1000);
const date = new Date('2026-01-31T12:34:56Z');

const invoice = attached(fixture('report'), [
  {
    name: 'factur-x.xml',
    data: Buffer.from(xml),
    type: 'text/xml',
    description: 'Rechnungsdaten ü',
    relationship: 'Alternative',
    modified: date,
  },
  { name: 'Tabelle №1.csv', data: Buffer.from(table), type: 'text/csv' },
]);

function folder(pdf: Uint8Array = invoice): string {
  const cwd = temporaryFolder({});
  writeFileSync(join(cwd, 'invoice.pdf'), pdf);
  return cwd;
}

/** A file specification with its stream, as objects of a file; `name` in the syntax of PDF. */
function specification(name: string, data: string, dict = ''): readonly [spec: string, stream: string] {
  const packed = deflateSync(data).toString('latin1');
  return [
    `<</Type/Filespec/F(${name})/UF(${name})${dict}/EF<</F STREAM>>>>`,
    `<</Type/EmbeddedFile/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream`,
  ];
}

/** Files of these names in a name tree that contains itself. */
function withNames(names: readonly string[]): Buffer {
  const objects: Record<number, string> = {
    ...minimalObjects,
    1: '<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles 4 0 R>>>>',
  };
  const entries = names.map((name, i) => {
    const [spec, stream] = specification(name, `file ${i}`);
    objects[10 + 2 * i] = spec.replace('STREAM', `${11 + 2 * i} 0 R`);
    objects[11 + 2 * i] = stream;
    return `(${i})${10 + 2 * i} 0 R`;
  });
  objects[4] = '<</Kids[5 0 R 4 0 R]>>';
  objects[5] = `<</Names[${entries.join(' ')}]/Kids[4 0 R]>>`;
  return buildPdf(objects);
}

it('attachments lists the files as rows, and as JSON', async () => {
  const cwd = folder();
  const { stdout, exitCode } = await run(['attachments', 'invoice.pdf'], { cwd });
  expect(exitCode).toBe(0);
  expect(stdout.split('\n')).toEqual([
    `factur-x.xml\t${Buffer.byteLength(xml)}\ttext/xml\tAlternative\t2026-01-31T12:34:56.000Z\t\tRechnungsdaten ü`,
    'Tabelle №1.csv\t4000\ttext/csv\tUnspecified\t\t\t',
    '',
  ]);
  const json = JSON.parse((await run(['attachments', 'invoice.pdf', '--json'], { cwd })).stdout);
  expect(json.attachments[0]).toEqual({
    name: 'factur-x.xml',
    file_name: 'factur-x.xml',
    bytes: Buffer.byteLength(xml),
    type: 'text/xml',
    relationship: 'Alternative',
    description: 'Rechnungsdaten ü',
    created: null,
    modified: '2026-01-31T12:34:56.000Z',
    page: null,
    problem: null,
  });
});

it('attachments says that a PDF has no files', async () => {
  const { stdout, stderr, exitCode } = await run(['attachments', 'invoice.pdf'], {
    cwd: folder(fixture('plain')),
  });
  expect([stdout, exitCode]).toEqual(['', 0]);
  expect(stderr).toContain('no attached files');
});

it('attachments extracts all files to a new folder, and overwrites none without --force', async () => {
  const cwd = folder();
  const first = await run(['attachments', 'invoice.pdf', '-o', 'new/files'], { cwd });
  expect(first.stdout).toBe('new/files/factur-x.xml\nnew/files/Tabelle №1.csv\n');
  expect(readFileSync(join(cwd, 'new/files/factur-x.xml'), 'utf8')).toBe(xml);
  expect(readFileSync(join(cwd, 'new/files/Tabelle №1.csv'), 'utf8')).toBe(table);
  writeFileSync(join(cwd, 'new/files/Tabelle №1.csv'), 'mine');
  const again = await run(['attachments', 'invoice.pdf', '-o', 'new/files'], { cwd });
  expect(again.exitCode).not.toBe(0);
  expect(again.stderr).toContain('already exists');
  expect(readFileSync(join(cwd, 'new/files/Tabelle №1.csv'), 'utf8')).toBe('mine');
  const forced = await run(['attachments', 'invoice.pdf', '-o', 'new/files', '--force'], { cwd });
  expect(forced.exitCode).toBe(0);
  expect(readFileSync(join(cwd, 'new/files/Tabelle №1.csv'), 'utf8')).toBe(table);
});

it('attachments writes one file to stdout, to a file, and to a folder', async () => {
  const cwd = folder();
  const one = ['attachments', 'invoice.pdf', '--name', 'factur-x.xml', '-o'];
  expect((await run([...one, '-'], { cwd })).stdout).toBe(xml);
  mkdirSync(join(cwd, 'there'));
  await run([...one, 'data.xml'], { cwd });
  await run([...one, 'there'], { cwd });
  expect(readFileSync(join(cwd, 'data.xml'), 'utf8')).toBe(xml);
  expect(readFileSync(join(cwd, 'there/factur-x.xml'), 'utf8')).toBe(xml);
  const piped = await shell(`cat invoice.pdf | pdfapi attachments - --name factur-x.xml -o - | wc -c`, {
    cwd,
  });
  expect(Number(piped.stdout)).toBe(Buffer.byteLength(xml));
});

it('attachments names the files if --name or stdout does not fit', async () => {
  const cwd = folder();
  const wrong = await run(['attachments', 'invoice.pdf', '--name', 'x.xml'], { cwd });
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr).toContain('factur-x.xml');
  const two = await run(['attachments', 'invoice.pdf', '-o', '-'], { cwd });
  expect(two.exitCode).toBe(2);
  expect(two.stderr).toContain('--name "factur-x.xml"');
});

it('attachments keeps names inside the folder, visible, and apart', async () => {
  const names = [
    '../../outside.txt',
    '/etc/passwd',
    'C:\\\\Windows\\\\a.txt',
    'a.txt',
    'A.TXT',
    '..',
    '.profile',
    'nul.txt',
    'tab\\tname\\001[31m.txt',
    `${'x'.repeat(400)}.xml`,
    '',
  ];
  const cwd = folder(withNames(names));
  mkdirSync(join(cwd, 'out'));
  const { stdout, exitCode } = await run(['attachments', 'invoice.pdf', '-o', 'out'], { cwd });
  expect(exitCode).toBe(0);
  expect(stdout.trim().split('\n')).toEqual(
    [
      'outside.txt',
      'passwd',
      'a.txt',
      'a (2).txt',
      'A (2).TXT'.replace('(2)', '(3)'),
      'attachment',
      '_profile',
      '_nul.txt',
      'tab_name_[31m.txt',
      `${'x'.repeat(196)}.xml`,
      '10',
    ].map((name) => `out/${name}`),
  );
  expect(readdirSync(join(cwd, 'out')).length).toBe(names.length);
  expect(readdirSync(cwd).sort()).toEqual(['invoice.pdf', 'out']);
  expect(existsSync(join(cwd, '../outside.txt'))).toBe(false);
  expect(readFileSync(join(cwd, 'out/A (3).TXT'), 'utf8')).toBe('file 4');
});

it('attachments does not follow a link that has the name of a file', async () => {
  const cwd = folder(withNames(['a.txt']));
  mkdirSync(join(cwd, 'out'));
  symlinkSync(join(cwd, 'elsewhere.txt'), join(cwd, 'out/a.txt'));
  const { exitCode } = await run(['attachments', 'invoice.pdf', '-o', 'out'], { cwd });
  expect(exitCode).not.toBe(0);
  expect(existsSync(join(cwd, 'elsewhere.txt'))).toBe(false);
});

it('attachments finds files of annotations and of any object, each once', async () => {
  const [note, noteStream] = specification('note.txt', 'note', '/Desc(A note)');
  const [maths, mathsStream] = specification('maths.xml', 'maths', '/AFRelationship/Supplement');
  const cwd = folder(
    buildPdf({
      ...minimalObjects,
      1: '<</Type/Catalog/Pages 2 0 R/AF[7 0 R]/StructTreeRoot<</K[<</S/Formula/AF 7 0 R/P 1 0 R>>]>>>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[4 0 R]/AF[5 0 R]>>',
      4: '<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 5 0 R/P 3 0 R>>',
      5: note.replace('STREAM', '6 0 R'),
      6: noteStream,
      7: maths.replace('STREAM', '8 0 R'),
      8: mathsStream,
    }),
  );
  const { stdout } = await run(['attachments', 'invoice.pdf'], { cwd });
  expect(stdout.split('\n')).toEqual([
    'note.txt\t4\t\t\t\t1\tA note',
    'maths.xml\t5\t\tSupplement\t\t\t',
    '',
  ]);
});

it('attachments extracts what can be read beside a file that is a bomb', async () => {
  const inner = deflateSync(Buffer.alloc(300_000_000));
  const bomb = deflateSync(inner).toString('latin1');
  const [good, goodStream] = specification('good.txt', 'good');
  const cwd = folder(
    buildPdf({
      ...minimalObjects,
      1: '<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a)4 0 R(b)6 0 R]>>>>>>',
      4: '<</Type/Filespec/F(bomb.txt)/EF<</F 5 0 R>>>>',
      5: `<</Filter[/FlateDecode/FlateDecode]/Length ${bomb.length}>>stream\n${bomb}\nendstream`,
      6: good.replace('STREAM', '7 0 R'),
      7: goodStream,
    }),
  );
  const { exitCode, stdout, stderr } = await run(['attachments', 'invoice.pdf', '-o', 'out'], { cwd });
  expect(stdout).toBe('out/good.txt\n');
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('bomb.txt: A stream of the PDF is too large when decompressed.');
  expect(readdirSync(join(cwd, 'out'))).toEqual(['good.txt']);
});

it.runIf(hasQpdf)('attachments opens protected PDFs with a password', async () => {
  const cwd = folder(qpdf(invoice, ['--encrypt', 'user', 'owner', '256', '--']));
  writeFileSync(join(cwd, 'secret.txt'), 'user\n');
  const locked = await run(['attachments', 'invoice.pdf'], { cwd });
  expect(locked.exitCode).not.toBe(0);
  expect(locked.stderr).toContain('--password-file');
  const args = ['attachments', 'invoice.pdf', '--name', 'factur-x.xml', '-o', '-'];
  expect((await run([...args, '--password-file', 'secret.txt'], { cwd })).stdout).toBe(xml);
  expect((await run(args, { cwd, env: { PDFAPI_PDF_PASSWORD: 'owner' } })).stdout).toBe(xml);
});

it.runIf(hasQpdf && hasPoppler)('attachments extracts what pdfdetach and qpdf do', async () => {
  const cwd = folder(fixture('form'));
  const files = { 'a b.txt': 'one', 'ü.bin': 'two '.repeat(5000), 'empty.txt': '' };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(cwd, name), text);
    writeFileSync(
      join(cwd, 'invoice.pdf'),
      qpdf(readFileSync(join(cwd, 'invoice.pdf')), [
        '--add-attachment',
        join(cwd, name),
        `--key=${name}`,
        `--filename=${name}`,
        '--mimetype=text/plain',
        '--',
      ]),
    );
  }
  await run(['attachments', 'invoice.pdf', '-o', 'ours'], { cwd });
  mkdirSync(join(cwd, 'poppler'));
  await execa('pdfdetach', ['-saveall', '-o', 'poppler', 'invoice.pdf'], {
    cwd,
    env: { LC_ALL: 'C.UTF-8' },
  });
  expect(readdirSync(join(cwd, 'ours')).sort()).toEqual(readdirSync(join(cwd, 'poppler')).sort());
  for (const [name, text] of Object.entries(files)) {
    expect(readFileSync(join(cwd, 'ours', name), 'utf8')).toBe(text);
    expect(readFileSync(join(cwd, 'poppler', name), 'utf8')).toBe(text);
    const byQpdf = await execa('qpdf', [`--show-attachment=${name}`, 'invoice.pdf'], {
      cwd,
      encoding: 'buffer',
    });
    expect(Buffer.from(byQpdf.stdout).toString()).toBe(text);
  }
});

it('a single --name that several files have is refused for one file, and written to a folder', async () => {
  const cwd = folder(withNames(['factur-x.xml', 'other.txt', 'factur-x.xml']));
  const args = ['attachments', 'invoice.pdf', '--name', 'factur-x.xml', '-o'];
  const { exitCode, stderr } = await run([...args, 't.xml'], { cwd });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: `error: 2 files of the PDF have the name "factur-x.xml".
Choose one: --name "factur-x (2).xml" (there are: factur-x.xml, factur-x (2).xml), or write all of them to a folder: -o 't.xml/'
code: usage (exit 2)
`,
  });
  expect(existsSync(join(cwd, 't.xml'))).toBe(false);
  await run(['attachments', 'invoice.pdf', '--name', 'factur-x (2).xml', '-o', 't.xml'], { cwd });
  expect(readFileSync(join(cwd, 't.xml'), 'utf8')).toBe('file 2');
  await run([...args, 'both/'], { cwd });
  expect(readdirSync(join(cwd, 'both')).sort()).toEqual(['factur-x (2).xml', 'factur-x.xml']);
});

it('says that the output must be a folder, and how one file is named', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'own.json'), '{}');
  const { stderr, exitCode } = await run(['attachments', 'invoice.pdf', '-o', 'own.json'], { cwd });
  expect(stderr).toContain('-o own.json is a file, but attached files are written to a folder.');
  expect(stderr).toContain(
    "To a folder: -o 'own/'. One of them, to this file: --name 'factur-x.xml' -o 'own.json'",
  );
  expect([exitCode, readFileSync(join(cwd, 'own.json'), 'utf8')]).toEqual([2, '{}']);
});
