/** Pictures with a caption: an image with a title that is alone in its paragraph. */
import type { MarkdownIt, Token } from 'markdown-it';
import { restoreMarkdownText } from '#twig';
import { stateOf } from '../document-state.ts';
import { toHtmlText } from '../html-text.ts';
import { paragraphsOf, replaceParagraph } from './paragraphs.ts';

interface FigureMeta {
  readonly id: string;
  readonly image: Token;
  readonly caption: string;
}

export function addFigures(parser: MarkdownIt): void {
  parser.core.ruler.push('figures', ({ tokens, env }) => {
    const { figures } = stateOf(env);
    for (const paragraph of paragraphsOf(tokens)) {
      const [image, ...others] = paragraph.inline.children ?? [];
      const caption = image?.type === 'image' && others.length === 0 && image.attrGet('title');
      if (!caption) continue;
      image.attrs = (image.attrs ?? []).filter(([name]) => name !== 'title');
      const id = `figure-${figures.length + 1}`;
      figures.push({ id, text: restoreMarkdownText(String(caption)), level: 1, index: paragraph.index });
      const meta: FigureMeta = { id, image, caption: String(caption) };
      replaceParagraph(paragraph, 'figure').meta = { ...meta };
    }
  });
  parser.renderer.rules.figure = (tokens, index, options, env, renderer) => {
    const { id, image, caption } = (tokens[index] as Token).meta as unknown as FigureMeta;
    const picture = renderer.renderInline([image], options, env);
    return `<figure id="${id}">${picture}<figcaption>${toHtmlText(caption)}</figcaption></figure>`;
  };
}
