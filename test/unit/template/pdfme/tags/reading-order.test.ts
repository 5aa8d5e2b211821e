import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ElementBox, readingOrder } from '../../../../../src/template/pdfme/tags/reading-order.ts';

const box = (left: number, top: number, width: number, height: number): ElementBox => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('the reading order', () => {
  it('is from top to bottom, and from left to right in a row', () => {
    const boxes = [box(20, 100, 50, 10), box(110, 50, 80, 12), box(20, 52, 80, 8), box(20, 20, 170, 10)];
    expect(readingOrder(boxes)).toEqual([3, 2, 1, 0]);
  });

  it('reads a column to its end before the next one, and what is below both after them', () => {
    const left = [box(20, 40, 80, 50), box(20, 95, 80, 60)];
    const right = [box(110, 42, 80, 90), box(110, 135, 80, 20)];
    expect(readingOrder([...right, box(20, 160, 170, 10), ...left])).toEqual([3, 4, 0, 1, 2]);
  });

  it('reads labels and values row by row', () => {
    const rows = [0, 1, 2].flatMap((row) => [box(20, 50 + row * 10, 30, 8), box(60, 50 + row * 10, 60, 8)]);
    expect(readingOrder(rows)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('accepts boxes that reach into the next row a little, as texts with room around them do', () => {
    const rows = [0, 1, 2].flatMap((row) => [box(20, 50 + row * 10, 30, 11), box(60, 50 + row * 10, 60, 11)]);
    expect(readingOrder(rows)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('is not disturbed by a picture behind everything', () => {
    const boxes = [box(20, 60, 80, 10), box(110, 60, 80, 10), box(20, 40, 80, 10), box(0, 0, 210, 297)];
    expect(readingOrder(boxes)).toEqual([3, 2, 0, 1]);
  });

  it('has each box once, whatever their places', () => {
    const side = fc.integer({ min: -50, max: 300 });
    const size = fc.integer({ min: 0, max: 200 });
    const boxes = fc.array(
      fc.tuple(side, side, size, size).map((numbers) => box(...numbers)),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(boxes, (all) => {
        expect(readingOrder(all).toSorted((a, b) => a - b)).toEqual(all.map((_, index) => index));
      }),
    );
  });

  it('is found for thousands of boxes in a spiral, which can be divided only one by one', () => {
    let [left, top, right, bottom] = [0, 0, 100_000, 100_000];
    const spiral: ElementBox[] = [];
    while (spiral.length < 4_000) {
      spiral.push({ left, top, right: right - 10, bottom: top + 10 });
      spiral.push({ left: right - 10, top, right, bottom: bottom - 10 });
      spiral.push({ left: left + 10, top: bottom - 10, right, bottom });
      spiral.push({ left, top: top + 10, right: left + 10, bottom });
      [left, top, right, bottom] = [left + 10, top + 10, right - 10, bottom - 10];
    }
    expect(new Set(readingOrder(spiral)).size).toBe(4_000);
  });
});
