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
  /** For each open sequence, whether it separates gaps. Those within text (`/Span`, `/ReversedChars`) do not. */
  const open: boolean[] = [];
  let start = 0;
  let depth = 0;
  marks.lastIndex = 0;
  while (marks.test(content)) {
    const end = marks.lastIndex;
    if (content.charCodeAt(end - 4) === letterE) {
      if (open.pop() && --depth === 0) start = end;
      continue;
    }
    const line = content.lastIndexOf('\n', end - 2) + 1;
    const separates = separating.test(content.slice(line, end));
    open.push(separates);
    if (separates && depth++ === 0) gaps.push({ start, end: line });
  }
  gaps.push({ start, end: depth === 0 ? content.length : start });
  return gaps;
}

const letterE = 0x45;
