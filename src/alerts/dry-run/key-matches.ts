import type { SecondCounts } from '../../query/history/match-history.ts'
import { maxKeyLength } from '../../schema/intake/batch-matches.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { noValues, type StepMatches } from '../windows/evaluator.ts'

/** What the counts of a list count. */
type CountKind = 'count' | 'followers' | 'both'
const kinds: readonly CountKind[] = ['count', 'followers', 'both']

/** Counts of one value of a key, in order of time. */
interface CountList {
  kind: CountKind
  value: string
  counts: SecondCounts
  at: number
  to: number
}

/** Matches of one key, second by second in order of time. */
export class KeyMatches {
  readonly key: string
  /** The current second: the same object for all seconds. */
  readonly matches: StepMatches = { second: 0, count: 0, values: noValues, followers: 0, both: 0 }
  readonly #lists: CountList[] = []
  #values: Set<string> | undefined
  /** For several lists: their seconds, each with the index of its list. */
  #order: Float64Array | undefined
  #at = 0

  constructor(key: string) {
    this.key = key
  }

  add(list: CountList): void {
    this.#lists.push(list)
  }

  /** Advances to the next second; false at the end. */
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
    if (this.#at === order.length) return false
    const second = Math.floor((order[this.#at] ?? 0) / size)
    this.#begin(second)
    for (; this.#at < order.length; this.#at++) {
      const list = (order[this.#at] ?? 0) - second * size
      if (list >= size) break
      const next = this.#lists[list]
      if (next !== undefined) this.#take(next)
    }
    return true
  }

  #begin(second: number): void {
    const { matches } = this
    matches.second = second
    matches.count = 0
    matches.followers = 0
    matches.both = 0
    this.#values?.clear()
  }

  #take(list: CountList): void {
    const { matches } = this
    matches[list.kind] += list.counts.counts[list.at++] ?? 0
    if (list.value === '') return
    matches.values = this.#values ??= new Set()
    this.#values.add(list.value)
  }
}

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
 * The counts of a part by key: matches of the filter, and for a pair also matches of the second filter alone
 * and of both.
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
