/** Names of Twig and its extra packages that this engine does not support, each with the reason or an alternative. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['inline_css', 'a page that is printed needs no inline styles; a <style> element does the same'],
  ['html_to_markdown', 'a page that is printed is HTML'],
  ['inky_to_html', 'it is for e-mails; HTML and CSS lay out a page'],
  ['dump', 'data of a render is not shown; "json_encode" prints a value'],
  ['template_from_string', 'templates are files; "include" takes a partial'],
  ['trans', 'there are no translations; pass the texts as data'],
  ['asset', 'there is no web server; name a file of the template by its relative address'],
  ['path', 'there are no routes; pass the address as data'],
  ['url', 'there are no routes; pass the address as data'],
  ['form', 'there are no forms; write them as HTML'],
]);

/** Returns the end of an error about an unsupported name, with a leading space; null for any other name. */
export function unsupportedReason(name: string): string | null {
  const reason = reasons.get(name.startsWith('form_') ? 'form' : name);
  return reason === undefined ? null : ` It is not available: ${reason}.`;
}
