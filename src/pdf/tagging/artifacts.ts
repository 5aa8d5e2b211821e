/**
 * Finds the drawing of a content stream that belongs to no element of the structure: rules, backgrounds, headers and
 * footers. Chromium leaves it unmarked, but a tagged document marks it as an artifact, which screen readers skip
 * (ISO 32000-1, 14.8.2.2).
 */

import { findGaps } from './gaps.ts';
import type { RepeatedRange } from './repeats/repeated-content.ts';

/** `header`, `footer`, and `repeated` elements of the body: what is on each page (pagination artifacts). */
export type ArtifactKind = 'plain' | 'header' | 'footer' | 'repeated';

/** A part of the content whose `q` and `Q` are balanced and that contains no element. */
export interface Artifact {
  readonly start: number;
  readonly end: number;
  readonly kind: ArtifactKind;
}

export interface ArtifactOptions {
  /** Whether the content is that of a page, which may have a header and a footer. */
  readonly isPage: boolean;
  /** Whether `Do` with this name draws a form that has tagged content of its own. */
  readonly isTagged: (name: string) => boolean;
  /** Where the content of repeated elements is, in order. */
  readonly repeated?: readonly RepeatedRange[];
}

/**
 * Returns the artifacts in the order of their places. Accepts content as Chromium writes it: one operator at the end of
 * each line, and strings without line ends.
 */
export function findArtifacts(content: string, options: ArtifactOptions): Artifact[] {
  const gaps = findGaps(content);
  const middle = options.isPage ? readMiddle(content) : undefined;
  const artifacts: Artifact[] = [];
  for (const [i, gap] of gaps.entries()) {
    const isLast = i === gaps.length - 1;
    const scan = new GapScan(content, gap.start, {
      isTagged: options.isTagged,
      // Chromium draws the boxes of `@page` before the body, header and footer after it.
      middle: i === 0 || isLast ? middle : undefined,
      endsPage: isLast && i > 0,
      repeated: options.repeated ?? [],
      artifacts,
    });
    while (scan.at < gap.end) scan.line();
    scan.finish();
  }
  return artifacts.sort((a, b) => a.start - b.start);
}

/** Whether one of the ranges, which follow each other, contains an offset. */
function isWithin(ranges: readonly RepeatedRange[], offset: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.start ?? Number.POSITIVE_INFINITY) <= offset;
}

/** Half the height of a page, in the units of its content, from the matrix that Chromium begins it with. */
function readMiddle(content: string): number | undefined {
  const [, scale = '', height = ''] = /^\S+ 0 0 (-\S+) 0 (\S+) cm\n/.exec(content.slice(0, 100)) ?? [];
  return scale === '' ? undefined : Number(height) / -Number(scale) / 2;
}

/** One level of `q`, with the artifact that was found at it. */
interface Level {
  /** Where the `q` of the level is. */
  readonly start: number;
  /** Scale, and the distance of the origin from the left and the top. */
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  found?: { start: number; end: number; kind: ArtifactKind } | undefined;
  /** Whether something was found at this level that cannot be joined with what is around the level. */
  split?: boolean;
}

interface GapOptions {
  readonly isTagged: (name: string) => boolean;
  /** The distance of the middle of the page from its top. Undefined where nothing of a margin is drawn. */
  readonly middle: number | undefined;
  /** Whether the body is complete, so that everything after a text of a margin belongs to margins. */
  readonly endsPage: boolean;
  readonly repeated: readonly RepeatedRange[];
  /** The artifacts that are found are added to it. */
  readonly artifacts: Artifact[];
}

class GapScan {
  at: number;
  readonly #content: string;
  readonly #options: GapOptions;
  #levels: Level[];
  /** The start of the path or text that is not drawn yet. */
  #pending = -1;
  #pendingTop = 0;
  #isText = false;
  #showsText = false;
  #isMargin = false;

  constructor(content: string, start: number, options: GapOptions) {
    this.#content = content;
    this.at = start;
    this.#options = options;
    this.#levels = [{ start, scale: 1, left: Number.NaN, top: 0 }];
    if (options.middle === undefined) return;
    // Chromium ends an element only before the next drawing, when the state for that is complete.
    const matrix = content.lastIndexOf(' cm\n', start);
    if (matrix < 0 || content.slice(matrix, start).includes('\nQ\n')) return;
    this.#transform(content.slice(content.lastIndexOf('\n', matrix) + 1, matrix));
  }

