/** A map that evicts the least recently used entries when they weigh too much or are too many. */

export class LRUMap<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly weight: number }>();
  readonly #capacity: number;
  readonly #maxCount: number;
  #weight = 0;

  /** `capacity` is in the unit of the weights. An entry heavier than the capacity is not kept. */
  constructor(capacity: number, maxCount = Number.POSITIVE_INFINITY) {
    this.#capacity = capacity;
    this.#maxCount = maxCount;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A Map keeps the order of insertion, so the least recently used entry comes first.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: Key, value: Value, weight: number): void {
    this.delete(key);
    if (weight > this.#capacity) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#capacity && this.#entries.size <= this.#maxCount) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
