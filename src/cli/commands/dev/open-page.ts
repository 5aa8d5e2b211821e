/** Opens an address in the user's browser. */
import { spawn } from 'node:child_process';

/** The command that each system has for it. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  // `start` is a shell builtin, and takes the first quoted text as a title.
  win32: ['cmd', '/c', 'start', '""'],
};

/** Resolves to whether an opener was found. */
export async function openSystemBrowser(url: string): Promise<boolean> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  return await new Promise((resolve) => {
    // Detached, so that neither the end of this process nor its Ctrl-C stops it.
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
    child.unref();
  });
}
