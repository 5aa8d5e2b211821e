/** Opens an address in the browser of this person. */
import { spawn } from 'node:child_process';

/** What each system has for it. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  // `start` is a word of the shell, and takes the first quoted text for a title.
  win32: ['cmd', '/c', 'start', '""'],
};

/** Resolves to whether there was something to open it with. */
export async function openPage(url: string): Promise<boolean> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  return await new Promise((resolve) => {
    // Not ended with this process, and not stopped by its Ctrl-C.
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
    child.unref();
  });
}
