import { describe, expect, it } from 'vitest';
import { readPageSetup } from '../../../../src/cli/commands/wkhtmltopdf/page-setup.ts';
import {
  findHelpFlag,
  parseWords,
  splitWords,
} from '../../../../src/cli/commands/wkhtmltopdf/parse-words.ts';

const words = (line: string) => splitWords(line);
const messageOf = (line: string): string => {
  try {
    parseWords(words(line));
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('parseWords', () => {
  it('gives options before the first object to all, and others to theirs', () => {
    const { objects, output } = parseWords(
      words(
        '-s A5 --header-left a cover c.html --zoom 2 toc --toc-header-text T page x.html y.html --header-left b o.pdf',
      ),
    );
    expect(output).toBe('o.pdf');
    expect(objects.map(({ kind, input }) => [kind, input])).toEqual([
      ['cover', 'c.html'],
      ['toc', ''],
      ['page', 'x.html'],
      ['page', 'y.html'],
    ]);
    expect(objects.map(({ flags }) => flags.text('header-left'))).toEqual([undefined, 'a', 'a', 'b']);
    expect(objects.map(({ flags }) => flags.text('zoom'))).toEqual(['2', undefined, undefined, undefined]);
    expect(objects.map(({ flags }) => flags.isOn('include-in-outline', true))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('takes options of the whole PDF behind an object too', () => {
    const { globals } = parseWords(words('in.html --page-size A5 --no-outline o.pdf'));
    expect(globals.text('page-size')).toBe('A5');
    expect(globals.isOn('outline', true)).toBe(false);
  });

  it('turns the form fields of an object on and off', () => {
    const { objects } = parseWords(words('--enable-forms a.html b.html --disable-forms o.pdf'));
    expect(objects.map(({ flags }) => flags.isOn('forms', false))).toEqual([true, false]);
  });

  it('takes several short flags in one word', () => {
    const { globals } = parseWords(words('-qls A3 in.html o.pdf'));
    expect(globals.isOn('quiet', false)).toBe(true);
    expect(globals.text('page-size')).toBe('A3');
  });

  it('keeps what is given more than once, with two words each', () => {
    const { objects } = parseWords(words('--cookie a 1 in.html --cookie b 2 o.pdf'));
    expect(objects[0]?.flags.all('cookie')).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  it('sets what --default-header stands for', () => {
    const { objects, globals } = parseWords(words('--default-header in.html o.pdf'));
    expect(objects[0]?.flags.text('header-right')).toBe('[page]/[topage]');
    expect(readPageSetup(globals).margins.top).toBe(20);
  });

  it.each([
    ['--nonsense in.html o.pdf', /^Unknown long argument --nonsense$/],
    ['-x in.html o.pdf', /^Unknown switch -x$/],
    ['in.html', /^You need to specify at least one input file, and exactly one output file/],
    ['cover o.pdf', /^You need to specify a input file to cover$/],
    ['--ssl-key-path k.pem in.html o.pdf', /^--ssl-key-path is refused: /],
    ['in.html o.pdf --title', /^Missing argument for --title/],
  ])('refuses %s', (line, message) => {
    expect(messageOf(line)).toMatch(message);
  });

  it('warns of flags without an effect, once', () => {
    expect(parseWords(words('--dpi 300 a.html --dpi 300 o.pdf')).warnings).toEqual([
      expect.stringMatching(/^--dpi has no effect: /),
    ]);
  });

  it('finds what answers at once, but not among the words of others', () => {
    expect(findHelpFlag(words('-q --version'))).toBe('version');
    expect(findHelpFlag(words('--title --help in.html o.pdf'))).toBeUndefined();
  });
});

it('splits a line as a shell does', () => {
  expect(words(`--title 'a b' "c \\"d" e\\ f  g`)).toEqual(['--title', 'a b', 'c "d', 'e f', 'g']);
});

describe('readPageSetup', () => {
  const setup = (line: string) => readPageSetup(parseWords(words(`${line} in.html o.pdf`)).globals);

  it.each([
    ['', 210, 297],
    ['-s letter', 215.9, 279.4],
    ['-s A5 -O Landscape', 210, 148],
    ['--page-width 4in --page-height 150', 101.6, 150],
    ['-s Comm10E', 105, 241],
    // One of the two is not enough.
    ['--page-width 4in', 210, 297],
  ])('reads %s', (line, width, height) => {
    expect(setup(line)).toMatchObject({ width, height });
  });

  it('reads margins in all units', () => {
    expect(setup('-T 1in -B 2cm -L 72pt -R 96px').margins).toEqual({
      top: 25.4,
      bottom: 20,
      left: 25.4,
      right: 25.4,
    });
  });

  it.each(['-s A44', '-T 10furlong', '-T -5', '-O sideways', '-s Custom'])('refuses %s', (line) => {
    expect(() => setup(line)).toThrow(/./);
  });
});
