import { expect, it } from 'vitest';
import { undoPredictor } from '../../../../src/pdf/reading/predictor.ts';

const png = { predictor: 15, colors: 1, bitsPerComponent: 8, columns: 3 };

it('undoes each of the PNG filters', () => {
  const rows = [
    [0, 10, 20, 30],
    [1, 1, 1, 1],
    [2, 1, 1, 1],
    [3, 1, 1, 1],
    [4, 1, 1, 1],
  ];
  expect([...undoPredictor(Uint8Array.from(rows.flat()), png)]).toEqual([
    ...[10, 20, 30],
    ...[1, 2, 3],
    ...[2, 3, 4],
    ...[2, 3, 4],
    ...[3, 4, 5],
  ]);
});

it('keeps the rest of a truncated last row', () => {
  expect([...undoPredictor(Uint8Array.from([2, 1, 2, 3, 2, 1]), png)]).toEqual([1, 2, 3, 2]);
});

it('handles pixels of several bytes', () => {
  const data = Uint8Array.from([1, 1, 2, 3, 1, 1, 1]);
  expect([...undoPredictor(data, { ...png, colors: 3, columns: 2 })]).toEqual([1, 2, 3, 2, 3, 4]);
});

it('undoes the TIFF predictor', () => {
  const data = Uint8Array.from([10, 1, 1, 20, 255, 0]);
  expect([...undoPredictor(data, { ...png, predictor: 2 })]).toEqual([10, 11, 12, 20, 19, 19]);
});

it('rejects impossible parameters', () => {
  const data = Uint8Array.from([1, 2, 3]);
  for (const columns of [0, -1, 0.5, 2 ** 40]) {
    expect(() => undoPredictor(data, { ...png, columns })).toThrow(
      expect.objectContaining({ code: 'malformed' }),
    );
  }
});
