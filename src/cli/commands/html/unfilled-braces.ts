/** Detects HTML whose braces are probably not Twig: other template languages and frameworks use `{{ … }}` too. */

/** The start of a Twig tag or comment; Handlebars has `{{#`. */
const tag = /(?<!\{)\{[%#]/;
const output = /\{\{[\s\S]*?\}\}/g;

/**
 * Whether filling the HTML without data would print nothing for every `{{ … }}` in it, and do nothing else. False if it
 * has no braces, if it has Twig tags or comments, and if it cannot be filled.
 *
 * @example
 * await hasOnlyUnfilledBraces('<p>{{ message }}'); // true
 * await hasOnlyUnfilledBraces('<p>{{ "now"|date("Y") }}'); // false
 */
export async function hasOnlyUnfilledBraces(html: string): Promise<boolean> {
  if (!html.includes('{{') || tag.test(html)) return false;
  const { compile, TemplateError } = await import('#twig');
  try {
    // `{{-` removes the whitespace beside it.
    const withoutSpace = (text: string) => text.replace(/\s+/g, '');
    return withoutSpace(compile(html).render({})) === withoutSpace(html.replace(output, ''));
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}
