/**
 * Counts the elements of arrays that are visited, and the characters that are trimmed: a measure of work that is the same on
 * every machine.
 */

type Method = (this: readonly unknown[], ...given: unknown[]) => unknown;
type Methods = Record<string, Method>;

const withCallback = [
  'every',
  'filter',
  'find',
  'findIndex',
  'findLastIndex',
  'flatMap',
  'forEach',
  'map',
  'some',
];
const searching = ['includes', 'indexOf', 'lastIndexOf'];

/** `work` is synchronous: until it ends, every array and string counts. */
export function countVisits(work: () => void): number {
  const arrays = Array.prototype as unknown as Methods;
  const iterators = Object.getPrototypeOf([][Symbol.iterator]()) as Methods;
  let visits = 0;
  const undo: (() => void)[] = [];
  const replace = (methods: Methods, name: string, by: (original: Method) => Method) => {
    const original = methods[name] as Method;
    methods[name] = by(original);
    undo.push(() => {
      methods[name] = original;
    });
  };
  for (const name of withCallback) {
    replace(
      arrays,
      name,
      (original) =>
        function (callback, ...others) {
          const counted: Method = function (...given) {
            visits += 1;
            return (callback as Method).apply(this, given);
          };
          return original.call(this, counted, ...others);
        },
    );
  }
  const countLength = (original: Method): Method =>
    function (...given) {
      visits += this.length;
      return original.apply(this, given);
    };
  for (const name of searching) replace(arrays, name, countLength);
  replace(String.prototype as unknown as Methods, 'trim', countLength);
  replace(
    iterators,
    'next',
    (original) =>
      function () {
        visits += 1;
        return original.call(this);
      },
  );
  try {
    work();
  } finally {
    for (const step of undo) step();
  }
  return visits;
}
