/** Reads the tags of a PDF with pdf.js, as a screen reader does, and its drawing operators one by one. */
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { getPages } from '../../../src/pdf/document/page-tree.ts';
import { isDict, type PdfDict, PdfStream, toList } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';

export interface Tagged {
  /** A line for each element with its type, its alternate text or text, indented by its depth. No `NonStruct`. */
  readonly lines: readonly string[];
  /** Texts of artifacts: the properties of the artifact, and its text. */
  readonly artifacts: readonly string[];
  /** Text that is neither tagged nor an artifact. */
  readonly untagged: string;
}

interface Node {
  readonly role: string;
  readonly alt?: string;
  readonly children: readonly (Node | { readonly type: string; readonly id: string })[];
}

/** Elements that continue on another page are listed on each. */
export async function readTagged(pdf: Uint8Array): Promise<Tagged> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const lines: string[] = [];
  const artifacts: string[] = [];
  let untagged = '';
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const texts = new Map<string, string>();
    const open: { id: string | undefined; tag: string }[] = [];
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    for (const item of items) {
      if ('str' in item) {
        const text = item.str + (item.hasEOL ? '\n' : '');
        const mark = open.findLast(({ id, tag }) => id !== undefined || tag === 'Artifact');
        if (mark?.id !== undefined) texts.set(mark.id, (texts.get(mark.id) ?? '') + text);
        else if (mark) artifacts[artifacts.length - 1] += text;
        else untagged += text;
      } else if (item.type === 'endMarkedContent') open.pop();
      else {
        const { id, tag = '' } = item as { id?: string | null; tag?: string };
        open.push({ id: id ?? undefined, tag });
        if (tag === 'Artifact') artifacts.push('');
      }
    }
    const walk = (node: Node, depth: number) => {
      const isShown = node.role !== 'NonStruct' && node.role !== 'Root';
      const kids = node.children.flatMap((kid) => ('role' in kid ? [kid] : []));
      const content = (each: Node): string =>
        each.children
          .map((kid) => {
            if (!('role' in kid)) return texts.get(kid.id) ?? '';
            return kid.role === 'NonStruct' ? content(kid) : '';
          })
          .join('');
      if (isShown) {
        const text = node.alt ?? content(node).replaceAll(/\s+/g, ' ').trim();
        lines.push(`${'  '.repeat(depth)}${node.role}${text ? ` ${text}` : ''}`);
      }
      for (const kid of kids) walk(kid, depth + (isShown ? 1 : 0));
    };
    const tree = (await page.getStructTree()) as Node | null;
    if (tree) walk(tree, 0);
  }
  await task.destroy();
  return { lines, artifacts: artifacts.filter((text) => text.trim() !== ''), untagged: untagged.trim() };
}

/**
 * Returns what a reader of tags objects to in the content of pages and of the forms that they draw: drawing that is
 * neither tagged nor an artifact, tags within an artifact, and sequences that are not balanced.
 */
export function contentFaults(pdf: Uint8Array): string[] {
  const file = new PdfReader(pdf);
  const faults: string[] = [];
  for (const { dict, inherited } of getPages(file)) {
    const streams = toList(file.get(dict, 'Contents')).map((item) => file.resolve(item));
    const content = streams
      .map((stream) =>
        stream instanceof PdfStream ? Buffer.from(file.decode(stream)).toString('latin1') : '',
      )
      .join('\n');
    const resources = file.resolve(inherited.get('Resources'));
    check(content, isDict(resources) ? resources : new Map(), []);
  }
  return faults;

  function check(content: string, resources: PdfDict, around: readonly string[]): void {
    const open: { tag: string; saved: number }[] = around.map((tag) => ({ tag, saved: 0 }));
    let saved = 0;
    let isText = false;
    const tokens: string[] =
      content.match(/<<|>>|<[0-9A-Fa-f\s]*>|\((?:\\.|[^\\)])*\)|\/?[^\s<>[\]()/]+|[[\]]/g) ?? [];
    for (const [i, token] of tokens.entries()) {
      if (token === 'q') saved++;
      else if (token === 'Q') {
        saved--;
        const last = open.at(-1);
        if (last?.tag === '/Artifact' && saved < last.saved) faults.push('Q beyond the start of an artifact');
      } else if (token === 'BT' || token === 'ET') isText = token === 'BT';
      else if (token === 'BMC' || token === 'BDC') {
        const tag = token === 'BMC' ? tokens[i - 1] : tokens[tokens.lastIndexOf('<<', i) - 1];
        const name = tag?.startsWith('/') ? tag : '/Span';
        const isElement = tokens.slice(Math.max(i - 8, 0), i).includes('/MCID');
        if (isElement && open.some((each) => each.tag === '/Artifact'))
          faults.push('a tag within an artifact');
        if (name === '/Artifact' && open.some((each) => each.tag !== '/Artifact'))
          faults.push('an artifact within a tag');
        if (isText && name !== '/Span' && name !== '/ReversedChars') faults.push(`${name} within text`);
        open.push({ tag: name, saved });
      } else if (token === 'EMC') {
        const last = open.pop();
        if (!last) faults.push('EMC without a start');
        if (last?.tag === '/Artifact' && saved !== last.saved) faults.push('an artifact is not balanced');
      } else if (token === 'Do') {
        const name = tokens[i - 1]?.slice(1) ?? '';
        const form = file.get(file.dict(resources, 'XObject') ?? new Map(), name);
        const isForm = form instanceof PdfStream && file.name(form.dict, 'Subtype') === 'Form';
        const tags = open.map((each) => each.tag);
        if (isForm)
          check(
            Buffer.from(file.decode(form)).toString('latin1'),
            file.dict(form.dict, 'Resources') ?? new Map(),
            tags,
          );
        else if (open.length === 0) faults.push(`${name} Do`);
      } else if (/^(?:[fsSBb]\*?|Tj|TJ|sh)$/.test(token) && open.length === 0) {
        faults.push(tokens.slice(Math.max(i - 4, 0), i + 1).join(' '));
      }
    }
    if (open.length !== around.length) faults.push('marked content has no end');
  }
}
