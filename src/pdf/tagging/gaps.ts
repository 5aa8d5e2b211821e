/** The parts of a content stream that belong to no element and to no artifact (ISO 32000-1, 14.6). */
export interface Gap {
  readonly start: number;
  readonly end: number;
}

const marks = /(?:BDC|BMC|EMC)\n/g;
const separating = /\/MCID |^\/Artifact /;

/**
 * Returns the parts of a content stream outside of all marked content, in their order. The first and the last one may be
 * empty. Accepts content as Chromium writes it.
 */
export function findGaps(content: string): Gap[] {
  const gaps: Gap[] = [];
  let start = 0;
  let depth = 0;
  for (const line of findMarkLines(content)) {
    if (line.opens) {
      if (depth++ === 0) gaps.push({ start, end: line.start });
    } else if (--depth === 0) start = line.end;
  }
  gaps.push({ start, end: depth === 0 ? content.length : start });
  return gaps;
}

interface MarkLine {
  readonly start: number;
  /** Behind its line end. */
  readonly end: number;
  readonly opens: boolean;
}

/** Yields the lines that begin or end an element or an artifact. Accepts content as Chromium writes it. */
export function* findMarkLines(content: string): Generator<MarkLine> {
  /** For each open sequence, whether it separates gaps. Those within text (`/Span`, `/ReversedChars`) do not. */
  const open: boolean[] = [];
  for (const { index, 0: mark } of content.matchAll(marks)) {
    const end = index + mark.length;
    if (mark === 'EMC\n') {
      if (open.pop()) yield { start: index, end, opens: false };
      continue;
    }
    const start = content.lastIndexOf('\n', end - 2) + 1;
    const separates = separating.test(content.slice(start, end));
    open.push(separates);
    if (separates) yield { start, end, opens: true };
  }
}
