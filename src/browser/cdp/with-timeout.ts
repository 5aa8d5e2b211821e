/** Returns the result, or undefined after `ms` milliseconds. The timer does not keep the process alive. */
export async function withTimeout<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms).unref();
  });
  return await Promise.race([result, late]).finally(() => clearTimeout(timer));
}
