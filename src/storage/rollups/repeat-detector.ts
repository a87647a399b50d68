import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Span } from '../time-span.ts'

const maxQuestions = 1_000
const maxSpans = 64

/** Questions and the spans that they were asked about: only what is asked again is worth keeping. */
export class RepeatDetector {
  /** By question. */
  readonly #spans = new LRUCache<string, Span[]>({ max: maxQuestions })

  /** Notes a question. Returns whether it was asked before about at least half of the span. */
  record(question: string, span: Span): boolean {
    const key = shortKey(question)
    const spans = this.#spans.get(key) ?? []
    const half = (span.to - span.from) / 2
    const isRepeat = spans.some(
      other => Math.min(other.to, span.to) - Math.max(other.from, span.from) >= half,
    )
    if (!isRepeat) spans.push({ from: span.from, to: span.to })
    if (spans.length > maxSpans) spans.shift()
    this.#spans.set(key, spans)
    return isRepeat
  }
}

const maxKeyLength = 200

/** A key of bounded length for one that may be as long as a statement. */
export function shortKey(key: string): string {
  return key.length <= maxKeyLength ? key : createHash('sha256').update(key).digest('base64')
}
