/** The Markdown that documents are written in: CommonMark, tables, strikethrough, links as on GitHub, and more. */
import Markdown, { type MarkdownIt } from 'markdown-it';
import definitionLists from 'markdown-it-deflist';
import footnotes from 'markdown-it-footnote';
import { restoreMarkdownText } from '#twig';
import { addAlerts } from './rules/alerts.ts';
import { addCode } from './rules/code.ts';
import { addContents } from './rules/contents.ts';
import { addFigures } from './rules/figures.ts';
import { addFootnotes } from './rules/footnotes.ts';
import { addHeadingIds } from './rules/headings.ts';
import { addMath } from './rules/math.ts';
import { addPageBreaks } from './rules/page-breaks.ts';
import { addPageFootnotes } from './rules/page-footnotes.ts';
import { keepLines } from './rules/source-lines.ts';
import { addTableCaptions } from './rules/table-captions.ts';
import { addTasks } from './rules/tasks.ts';

/** HTML in the text is printed as it is. */
export function createParser(): MarkdownIt {
  const parser = new Markdown({ html: true, linkify: true });
  // `notes.md` is no address, though Moldova has that domain.
  parser.linkify.set({ fuzzyLink: false });
  addWww(parser);
  const { normalizeLink, validateLink } = parser;
  parser.normalizeLink = (url) => normalizeLink.call(parser, restoreMarkdownText(url));
  // HTML may use pictures in SVG too.
  parser.validateLink = (url) => {
    const restored = restoreMarkdownText(url);
    return validateLink.call(parser, restored) || /^\s*data:image\/svg\+xml[;,]/i.test(restored);
  };
  parser.use(footnotes).use(definitionLists);
  addMath(parser);
  addAlerts(parser);
  addTasks(parser);
  addPageBreaks(parser);
  addFigures(parser);
  addTableCaptions(parser);
  addHeadingIds(parser);
  addContents(parser);
  addCode(parser);
  addFootnotes(parser);
  addPageFootnotes(parser);
  // As on GitHub: text that was removed, not text that is no longer right.
  Object.assign(parser.renderer.rules, { s_open: () => '<del>', s_close: () => '</del>', nothing: () => '' });
  keepLines(parser);
  return parser;
}

/** `www.example.com` becomes a link, as on GitHub. */
function addWww({ linkify }: MarkdownIt): void {
  linkify.add('www.', {
    validate: (text, position) =>
      /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}(?:[/?#][^\s<>"]{0,1000}[\w/#=&-])?/.exec(
        text.slice(position, position + 2_000),
      )?.[0].length ?? 0,
    normalize(match) {
      match.url = `http://${match.url}`;
    },
  });
}
