/**
 * Renders Markdown for the text of documents: headings, paragraphs, emphasis, code, links, images, lists, quotes,
 * rules and tables. It is meant for untrusted data: HTML in it is escaped, and addresses may only be http, https,
 * mailto, tel or relative.
 */
import { escapeHtml } from '../../runtime/escape.ts';
import { inline } from './markdown-inline.ts';

const maxDepth = 10;

export function markdownToHtml(source: string): string {
  return blocks(source.replace(/\r\n?/g, '\n').split('\n'), 0);
}

const listItem = /^( {0,3})(?:([-*+])|(\d{1,9})[.)])(?:[ \t]+(.*))?$/;
const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w-]*)\s*$/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const tableRule = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

function blocks(lines: readonly string[], depth: number, tight = false): string {
  let html = '';
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as string;
    if (line.trim() === '') {
      i++;
      continue;
    }
    const opened = fence.exec(line);
    if (opened) {
      let end = i + 1;
      while (end < lines.length && !(lines[end] as string).trim().startsWith(opened[1] as string)) end++;
      const language = opened[2] ? ` class="language-${escapeHtml(opened[2])}"` : '';
      html += `<pre><code${language}>${lines
        .slice(i + 1, end)
        .map((each) => `${escapeHtml(each)}\n`)
        .join('')}</code></pre>\n`;
      i = end + 1;
      continue;
    }
    const title = heading.exec(line);
    if (title) {
      const level = (title[1] as string).length;
      html += `<h${level}>${inline(closedHeading(title[2] ?? ''))}</h${level}>\n`;
      i++;
      continue;
    }
    if (rule.test(line)) {
      html += '<hr />\n';
      i++;
      continue;
    }
    if (/^ {0,3}>/.test(line) && depth < maxDepth) {
      let end = i;
      while (end < lines.length && /^ {0,3}>/.test(lines[end] as string)) end++;
      const inner = lines.slice(i, end).map((each) => each.replace(/^ {0,3}> ?/, ''));
      html += `<blockquote>\n${blocks(inner, depth + 1)}</blockquote>\n`;
      i = end;
      continue;
    }
    if (/^(?: {4}|\t)/.test(line)) {
      let end = i;
      while (end < lines.length && /^(?: {4}|\t)/.test(lines[end] as string)) end++;
      const code = lines.slice(i, end).map((each) => `${escapeHtml(each.replace(/^(?: {4}|\t)/, ''))}\n`);
      html += `<pre><code>${code.join('')}</code></pre>\n`;
      i = end;
      continue;
    }
    if (listItem.test(line) && depth < maxDepth) {
      const list = readList(lines, i, depth);
      html += list.html;
      i = list.end;
      continue;
    }
    if (line.includes('|') && tableRule.test(lines[i + 1] ?? '') && (lines[i + 1] as string).includes('-')) {
      const table = readTable(lines, i);
      html += table.html;
      i = table.end;
      continue;
    }
    let end = i + 1;
    while (end < lines.length && !interrupts(lines[end] as string)) end++;
    const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(lines[end] ?? '');
    const text = inline(
      lines
        .slice(i, end)
        .map((each) => each.replace(/^[ \t]+/, ''))
        .join('\n')
        .trimEnd(),
    );
    if (underline) {
      const level = underline[1]?.startsWith('=') ? 1 : 2;
      html += `<h${level}>${text}</h${level}>\n`;
      end++;
    } else html += tight ? `${text}\n` : `<p>${text}</p>\n`;
    i = end;
  }
  return html;
}

/** Returns the text of a heading without the `##` that may close it. */
function closedHeading(text: string): string {
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === '#') end--;
  return end === 0 || trimmed[end - 1] === ' ' || trimmed[end - 1] === '\t'
    ? trimmed.slice(0, end).trimEnd()
    : trimmed;
}

function interrupts(line: string): boolean {
  return (
    line.trim() === '' ||
    heading.test(line) ||
    rule.test(line) ||
    fence.test(line) ||
    /^ {0,3}>/.test(line) ||
    /^ {0,3}=+[ \t]*$/.test(line) ||
    /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/.test(line)
  );
}

function readList(lines: readonly string[], start: number, depth: number): { html: string; end: number } {
  const first = listItem.exec(lines[start] as string) as RegExpExecArray;
  const ordered = first[3] !== undefined;
  const items: string[][] = [];
  let loose = false;
  let i = start;
  while (i < lines.length) {
    const found = listItem.exec(lines[i] as string);
    if (
      !found ||
      (found[3] !== undefined) !== ordered ||
      (!ordered && found[2] !== first[2]) ||
      rule.test(lines[i] as string)
    )
      break;
    const marker = (lines[i] as string).length - (found[4] ?? '').length;
    const width = Math.min(marker, 6);
    const item = [found[4] ?? ''];
    i++;
    while (i < lines.length) {
      const line = lines[i] as string;
      if (line.trim() === '') {
        const after = lines[i + 1];
        if (after === undefined || !/^[ \t]{2,}\S/.test(after)) break;
        item.push('');
        loose = true;
      } else if (/^(?: {2,}|\t)/.test(line))
        item.push(line.replace(new RegExp(`^(?:\\t| {1,${width}})`), ''));
      else if (listItem.test(line) || interrupts(line)) break;
      else item.push(line);
      i++;
    }
    items.push(item);
    const blankEnd = i;
    while (i < lines.length && (lines[i] as string).trim() === '') i++;
    if (i > blankEnd) {
      if (i < lines.length && listItem.test(lines[i] as string)) loose = true;
      else break;
    }
  }
  const tag = ordered ? 'ol' : 'ul';
  const number = ordered && Number(first[3]) !== 1 ? ` start="${Number(first[3])}"` : '';
  const body = items.map((item) => {
    const inner = blocks(item, depth + 1, !loose);
    return `<li>${loose ? `\n${inner}` : inner.replace(/\n$/, '')}</li>\n`;
  });
  return { html: `<${tag}${number}>\n${body.join('')}</${tag}>\n`, end: Math.max(i, start + 1) };
}

function readTable(lines: readonly string[], start: number): { html: string; end: number } {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((each) => each.trim());
  const aligns = cells(lines[start + 1] as string).map((each) => {
    if (each.startsWith(':') && each.endsWith(':')) return 'center';
    return each.endsWith(':') ? 'right' : each.startsWith(':') ? 'left' : '';
  });
  const row = (line: string, tag: string) => {
    const found = cells(line);
    const shown = aligns.map((align, i) => {
      const style = align === '' ? '' : ` style="text-align: ${align}"`;
      return `<${tag}${style}>${inline(found[i] ?? '')}</${tag}>`;
    });
    return `<tr>${shown.join('')}</tr>\n`;
  };
  let end = start + 2;
  while (end < lines.length && (lines[end] as string).includes('|') && (lines[end] as string).trim() !== '')
    end++;
  const body = lines.slice(start + 2, end).map((line) => row(line, 'td'));
  const tbody = body.length > 0 ? `<tbody>\n${body.join('')}</tbody>\n` : '';
  return { html: `<table>\n<thead>\n${row(lines[start] as string, 'th')}</thead>\n${tbody}</table>\n`, end };
}
