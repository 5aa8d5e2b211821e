/** The HTML of a Markdown document before its Twig has run, for what can be found in it without data. */
import type { Template } from '../model/template.ts';

/** The lines are those of the source. Twig is text of the HTML. */
export async function markdownSourceToHtml(source: string, template: Template): Promise<string> {
  const settings = (template.kind === 'editor' ? undefined : template.markdown) ?? { titleBlock: {} };
  const { markdownToDocument } = await import('./markdown-to-html.ts');
  const { titleBlock } = settings;
  return (await markdownToDocument({ text: source, settings, titleBlock })).html;
}