  line(): void {
    const content = this.#content;
    const start = this.at;
    let end = content.indexOf('\n', start);
    if (end < 0) end = content.length;
    this.at = end + 1;
    const operator = content.slice(content.lastIndexOf(' ', end - 1) + 1, end);
    // Within one line the last space may be before its start.
    this.#apply(operator.length > end - start ? content.slice(start, end) : operator, start, end);
  }

  #apply(operator: string, start: number, end: number): void {
    switch (operator) {
      case 'q':
        this.#enter(start);
        break;
      case 'Q':
        this.#leave(this.at);
        break;
      case 'cm':
        this.#transform(this.#content.slice(start, end));
        break;
      case 'BT':
        this.#pending = start;
        this.#isText = true;
        this.#showsText = false;
        break;
      case 'Tm':
        if (this.#isText) this.#pendingTop = Number(this.#content.slice(start, end).split(' ')[5]);
        break;
      case 'Tj':
      case 'TJ':
        this.#showsText = true;
        break;
      case 'ET':
        if (this.#showsText) this.#draw(this.at);
        this.#pending = -1;
        this.#isText = false;
        break;
      case 're':
      case 'm':
        if (this.#pending >= 0) return;
        this.#pending = start;
        this.#pendingTop = Number(this.#content.slice(start, end).split(' ')[1]);
        break;
      case 'n':
        this.#pending = -1;
        break;
      case 'f':
      case 'f*':
      case 'S':
      case 's':
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
        if (this.#pending >= 0) this.#draw(this.at);
        this.#pending = -1;
        break;
      case 'sh':
      case 'Do':
        this.#pending = start;
        this.#pendingTop = 0;
        if (operator === 'Do' && this.#options.isTagged(this.#content.slice(start + 1, end - 3)))
          this.#flushAll();
        else this.#draw(this.at);
        this.#pending = -1;
        break;
    }
  }

  #enter(start: number): void {
    const { scale, left, top } = this.#level;
    this.#levels.push({ start, scale, left, top });
  }

  #leave(end: number): void {
    const level = this.#levels.pop();
    if (!level) return;
    const outer = this.#levels.at(-1);
    if (!outer) {
      // Closes what was opened before the gap.
      this.#flush(level);
      this.#levels = [{ start: end, scale: 1, left: Number.NaN, top: 0 }];
      return;
    }
    const { found } = level;
    if (level.split) {
      this.#flush(outer);
      this.#flush(level);
      outer.split = true;
    } else if (found) {
      this.#join(outer, level.start, end, found.kind);
    }
  }

  #transform(line: string): void {
    const [scale = 1, b, c, , left = 0, top = 0] = line.split(' ').map(Number);
    const level = this.#level;
    const changed = { ...level, scale, left: b === 0 && c === 0 ? left : Number.NaN, top };
    this.#levels[this.#levels.length - 1] = changed;
  }

  #draw(end: number): void {
    this.#join(this.#level, this.#pending, end, this.#kind());
  }

  #kind(): ArtifactKind {
    const { middle, endsPage, repeated } = this.#options;
    if (isWithin(repeated, this.#pending)) return 'repeated';
    if (middle === undefined) return 'plain';
    const { scale, left, top } = this.#level;
    // Margins have the origin of the page, and the body has its own.
    const isMarginText = this.#isText && left === 0 && top === 0;
    if (isMarginText) this.#isMargin = endsPage;
    if (!isMarginText && !this.#isMargin) return 'plain';
    return top + scale * this.#pendingTop < middle ? 'header' : 'footer';
  }

  #join(level: Level, start: number, end: number, kind: ArtifactKind): void {
    if (level.found && level.found.kind !== kind) {
      this.#flush(level);
      level.split = true;
    }
    if (level.found) level.found.end = end;
    else level.found = { start, end, kind };
  }

  #flush(level: Level): void {
    if (level.found) this.#options.artifacts.push(level.found);
    level.found = undefined;
  }

  /** Tagged content follows, which must not be within an artifact. */
  #flushAll(): void {
    for (const level of this.#levels) {
      this.#flush(level);
      level.split = true;
    }
  }

  finish(): void {
    for (const level of this.#levels) this.#flush(level);
  }

  get #level(): Level {
    const level = this.#levels.at(-1);
    if (!level) throw new Error('A gap has at least one level.');
    return level;
  }
}
