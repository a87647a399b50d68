import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Span } from '../time-span.ts'

const maxQuestions = 1_000
const maxSpans = 64

/** Questions and the spans that they were asked about: only what is asked again is worth keeping. */
export class RepeatDetector {
  /** By question. */
  readonly #spans = new LRUCache<string, (Span & { times: number })[]>({ max: maxQuestions })

  /** Notes a question. Returns how often it was asked about at least half of the span, with this time. */
  record(question: string, { from, to }: Span): number {
    const key = shortKey(question)
    const spans = this.#spans.get(key) ?? []
    const same = spans.find(other => Math.min(other.to, to) - Math.max(other.from, from) >= (to - from) / 2)
    this.#spans.set(key, spans)
    // A span that moves with the clock is asked about again wherever it is.
    if (same !== undefined) return Object.assign(same, { from, to }).times++ + 1
    spans.push({ from, to, times: 1 })
    if (spans.length > maxSpans) spans.shift()
    return 1
  }
}

const maxKeyLength = 200

/** A key of bounded length for one that may be as long as a statement. */
export function shortKey(key: string): string {
  return key.length <= maxKeyLength ? key : createHash('sha256').update(key).digest('base64')
}
