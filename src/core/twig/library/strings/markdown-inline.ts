/** Inline Markdown: emphasis, code, links, images. */
import { escapeHtml } from '../../runtime/escape.ts';

/** Returns an escaped address that cannot run scripts, or null for a scheme that is not allowed. */
function address(text: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them within a scheme
  const clean = text.replace(/[\x00-\x20]+/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(clean)?.[1]?.toLowerCase();
  if (scheme !== undefined && !['http', 'https', 'mailto', 'tel'].includes(scheme)) return null;
  return escapeHtml(clean);
}

// Every alternative is bounded or cannot overlap with its neighbour, so that hostile text takes linear time.
const pieces =
  /\\([!-/:-@[-`{-~])|(`{1,3})([^`\n]{1,2000})\2|(!?)\[([^[\]\n]{0,500})\]\(([^()\s]{0,2000})(?:[ \t]+"([^"\n]{0,500})")?\)|<(https?:\/\/[^<>\s]{1,2000})>|(\*{1,3}|_{1,3}|~~)|( {2,}\n|\\\n)/g;

/** Renders inline Markdown as HTML. All other text is escaped. */
export function inline(text: string): string {
  const out: string[] = [];
  const open: { mark: string; index: number }[] = [];
  let at = 0;
  const push = (html: string) => out.push(html);
  for (const found of text.matchAll(pieces)) {
    push(escapeHtml(text.slice(at, found.index)));
    at = found.index + found[0].length;
    const [whole, escaped, ticks, code, image, label, target, title, auto, mark, newline] = found;
    if (escaped !== undefined) push(escapeHtml(escaped));
    else if (ticks !== undefined) push(`<code>${escapeHtml(code as string)}</code>`);
    else if (target !== undefined) push(link(image === '!', label as string, target, title, whole));
    else if (auto !== undefined) push(`<a href="${address(auto)}">${escapeHtml(auto)}</a>`);
    else if (newline !== undefined) push('<br />\n');
    else if (mark !== undefined) emphasis(out, open, mark, text[found.index - 1] ?? ' ', text[at] ?? ' ');
  }
  push(escapeHtml(text.slice(at)));
  return out.join('');
}

function link(
  image: boolean,
  label: string,
  target: string,
  title: string | undefined,
  whole: string,
): string {
  const href = address(target);
  if (href === null) return escapeHtml(whole);
  const hint = title === undefined ? '' : ` title="${escapeHtml(title)}"`;
  if (image) return `<img src="${href}" alt="${escapeHtml(label)}"${hint} />`;
  return `<a href="${href}"${hint}>${inline(label)}</a>`;
}

const emphasisTags: Record<string, [string, string]> = {
  '*': ['<em>', '</em>'],
  _: ['<em>', '</em>'],
  '**': ['<strong>', '</strong>'],
  __: ['<strong>', '</strong>'],
  '***': ['<em><strong>', '</strong></em>'],
  ___: ['<em><strong>', '</strong></em>'],
  '~~': ['<del>', '</del>'],
};

/** Closes the nearest open mark of the same kind, otherwise opens one. Marks that are never closed stay text. */
function emphasis(
  out: string[],
  open: { mark: string; index: number }[],
  mark: string,
  before: string,
  after: string,
): void {
  const inWord = mark.startsWith('_') && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
  const index = inWord || /\s/.test(before) ? -1 : open.slice(-8).findLastIndex((each) => each.mark === mark);
  if (index !== -1) {
    const from = Math.max(0, open.length - 8) + index;
    const opener = open[from] as { mark: string; index: number };
    const [start, end] = emphasisTags[mark] as [string, string];
    out[opener.index] = start;
    out.push(end);
    open.length = from;
    return;
  }
  if (!inWord && !/\s/.test(after)) open.push({ mark, index: out.length });
  out.push(mark);
}
