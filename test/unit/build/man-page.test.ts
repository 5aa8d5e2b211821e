/** The manual page names every command and option, and formatters accept it. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { manPage } from '../../../build/man-page.ts';
import { wholeProgram } from '../../../build/whole-program.ts';
import { exitCodes } from '../../../src/cli/exit-codes.ts';

const program = await wholeProgram();
const page = manPage(program, { version: '1.2.3', date: '2026-11-23' });

it('has every command with its options, every exit code, and the version', () => {
  const plain = page.replaceAll('\\-', '-');
  for (const command of program.commands) {
    expect(plain).toContain(`.SS "pdfapi ${command.name()}`);
    const { visibleOptions } = command.createHelp();
    for (const { flags } of visibleOptions.call(command.createHelp(), command))
      expect(plain).toContain(flags);
  }
  for (const { meaning } of exitCodes) expect(plain).toContain(meaning);
  expect(page).toContain('"pdfapi 1.2.3"');
});

it('begins no line of text with a request of the formatter', () => {
  const requests = page.split('\n').filter((line) => /^[.']/.test(line));
  expect(requests.filter((line) => !/^\.(?:TH|SH|SS|TP|B|I|nh|nf|fi)\b/.test(line))).toEqual([]);
  expect(page).not.toMatch(/\P{ASCII}/u);
});

const groff = ['-man', '-Tutf8', '-ww', '-z'];
const isInstalled = spawnSync('groff', ['--version']).status === 0;
if (!isInstalled) console.warn('groff is not installed, so it does not check the manual page.');

it.skipIf(!isInstalled)('groff formats it without a warning', () => {
  const { stderr } = spawnSync('groff', groff, { input: page, encoding: 'utf8' });
  expect(stderr).toBe('');
});
