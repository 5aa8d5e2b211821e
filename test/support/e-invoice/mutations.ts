/** Systematic faults of an XML file: each element removed, doubled, emptied or changed, and each attribute removed. */

export interface Mutation {
  /** Such as `remove ram:Name 12`: what was done to which element, counted from the start of the file. */
  readonly name: string;
  readonly xml: string;
}

interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The text between the tags of an element without elements. */
  readonly text?: { readonly start: number; readonly end: number } | undefined;
  readonly attributes: readonly { readonly start: number; readonly end: number; readonly name: string }[];
}

export function* mutate(source: string): Generator<Mutation> {
  const xml = source.replace(/<!--.*?-->/gs, '');
  const spans = listSpans(xml);
  const replace = (start: number, end: number, by: string) => xml.slice(0, start) + by + xml.slice(end);
  for (const [index, { name, start, end, text, attributes }] of spans.entries()) {
    const label = `${name} ${index}`;
    if (index === 0) continue;
    yield { name: `remove ${label}`, xml: replace(start, end, '') };
    yield { name: `double ${label}`, xml: replace(end, end, xml.slice(start, end)) };
    for (const attribute of attributes) {
      yield {
        name: `remove ${attribute.name} of ${label}`,
        xml: replace(attribute.start, attribute.end, ''),
      };
      yield {
        name: `change ${attribute.name} of ${label}`,
        xml: replace(attribute.start, attribute.end, ` ${attribute.name}="QQQ"`),
      };
    }
    if (!text) continue;
    const value = xml.slice(text.start, text.end);
    yield { name: `empty ${label}`, xml: replace(text.start, text.end, '') };
    if (/^-?\d+(\.\d+)?$/.test(value) && !name.includes('Date')) {
      yield { name: `add 2 to ${label}`, xml: replace(text.start, text.end, String(Number(value) + 2)) };
      if (Number(value) !== 0)
        yield {
          name: `negate ${label}`,
          xml: replace(text.start, text.end, value.startsWith('-') ? value.slice(1) : `-${value}`),
        };
      yield {
        name: `add 0.001 to ${label}`,
        xml: replace(text.start, text.end, `${Number(value).toFixed(2)}1`),
      };
    } else {
      yield { name: `change ${label}`, xml: replace(text.start, text.end, 'QQQ') };
    }
    if (name.endsWith('CategoryCode')) {
      for (const code of ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B']) {
        if (code !== value) yield { name: `${code} as ${label}`, xml: replace(text.start, text.end, code) };
      }
    }
    if (/Indicator$/.test(name)) {
      yield {
        name: `turn ${label}`,
        xml: replace(text.start, text.end, value === 'true' ? 'false' : 'true'),
      };
    }
  }
}

function listSpans(xml: string): Span[] {
  const spans: {
    name: string;
    start: number;
    end: number;
    text?: Span['text'];
    attributes: Span['attributes'];
  }[] = [];
  const open: { span: (typeof spans)[number]; contentStart: number; hasElements: boolean }[] = [];
  for (const match of xml.matchAll(/<(\/?)([\w:]+)([^<>]*?)(\/?)>/g)) {
    const [tag, closing, name = '', rest = '', selfClosing] = match;
    if (closing) {
      const last = open.pop();
      if (!last) throw new Error(`</${name}> closes nothing.`);
      last.span.end = match.index + tag.length;
      if (!last.hasElements) last.span.text = { start: last.contentStart, end: match.index };
      continue;
    }
    const parent = open.at(-1);
    if (parent) parent.hasElements = true;
    const attributesStart = match.index + 1 + name.length;
    const attributes = [...rest.matchAll(/\s+([\w:]+)="[^"]*"/g)]
      .filter(([, attribute = '']) => !attribute.includes(':') && attribute !== 'xmlns')
      .map((found) => ({
        name: found[1] ?? '',
        start: attributesStart + found.index,
        end: attributesStart + found.index + found[0].length,
      }));
    const span = { name, start: match.index, end: match.index + tag.length, attributes };
    spans.push(span);
    if (!selfClosing) open.push({ span, contentStart: match.index + tag.length, hasElements: false });
  }
  return spans;
}
