/**
 * Replaces a function of `node:fs/promises` for the rest of a test, for every module of the process that has imported it.
 * A fault that no disk of a test can have is injected so: `vi.mock` needs a process of its own for the file.
 */
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

type Replaceable = Pick<typeof promises, 'rm' | 'statfs'>;

/** Returns the real function. */
export function replaceFsPromise<Name extends keyof Replaceable>(
  name: Name,
  fake: (...parameters: Parameters<Replaceable[Name]>) => Promise<never> | ReturnType<Replaceable[Name]>,
): Replaceable[Name] {
  const real = promises[name] as Replaceable[Name];
  const set = (value: unknown) => {
    Object.assign(promises, { [name]: value });
    syncBuiltinESMExports();
  };
  set(fake);
  onTestFinished(() => set(real));
  return real;
}
