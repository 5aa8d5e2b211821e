/** Maps paths to rows: finds duplicate names without keeping a million names in memory. */
import { hash } from 'node:crypto';

export interface TakenPaths {
  /** Returns the row that has the path already; undefined if `row` has it from now on. */
  take(path: string, row: number): number | undefined;
}

/** A hash table: 24 to 48 bytes per path. With 64 bits, two of a million names collide once in 37 million batches. */
export function createTakenPaths(): TakenPaths {
  /** Whether two names that differ in case are one file. */
  const foldsCase = process.platform === 'darwin' || process.platform === 'win32';
  let size = 1024;
  let used = 0;
  let keys = new Uint32Array(size * 2);
  /** 0 marks a free slot. */
  let rows = new Uint32Array(size);

  const find = (high: number, low: number): number => {
    let place = low & (size - 1);
    while (rows[place] !== 0 && (keys[place * 2] !== high || keys[place * 2 + 1] !== low)) {
      place = (place + 1) & (size - 1);
    }
    return place;
  };
  const put = (place: number, high: number, low: number, row: number) => {
    keys[place * 2] = high;
    keys[place * 2 + 1] = low;
    rows[place] = row;
  };
  const grow = () => {
    const before = { keys, rows };
    size *= 2;
    keys = new Uint32Array(size * 2);
    rows = new Uint32Array(size);
    for (const [place, row] of before.rows.entries()) {
      if (row === 0) continue;
      const high = before.keys[place * 2] ?? 0;
      const low = before.keys[place * 2 + 1] ?? 0;
      put(find(high, low), high, low, row);
    }
  };

  return {
    take(path, row) {
      const name = path.normalize();
      const digest = hash('sha256', foldsCase ? name.toLowerCase() : name, 'buffer');
      const high = digest.readUInt32LE(0);
      const low = digest.readUInt32LE(4);
      const place = find(high, low);
      const taken = rows[place];
      if (taken) return taken;
      put(place, high, low, row);
      used++;
      if (used * 2 > size) grow();
      return undefined;
    },
  };
}
