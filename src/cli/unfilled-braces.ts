/** HTML whose braces are most likely not Twig: other template languages and frameworks write `{{ … }}` too. */

/** What begins a tag or a comment of Twig; Handlebars has `{{#`. */
const tag = /(?<!\{)\{[%#]/;
const output = /\{\{[\s\S]*?\}\}/g;

/**
 * Whether filling the HTML without data would print nothing for every `{{ … }}` in it, and do nothing else. False where
 * there is none, where Twig has tags or comments there, and where it cannot be filled.
 *
 * @example
 * await hasOnlyUnfilledBraces('<p>{{ message }}'); // true
 * await hasOnlyUnfilledBraces('<p>{{ "now"|date("Y") }}'); // false
 */
export async function hasOnlyUnfilledBraces(html: string): Promise<boolean> {
  if (!html.includes('{{') || tag.test(html)) return false;
  const { compile, TemplateError } = await import('../core/twig/index.ts');
  try {
    // `{{-` takes the space beside it away.
    const withoutSpace = (text: string) => text.replace(/\s+/g, '');
    return withoutSpace(compile(html).render({})) === withoutSpace(html.replace(output, ''));
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}
