/** A line `\newpage` or `\pagebreak`, as in Pandoc and LaTeX. */
import type { MarkdownIt } from 'markdown-it';
import { paragraphsOf, replaceParagraph } from './paragraphs.ts';

export function addPageBreaks(parser: MarkdownIt): void {
  parser.core.ruler.push('page_breaks', ({ tokens }) => {
    for (const paragraph of paragraphsOf(tokens)) {
      if (/^\\(?:newpage|pagebreak)$/.test(paragraph.inline.content.trim())) {
        replaceParagraph(paragraph, 'page_break');
      }
    }
  });
  // Also with another style sheet.
  parser.renderer.rules.page_break = () => '<div class="page-break" style="break-after:page"></div>';
}
