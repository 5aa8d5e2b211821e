import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../../../src/cli/context.ts';
import { reportFailure } from '../../../src/cli/failure.ts';
import { OutputClosed } from '../../../src/cli/io/streams.ts';
import { Failure } from '../../../src/contract/errors.ts';

async function report(error: unknown, context: Partial<Context> = {}, verbose = false) {
  let stderr = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr += text;
    return true;
  });
  onTestFinished(() => write.mockRestore());
  const exit = await reportFailure(
    error,
    { colour: { stdout: 0, stderr: 0 }, json: false, githubWorkspace: undefined, ...context } as Context,
    { verbose },
  );
  write.mockRestore();
  return { stderr, exit };
}

const twig = new Failure('invalid_template', 'Unknown filter "mony".', {
  location: {
    file: 'invoice/template.html',
    line: 2,
    column: 13,
    text: '<p>\n\t<b>{{ 3|mony }}</b>\r\n</p>',
  },
});

describe('an error as text', () => {
  it('states the error, the remedy and the code', async () => {
    const { stderr, exit } = await report(new Failure('timeout', 'No PDF within 30 s.', { hint: 'Wait.' }));
    expect(stderr).toBe('error: No PDF within 30 s.\nWait.\ncode: timeout (exit 7)\n');
    expect(exit).toBe(7);
  });

  it('points at the line and the column', async () => {
    const { stderr, exit } = await report(twig);
    expect(stderr).toBe(
      [
        'error: invoice/template.html:2:13: Unknown filter "mony".',
        '',
        '  1 │ <p>',
        '  2 │   <b>{{ 3|mony }}</b>',
        '    │              ^',
        '',
        'code: invalid_template (exit 5)',
        '',
      ].join('\n'),
    );
    expect(exit).toBe(5);
  });

  it('lists the same fault of many items once, with their number, locally and from a server', async () => {
    const items = Array.from({ length: 40 }, (_, index) => index);
    const errors = Object.fromEntries([
      ...items.map((index) => [`items.${index}.name`, ['is missing']]),
      ...items.map((index) => [`items.${index}.price`, [`must be a number, not "${index}"`]]),
      ...items.map((index) => [`items.${index}.unit`, ['must be text, not 7']]),
      ['number', ['is missing']],
      ['rows.0', ['must be text']],
      ['rows.1', ['must be text']],
    ]);
    const { stderr } = await report(new Failure('invalid_data', 'Wrong.', { errors }));
    expect(stderr.split('\n').slice(1, -2)).toEqual([
      '  items.*.name   is missing (40 times)',
      '  items.*.price  must be a number, not "0" etc. (40 times)',
      '  items.*.unit   must be text, not 7 (40 times)',
      '  number         is missing',
      '  rows.0         must be text',
      '  rows.1         must be text',
    ]);
    const sent = Object.fromEntries(
      items.map((index) => [`data.items.${index}.name`, [`The data.items.${index}.name is missing.`]]),
    );
    const { stderr: remote } = await report(new Failure('invalid_data', 'Wrong.', { errors: sent }));
    expect(remote).toMatch(
      /^ {2}data\.items\.\*\.name {2}The data\.items\.\*\.name is missing\. \(40 times\)$/m,
    );
  });

  it('lists the fields, each once', async () => {
    const errors = { 'items.0.price': ['must be a number'], name: ['is missing', 'Two things.'] };
    const { stderr } = await report(new Failure('invalid_data', 'Two things.', { errors }));
    expect(stderr).toContain('  items.0.price  must be a number\n  name           is missing\ncode');
  });

  it('calls anything unexpected a bug, with a stack for --verbose only', async () => {
    const bug = new TypeError('x is not a function');
    expect((await report(bug)).stderr).toContain(
      'error: Unexpected error: x is not a function\nThis is a bug',
    );
    expect((await report(bug)).stderr).not.toContain('failure.test.ts');
    expect((await report(bug, {}, true)).stderr).toContain('failure.test.ts');
    expect((await report(bug)).exit).toBe(1);
  });

  it('is coloured if colour is enabled', async () => {
    const { stderr } = await report(twig, { colour: { stdout: 0, stderr: 1 } });
    expect(stderr).toContain('\u001b[31m');
  });
});

it('an error is one JSON object with --json', async () => {
  const { stderr } = await report(twig, { json: true, githubWorkspace: '/' });
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: 'invalid_template',
      exit: 5,
      message: 'Unknown filter "mony".',
      file: 'invoice/template.html',
      line: 2,
      column: 13,
    },
  });
});

it('an error is annotated on its line under GitHub Actions', async () => {
  const location = { file: 'a,b.html', line: 3, column: 4 };
  const failure = new Failure('invalid_template', '100 % wrong:\nall.', { location });
  const { stderr } = await report(failure, { githubWorkspace: process.cwd() });
  expect(stderr.split('\n').at(-2)).toBe(
    '::error file=a%2Cb.html,line=3,col=4,title=pdfapi invalid_template::100 %25 wrong:%0Aall.',
  );
});

it('a reader that closes the pipe is not an error', async () => {
  expect(await report(new OutputClosed())).toEqual({ stderr: '', exit: 0 });
});
