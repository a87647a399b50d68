import type { Span } from './cover.ts'
import { shortKey } from './short-key.ts'

const maxQuestions = 1_000
const maxSpans = 64

/** What has been asked about which times: what is asked once is counted once, what is asked again is worth keeping. */
export class RepeatDetector {
  /** By question, in short; the one that was asked last at the end. */
  readonly #spans = new Map<string, Span[]>()

  /** Notes a question, and tells whether it was asked before about at least half of this time. */
  record(question: string, span: Span): boolean {
    const key = shortKey(question)
    const spans = this.#spans.get(key) ?? []
    const half = (span.to - span.from) / 2
    const isAgain = spans.some(other => Math.min(other.to, span.to) - Math.max(other.from, span.from) >= half)
    if (!isAgain) spans.push({ from: span.from, to: span.to })
    if (spans.length > maxSpans) spans.shift()
    this.#spans.delete(key)
    this.#spans.set(key, spans)
    for (const [oldest] of this.#spans) {
      if (this.#spans.size <= maxQuestions) break
      this.#spans.delete(oldest)
    }
    return isAgain
  }
}
