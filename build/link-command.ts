/** Links the checkout's own command into `node_modules/.bin`, so that `npx` and npm scripts find it. */
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function linkCommand(root: string): void {
  const folder = join(root, 'node_modules', '.bin');
  const command = join(folder, process.platform === 'win32' ? 'pdfapi.cmd' : 'pdfapi');
  if (existsSync(command)) return;
  mkdirSync(folder, { recursive: true });
  const next = `${command}.${process.pid}`;
  rmSync(next, { force: true });
  if (process.platform === 'win32') writeFileSync(next, '@node "%~dp0\\..\\..\\bin\\pdfapi.js" %*\r\n');
  else symlinkSync('../../bin/pdfapi.js', next);
  renameSync(next, command);
}
