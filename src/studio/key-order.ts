/** The order of the keys of a new element: identity, content, position and style. */

const order = [
  'name',
  'type',
  'content',
  'repeat',
  'source',
  'visible',
  'required',
  'position',
  'width',
  'height',
  'rotate',
  'opacity',
];

/** Smaller ranks come first. Keys of equal rank keep their order. */
export const keyRank = (key: string): number => {
  const rank = order.indexOf(key);
  return rank < 0 ? order.length : rank;
};
