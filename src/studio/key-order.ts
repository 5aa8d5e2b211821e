/** The order in which a new element's keys are written: what it is, what it shows, where it stands, how it looks. */

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

/** Smaller comes first; keys of equal rank stay as they are. */
export const keyRank = (key: string): number => {
  const rank = order.indexOf(key);
  return rank < 0 ? order.length : rank;
};
