import { fold as foldText } from '../../filter/words/tokens.ts'
import { ownText } from '../../schema/text/own-text.ts'
import type { Candidates } from './candidates.ts'
import type { IndexKey } from './index-key.ts'
import { LiteralIndex } from './literal-index.ts'

/** Maximum number of cached values per slot. */
const maxCachedValues = 4_096
/** Longer values are not cached. */
const maxCachedValueLength = 100

/** The index of one slot: maps a value to the entries (numbers of rules or triggers) that it may match. */
export class SlotIndex {
  /** Entries by the value that a key equals. */
  readonly #equal = new Map<string, Int32Array>()
  /** Bit n: `#equal` has a value of n units (31: a longer one). Saves lookups, which hash the whole text. */
  #lengths = 0
  /** Entries by the case-folded value that a key equals in any letter case. */
  readonly #equalFolded = new Map<string, Int32Array>()
  // The contents of `#equal` and `#equalFolded` until `freeze`.
  readonly #exactIds = new Map<string, number[]>()
  readonly #foldedIds = new Map<string, number[]>()
  /** Entries that any value except '' makes candidates. */
  readonly #present: number[] = []
  #literals: LiteralIndex | undefined
  /** Set if results are cached. */
  #scratch: Candidates | undefined
  /** Candidates by value of the slot. */
  readonly #cached = new Map<string, Int32Array>()

  /** Registers a key of the entry `id`. Call it for all keys of an entry before the next entry's. */
  add({ kind, text, fold }: IndexKey, id: number): void {
    if (kind === 'present') {
      if (this.#present.at(-1) !== id) this.#present.push(id)
      return
    }
    if (kind === 'literal') {
      this.#literals ??= new LiteralIndex()
      this.#literals.add(text, fold, id)
      return
    }
    const idsByText = fold ? this.#foldedIds : this.#exactIds
    const ids = idsByText.get(text)
    if (ids === undefined) idsByText.set(text, [id])
    else if (ids.at(-1) !== id) ids.push(id)
  }

  /**
   * Ends the additions. `scratch`: a set for computing cached results; undefined for a slot whose values
   * seldom recur. Keys that equal a value need no cache.
   */
  freeze(scratch: Candidates | undefined): void {
    if (this.#literals !== undefined || this.#foldedIds.size > 0) this.#scratch = scratch
    for (const [text, ids] of this.#foldedIds) this.#equalFolded.set(text, Int32Array.from(ids))
    this.#foldedIds.clear()
    for (const [text, ids] of this.#exactIds) {
      this.#equal.set(text, Int32Array.from(ids))
      this.#lengths |= lengthBit(text)
    }
    this.#exactIds.clear()
    this.#literals?.freeze()
  }

  /** Adds the entries that a value of the slot makes candidates. */
  find(value: string, into: Candidates): void {
    if (this.#scratch === undefined || value.length > maxCachedValueLength) {
      this.#addMatches(value, into)
      return
    }
    const ids = this.#cached.get(value) ?? this.#computeCached(value, this.#scratch)
    if (ids.length > 0) into.addAll(ids)
  }

  /** The candidates of each value, for a slot with few values. */
  findEach(values: readonly string[], scratch: Candidates): Int32Array[] {
    return values.map(value => this.#computeCached(value, scratch))
  }

  #addMatches(value: string, into: Candidates): void {
    for (let i = 0; i < this.#present.length; i++) into.add(this.#present[i] ?? 0)
    if ((this.#lengths & lengthBit(value)) !== 0) {
      const ids = this.#equal.get(value)
      if (ids !== undefined) into.addAll(ids)
    }
    if (this.#equalFolded.size > 0) {
      const ids = this.#equalFolded.get(foldText(value))
      if (ids !== undefined) into.addAll(ids)
    }
    this.#literals?.find(value, into)
  }

  #computeCached(value: string, scratch: Candidates): Int32Array {
    scratch.reset()
    this.#addMatches(value, scratch)
    const found: number[] = []
    for (let id = scratch.takeLowest(); id !== -1; id = scratch.takeLowest()) found.push(id)
    const ids = Int32Array.from(found)
    if (this.#cached.size >= maxCachedValues) this.#cached.clear()
    this.#cached.set(ownText(value), ids)
    return ids
  }
}

/** The bit of a text's length in `#lengths`. */
function lengthBit({ length }: string): number {
  return 1 << Math.min(length, 31)
}
