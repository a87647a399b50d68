import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Span } from '../time-span.ts'

const maxQuestions = 1_000
const maxSpans = 64

/** How far the end of a span moves at most while somebody watches it. */
const maxMove = 3_600

/** A span that a question was asked about. */
export interface AskedSpan extends Span {
  /** How often it was asked about at least half of it. */
  times: number
  /** How often in a row, with an end that moved little. */
  timesInPlace: number
}

/** Questions and the spans that they were asked about: only what is asked again is worth keeping. */
export class RepeatDetector {
  /** By question. The last span is the one that was asked about last. */
  readonly #spans = new LRUCache<string, AskedSpan[]>({ max: maxQuestions })

  /**
   * Notes a question. Returns its span, with this time. A long range is asked about in slices, the newest first: they are one span.
   */
  record(question: string, { from, to }: Span): Readonly<AskedSpan> {
    const key = shortKey(question)
    const spans = this.#spans.get(key) ?? []
    const last = spans.at(-1)
    if (last?.from === to) return Object.assign(last, { from })
    const before = spans.find(other => Math.min(other.to, to) - Math.max(other.from, from) >= (to - from) / 2)
    // A span that moves with the clock is asked about again wherever it is.
    const { times = 0, timesInPlace = 0, to: toBefore = to } = before ?? {}
    const isInPlace = Math.abs(to - toBefore) <= maxMove
    const asked = { from, to, times: times + 1, timesInPlace: isInPlace ? timesInPlace + 1 : 1 }
    const others = spans.filter(other => other !== before)
    this.#spans.set(key, [...others.slice(1 - maxSpans), asked])
    return asked
  }
}

const maxKeyLength = 200

/** A key of bounded length for one that may be as long as a statement. */
export function shortKey(key: string): string {
  return key.length <= maxKeyLength ? key : createHash('sha256').update(key).digest('base64')
}
