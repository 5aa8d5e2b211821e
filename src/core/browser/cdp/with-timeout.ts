/** The result, or undefined when it takes longer. A process that has nothing else to do ends meanwhile. */
export async function withTimeout<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms).unref();
  });
  return await Promise.race([result, late]).finally(() => clearTimeout(timer));
}
