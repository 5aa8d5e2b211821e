/** Protected files open with either password and not without, and lose nothing, in every reader there is. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Permission } from '../../../../src/contract/api/protection.ts';
import { compactPdf, createFileProtection, PdfError, protectPdf } from '../../../../src/pdf/index.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { openProtected } from '../../../../src/pdf/protection/open-protected.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { attached } from '../../../support/pdf/attached.ts';
import { buildPdf, minimalObjects, streamObject } from '../../../support/pdf/build-pdf.ts';
import { fixture, fixtures } from '../../../support/pdf/fixture.ts';
import { hasMutool, hasPoppler, hasQpdf, pixels, run } from '../../../support/pdf/installed.ts';
import { viewed } from '../../../support/pdf/merge/viewed.ts';

const passwords = { userPassword: 'öffne dich', ownerPassword: 'ключ' };
const protect = (pdf: Uint8Array, options: Parameters<typeof createFileProtection>[0] = passwords) =>
  protectPdf(pdf, createFileProtection(options));

const awkward = 'One ( of \\ them ) \r\n and ))) \\\\n \\101';
const withFile = attached(fixture('report'), [
  { name: 'data.xml', data: Buffer.from('<data/>'), description: awkward },
]);
const documents: [string, Uint8Array][] = [
  ...fixtures.map((name): [string, Uint8Array] => [name, fixture(name)]),
  ['an incremental update with an attachment', withFile],
  ['object streams with an attachment', compactPdf(withFile, { metadata: {}, date: new Date(0) })],
  ['a merged form', mergeFiles([fixture('form'), fixture('report')])],
];

describe.each(documents)('%s', (_, plain) => {
  const sealed = protect(plain);

  it('keeps what viewers use', async () => {
    const before = await viewed(plain);
    for (const password of Object.values(passwords)) {
      const { info, ...after } = await viewed(sealed, password);
      expect({ ...after }).toEqual((({ info: _info, ...rest }) => rest)(before));
      expect(info.Title).toBe(before.info.Title);
    }
  });

  it('does not open without a password', async () => {
    await expect(viewed(sealed)).rejects.toMatchObject({ name: 'PasswordException' });
    await expect(viewed(sealed, 'other')).rejects.toMatchObject({ name: 'PasswordException' });
    expect(() => new PdfReader(sealed, { password: '' })).toThrow(PdfError);
  });

  it.runIf(hasQpdf)('is a valid file for qpdf', () => {
    for (const password of Object.values(passwords)) {
      expect(run('qpdf', ['--check', `--password=${password}`, '{}'], sealed)).toMatch(/No syntax or stream/);
    }
    expect(() => run('qpdf', ['--check', '{}'], sealed)).toThrow(/invalid password/);
  });

  it.runIf(hasPoppler)('looks the same in poppler', () => {
    expect(pixels(sealed, passwords.userPassword).equals(pixels(plain))).toBe(true);
    expect(() => pixels(sealed)).toThrow(/Incorrect password/);
  });

  it.runIf(hasMutool)('has the same text in mutool', () => {
    const text = (pdf: Uint8Array, more: string[] = []) =>
      run('mutool', ['draw', '-q', '-F', 'txt', ...more, '{}'], pdf);
    expect(text(sealed, ['-p', passwords.ownerPassword])).toBe(text(plain));
    expect(() => text(sealed)).toThrow(/authenticate password/);
  });

  it('opens with its key', async () => {
    const protection = createFileProtection(passwords);
    const opened = openProtected(protectPdf(plain, protection), protection.key);
    expect((await viewed(opened)).text).toEqual((await viewed(plain)).text);
  });
});

describe('what others may do', () => {
  const all: Permission[] = ['print', 'copy', 'annotate', 'fill', 'assemble', 'access'];
  const shown = (pdf: Uint8Array) => {
    const lines = run('qpdf', ['--show-encryption', '--password=u', '{}'], pdf).split('\n');
    return Object.fromEntries(lines.filter((line) => line.includes(': ')).map((line) => line.split(': ')));
  };
  const sealed = (permissions?: Permission[]) =>
    protect(fixture('plain'), { userPassword: 'u', ownerPassword: 'o', permissions });

  it.runIf(hasQpdf).each<[string, Permission[], string[]]>([
    ['nothing', [], []],
    ['print', ['print'], ['print low resolution', 'print high resolution']],
    ['copy', ['copy'], ['extract for any purpose']],
    ['fill', ['fill'], ['modify forms']],
    ['annotate, which includes filling', ['annotate'], ['modify forms', 'modify annotations']],
    ['assemble', ['assemble'], ['modify document assembly']],
  ])('%s is what qpdf reads', (_, permissions, allowed) => {
    const found = Object.entries(shown(sealed(permissions))).filter(([, value]) => value === 'allowed');
    expect(found.map(([name]) => name).sort()).toEqual(['extract for accessibility', ...allowed].sort());
  });

  it.runIf(hasQpdf)('is everything by default, and everything but other changes if all is named', () => {
    expect(Object.values(shown(sealed()))).not.toContain('not allowed');
    const denied = Object.entries(shown(sealed(all))).filter(([, value]) => value === 'not allowed');
    expect(denied.map(([name]) => name)).toEqual(['modify other', 'modify anything']);
  });

  it('is told apart by the password', () => {
    const pdf = sealed(['print']);
    expect(new PdfReader(pdf, { password: 'o' }).access?.isOwner).toBe(true);
    expect(new PdfReader(pdf, { password: 'u' }).access?.isOwner).toBe(false);
  });
});

it('a file with an owner password alone opens without one', async () => {
  const pdf = protect(fixture('plain'), { ownerPassword: 'o', permissions: [] });
  expect((await viewed(pdf)).text).toEqual((await viewed(fixture('plain'))).text);
  expect(new PdfReader(pdf, { password: '' }).access?.isOwner).toBe(false);
});

it('encrypts a stream that asked to be left plain, and no text of the file stays readable', async () => {
  const secret = 'BT /F 24 Tf 20 100 Td (Very secret words) Tj ET';
  const pdf = buildPdf(
    {
      ...minimalObjects,
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
      4: streamObject('/Filter/Crypt/DecodeParms<</Name/Identity>>', secret),
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      6: '<</Title(Hidden title)>>',
    },
    { trailer: '/Root 1 0 R/Info 6 0 R' },
  );
  const sealed = protect(pdf);
  const bytes = Buffer.from(sealed).toString('latin1');
  for (const text of ['secret', 'Hidden', deflateSync(secret).toString('latin1')]) {
    expect(bytes).not.toContain(text);
  }
  const { text, info } = await viewed(sealed, passwords.userPassword);
  expect([text, info.Title]).toEqual([['Very secret words'], 'Hidden title']);
});

it('rewrites a file whose objects have generations', async () => {
  const text = buildPdf(
    {
      ...minimalObjects,
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 1 R/Resources<</Font<</F 5 0 R>>>>>>',
      4: streamObject('', 'BT /F 24 Tf 20 100 Td (Second life) Tj ET'),
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    },
    { trailer: '/Root 1 0 R' },
  ).toString('latin1');
  const place = text.indexOf('4 0 obj');
  const row = `${String(place).padStart(10, '0')} 00000 n`;
  expect(text).toContain(row);
  const second = text.replace('4 0 obj', '4 1 obj').replace(row, row.replace(' 00000', ' 00001'));
  const sealed = protect(Buffer.from(second, 'latin1'));
  expect((await viewed(sealed, passwords.userPassword)).text).toEqual(['Second life']);
});

it('does not protect a file twice', () => {
  expect(() => protect(protect(fixture('plain')))).toThrow(expect.objectContaining({ code: 'encrypted' }));
});

it('gives the same file another key each time', () => {
  const [one, two] = [createFileProtection(passwords), createFileProtection(passwords)];
  expect(Buffer.from(one.key).equals(two.key)).toBe(false);
  expect(Buffer.from(one.user).equals(two.user)).toBe(false);
});
