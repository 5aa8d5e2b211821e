/**
 * Returns the language that the document declares, an empty string if it explicitly declares none, and undefined
 * without a declaration.
 */
export function declaredLanguage(document: Document): string | undefined {
  const root = document.documentElement as HTMLElement | null;
  const meta = [...document.getElementsByTagName('meta')].find(
    (each) => each.httpEquiv.toLowerCase() === 'content-language' && each.content.trim(),
  );
  const body = document.getElementsByTagName('body')[0];
  return (
    root?.getAttribute('lang') ??
    meta?.content.trim().split(/[,\s]/)[0] ??
    root?.getAttribute('xml:lang') ??
    body?.getAttribute('lang') ??
    body?.getAttribute('xml:lang') ??
    undefined
  );
}
