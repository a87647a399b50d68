import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Span } from '../../contract/time-span.ts'

const maxQuestions = 1_000
const maxSpans = 64

/** Maximum distance that the end of a watched span moves between two questions. */
const maxMove = 3_600

/** The span of a question. */
export interface AskedSpan extends Span {
  /** Number of questions so far, each of whose spans was at least half in the previous one. */
  times: number
  /** Number of consecutive questions, up to now, whose end moved by at most `maxMove`. */
  timesInPlace: number
}

/** Remembers the spans of questions, to detect repeated ones: only their counts are worth keeping. */
export class RepeatDetector {
  /** By question, with the most recent span last. */
  readonly #spans = new LRUCache<string, AskedSpan[]>({ max: maxQuestions })

  /**
   * Records a question. Returns its span, including this question. Slices of a long range arrive newest
   * first: they form one span.
   */
  record(question: string, { from, to }: Span): Readonly<AskedSpan> {
    const key = shortKey(question)
    const spans = this.#spans.get(key) ?? []
    const last = spans.at(-1)
    if (last?.from === to) return Object.assign(last, { from })
    const before = spans.find(other => Math.min(other.to, to) - Math.max(other.from, from) >= (to - from) / 2)
    // Half of the seconds are enough for `times`, wherever the span ends.
    const { times = 0, timesInPlace = 0, to: toBefore = to } = before ?? {}
    const isInPlace = Math.abs(to - toBefore) <= maxMove
    const asked = { from, to, times: times + 1, timesInPlace: isInPlace ? timesInPlace + 1 : 1 }
    const others = spans.filter(other => other !== before)
    this.#spans.set(key, [...others.slice(1 - maxSpans), asked])
    return asked
  }
}

const maxKeyLength = 200

/** A key of bounded length, for a key that may be as long as a statement. */
export function shortKey(key: string): string {
  return key.length <= maxKeyLength ? key : createHash('sha256').update(key).digest('base64')
}
