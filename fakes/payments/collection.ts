type Stored = { id: string }

type Entry<T> = { seq: number; object: T }

/**
 * All objects of one type in creation order, with indexes on chosen fields.
 * An index may hold a former value of a field, so values are compared again on reading.
 */
export class Collection<T extends Stored> {
  readonly name: string
  readonly #order: string[] = []
  readonly #entries = new Map<string, Entry<T>>()
  readonly #indexes: Map<keyof T, Map<unknown, number[]>>
  readonly #changed: (collection: string, object: Stored) => void

  constructor(
    name: string,
    changed: (collection: string, object: Stored) => void,
    indexed: readonly (keyof T)[] = [],
  ) {
    this.name = name
    this.#changed = changed
    this.#indexes = new Map(indexed.map((field) => [field, new Map()]))
  }

  get size(): number {
    return this.#order.length
  }

  get(id: string): T | undefined {
    return this.#entries.get(id)?.object
  }

  /** Adds or replaces an object and records the change for the journal. */
  save(object: T): T {
    this.restore(object)
    this.#changed(this.name, object)
    return object
  }

  /** Adds or replaces an object read from the journal, without recording it again. */
  restore(object: T): void {
    let entry = this.#entries.get(object.id)
    if (entry) {
      entry.object = object
    } else {
      entry = { seq: this.#order.length, object }
      this.#order.push(object.id)
      this.#entries.set(object.id, entry)
    }
    for (const [field, index] of this.#indexes) {
      const value = object[field]
      if (value === null || value === undefined) continue
      const found = index.get(value)
      if (!found) index.set(value, [entry.seq])
      else if (found.at(-1) !== entry.seq && !found.includes(entry.seq))
        insertSorted(found, entry.seq)
    }
  }

  /** Newest first; `where` filters by a field's value, by index if there is one. */
  *newestFirst(where?: { field: keyof T; value: unknown }, before = Infinity): Generator<T> {
    const index = where && this.#indexes.get(where.field)
    const seqs = where && index ? (index.get(where.value) ?? []) : null
    for (let at = (seqs ?? this.#order).length - 1; at >= 0; at--) {
      const seq = seqs ? seqs[at]! : at
      if (seq >= before) continue
      const object = this.#entries.get(this.#order[seq]!)!.object
      if (where && object[where.field] !== where.value) continue
      yield object
    }
  }

  /** Oldest first, without the first `skipped`. */
  *oldestFirst(skipped = 0): Generator<T> {
    for (let at = skipped; at < this.#order.length; at++) {
      yield this.#entries.get(this.#order[at]!)!.object
    }
  }

  seqOf(id: string): number | undefined {
    return this.#entries.get(id)?.seq
  }
}

function insertSorted(seqs: number[], seq: number) {
  let at = seqs.length
  while (at > 0 && seqs[at - 1]! > seq) at--
  seqs.splice(at, 0, seq)
}
