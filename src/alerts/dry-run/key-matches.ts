import type { SecondCounts } from '../../query/history/match-history.ts'
import { maxKeyLength } from '../../schema/intake/batch-matches.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { noValues, type StepMatches } from '../windows/evaluator.ts'

/** The member of StepMatches that a list of counts adds to. */
type CountKind = 'count' | 'followers' | 'both'
/** In the order of the predicates that find-firings.ts counts. */
const kinds: readonly CountKind[] = ['count', 'followers', 'both']

/** Counts of one key and one watched value, in order of time: some entries of `counts`. */
interface CountList {
  kind: CountKind
  value: string
  counts: SecondCounts
  /** Index of the next entry. */
  at: number
  /** Index after the last entry. */
  to: number
}

/** Reads the matches of one key, second by second in order of time. */
export class KeyMatches {
  readonly key: string
  /** The matches of the current second. Always the same object, to avoid millions of allocations. */
  readonly matches: StepMatches = { second: 0, count: 0, values: noValues, followers: 0, both: 0 }
  readonly #lists: CountList[] = []
  #values: Set<string> | undefined
  /**
   * Only for several lists: their entries in order of time, each as one number: second * lists + index of its
   * list.
   */
  #order: Float64Array | undefined
  /** Index of the next element of `#order`. */
  #next = 0

  constructor(key: string) {
    this.key = key
  }

  add(list: CountList): void {
    this.#lists.push(list)
  }

  /** Sets `matches` to the next second with matches. Returns false after the last one. */
  next(): boolean {
    const [only] = this.#lists
    if (only === undefined) return false
    if (this.#lists.length === 1) {
      if (only.at === only.to) return false
      this.#begin(only.counts.seconds[only.at] ?? 0)
      this.#take(only)
      return true
    }
    const size = this.#lists.length
    this.#order ??= orderOf(this.#lists)
    const order = this.#order
    if (this.#next === order.length) return false
    const second = Math.floor((order[this.#next] ?? 0) / size)
    this.#begin(second)
    for (; this.#next < order.length; this.#next++) {
      const index = (order[this.#next] ?? 0) - second * size
      // Belongs to a later second.
      if (index >= size) break
      const list = this.#lists[index]
      if (list !== undefined) this.#take(list)
    }
    return true
  }

  /** Sets `matches` to a second without matches. */
  #begin(second: number): void {
    const { matches } = this
    matches.second = second
    matches.count = 0
    matches.followers = 0
    matches.both = 0
    this.#values?.clear()
  }

  /** Adds the next entry of a list to `matches`. */
  #take(list: CountList): void {
    const { matches } = this
    matches[list.kind] += list.counts.counts[list.at++] ?? 0
    if (list.value === '') return
    matches.values = this.#values ??= new Set()
    this.#values.add(list.value)
  }
}

/** See `#order`. */
function orderOf(lists: readonly CountList[]): Float64Array {
  const order = new Float64Array(lists.reduce((sum, { at, to }) => sum + to - at, 0))
  let size = 0
  for (const [index, { counts, at, to }] of lists.entries()) {
    for (let entry = at; entry < to; entry++)
      order[size++] = (counts.seconds[entry] ?? 0) * lists.length + index
  }
  return order.sort()
}

/**
 * The counts of a part by key. `part`: the counts of each kind, in the order of `kinds`; only a pair has more
 * than the first.
 */
export function matchesByKey(part: readonly SecondCounts[]): Iterable<KeyMatches> {
  const byKey = new Map<string, KeyMatches>()
  for (const [index, counts] of part.entries()) {
    const kind = kinds[index] ?? 'count'
    for (const { by, value, from, to } of counts.groups) {
      const key = truncateText(by, maxKeyLength)
      const matches = byKey.get(key) ?? new KeyMatches(key)
      byKey.set(key, matches)
      matches.add({ kind, value: truncateText(value, maxKeyLength), counts, at: from, to })
    }
  }
  return byKey.values()
}
