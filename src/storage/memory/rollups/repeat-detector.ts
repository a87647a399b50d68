import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Span } from '../../contract/time-span.ts'

const maxQuestions = 1_000
/** Maximum remembered spans of one question. */
const maxSpans = 64

/** Maximum seconds by which the end of a watched span moves between two questions. */
const maxMoveSeconds = 3_600

/** The span of a question. */
export interface AskedSpan extends Span {
  /** Number of questions up to this one. At least half of each span was in the span before it. */
  times: number
  /** Number of consecutive questions, up to this one, whose end moved by at most `maxMoveSeconds`. */
  timesInPlace: number
}

/** Remembers the spans of questions, to detect repeated questions: only their counts are worth keeping. */
export class RepeatDetector {
  /** By question, with the most recent span last. */
  readonly #spans = new LRUCache<string, AskedSpan[]>({ max: maxQuestions })

  /**
   * Records a question and returns its span with the numbers of questions so far, this one included. A span
   * that ends where the last one begins extends it: slices of a long range arrive newest first.
   */
  record(question: string, { from, to }: Span): Readonly<AskedSpan> {
    const key = shortKey(question)
    const spans = this.#spans.get(key) ?? []
    const last = spans.at(-1)
    if (last?.from === to) return Object.assign(last, { from })
    const earlier = spans.find(
      other => Math.min(other.to, to) - Math.max(other.from, from) >= (to - from) / 2,
    )
    const { times = 0, timesInPlace = 0, to: earlierTo = to } = earlier ?? {}
    const isInPlace = Math.abs(to - earlierTo) <= maxMoveSeconds
    const asked = { from, to, times: times + 1, timesInPlace: isInPlace ? timesInPlace + 1 : 1 }
    const others = spans.filter(other => other !== earlier)
    this.#spans.set(key, [...others.slice(1 - maxSpans), asked])
    return asked
  }
}

const maxKeyLength = 200

/** A key of bounded length, for a key that may be as long as a statement. */
export function shortKey(key: string): string {
  return key.length <= maxKeyLength ? key : createHash('sha256').update(key).digest('base64')
}
